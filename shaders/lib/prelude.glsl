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

#ifdef STATE_BITS
#if STATE_BITS == 64
#define USES_INT64_ATOMICS
#endif
#endif

#if ELEMENT_TYPE == ELEMENT_UINT64 || defined(USES_INT64_ATOMICS)
#extension GL_ARB_gpu_shader_int64 : require
#endif
#ifdef USES_INT64_ATOMICS  // each API has names of its own; those of the other are nothing that could be enabled
#extension GL_EXT_shader_atomic_int64 : enable
#extension GL_NV_gpu_shader5 : enable
#extension GL_NV_shader_atomic_int64 : enable
#endif
#ifdef POLL_BY_LOAD
#extension GL_KHR_memory_scope_semantics : require
#endif
#ifdef USES_SUBGROUPS
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require
#endif
#extension GL_EXT_control_flow_attributes : enable  // for UNROLL, where there is such a thing

// A condition that is the same for all invocations of a workgroup: only under such a one may a barrier stand.
#define UNIFORM(condition) (condition)

#include "lib/parameters.h"
#include "lib/platform.glsl"
#include "lib/monoid.glsl"
