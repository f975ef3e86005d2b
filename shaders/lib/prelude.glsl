// What every shader includes first: extensions, the element type, the monoid, the workgroup and its parameters.
// Room: shaders/lib. Extensions stand before everything else, for some compilers insist on it.
// SPDX-License-Identifier: MIT
#include "lib/interface.h"

#ifndef ELEMENT_TYPE
#define ELEMENT_TYPE ELEMENT_UINT32
#endif
#ifndef OPERATOR
#define OPERATOR OPERATOR_SUM
#endif

#ifdef LOCAL_SCAN
#if LOCAL_SCAN == LOCAL_SUBGROUP
#define USES_SUBGROUPS
#endif
#endif
#ifdef REDUCTION
#if REDUCTION == REDUCTION_SUBGROUP
#define USES_SUBGROUPS
#endif
#endif

#if ELEMENT_TYPE == ELEMENT_UINT64
#extension GL_ARB_gpu_shader_int64 : require
#endif
#ifdef USES_SUBGROUPS
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require
#endif

#include "lib/parameters.h"
#include "lib/platform.glsl"
#include "lib/monoid.glsl"
