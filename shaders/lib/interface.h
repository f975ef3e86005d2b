// What the host and the shaders agree on: constant ids, binding numbers, parameters, enumerations. Read by C++ and by GLSL.
// Room: shaders/lib.
// SPDX-License-Identifier: MIT
#ifndef SCAN_INTERFACE_H
#define SCAN_INTERFACE_H

// Specialization constants (macros in OpenGL).
#define CONSTANT_WORKGROUP_SIZE 0  // invocations of a workgroup
#define CONSTANT_GRAIN 1           // items per invocation
#define CONSTANT_EXCLUSIVE 2       // 1: exclusive scan, 0: inclusive scan
#define CONSTANT_HAS_PREFIX 3      // 1: each tile starts from tile_prefixes[tile]
#define CONSTANT_HAS_AGGREGATE 4   // 1: each tile writes tile_aggregates[tile]
#define CONSTANT_HAS_CARRY 5       // 1: the one tile starts from carry[0] and leaves the carry for the next window there

// Storage-buffer bindings.
#define BINDING_ITEMS_IN 0
#define BINDING_ITEMS_OUT 1
#define BINDING_TILE_PREFIXES 2
#define BINDING_TILE_AGGREGATES 3
#define BINDING_CARRY 4
#define NUM_BINDINGS 5
// Uniform-buffer binding of the parameters in OpenGL (Vulkan pushes them).
#define BINDING_PARAMETERS 0

// Values of the macros ELEMENT_TYPE, OPERATOR, LOCAL_SCAN and REDUCTION; in the order of the C++ enumerations.
#define ELEMENT_UINT32 0
#define ELEMENT_INT32 1
#define ELEMENT_UINT64 2
#define ELEMENT_FLOAT32 3
#define OPERATOR_SUM 0
#define OPERATOR_MAX 1
#define OPERATOR_LAST 2
#define LOCAL_HILLIS_STEELE 0
#define LOCAL_BLELLOCH 1
#define LOCAL_RAKING 2
#define LOCAL_SUBGROUP 3
#define REDUCTION_TREE 0
#define REDUCTION_RAKING 1
#define REDUCTION_SUBGROUP 2

#ifdef __cplusplus
#include <cstdint>
namespace scan::shader {
using uint = std::uint32_t;
#endif

// One dispatch. Members are 32-bit scalars only: so std140, std430 and C++ lay them out alike.
struct Parameters {
  uint num_items;  // items of this dispatch
  uint num_tiles;  // workgroups with a tile; those beyond are spare
};

#ifdef __cplusplus
}  // namespace scan::shader
#endif
#endif
