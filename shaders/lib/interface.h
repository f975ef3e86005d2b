// What the host and the shaders agree on: constant ids, binding numbers, enumerations. Read by C++ and by
// GLSL; only numbers.
// Room: shaders/lib.
// SPDX-License-Identifier: MIT
#ifndef SCAN_INTERFACE_H
#define SCAN_INTERFACE_H

// Specialization constants (macros in OpenGL).
#define CONSTANT_WORKGROUP_SIZE 0  // invocations of a workgroup
#define CONSTANT_GRAIN 1           // items per invocation
#define CONSTANT_EXCLUSIVE 2       // 1: exclusive scan, 0: inclusive scan
#define CONSTANT_ALWAYS_CHECKED 3  // 1: full tiles take the bounds-checked path too

// Storage-buffer bindings.
#define BINDING_ITEMS_IN 0
#define BINDING_ITEMS_OUT 1
#define BINDING_TILE_PREFIXES 2
#define BINDING_TILE_AGGREGATES 3
#define BINDING_CARRY_IN 4
#define BINDING_CARRY_OUT 5
#define BINDING_TILE_STATES 6
#define NUM_BINDINGS 7
// Uniform-buffer binding of the parameters in OpenGL (Vulkan pushes them).
#define BINDING_PARAMETERS 0

#define NUM_BANKS 32   // of shared memory, 4 bytes each, on the GPUs that document it; padding is made for it
#define NUM_RAKERS 32  // invocations that rake, in chapter 05

// Values of the macros ELEMENT_TYPE, OPERATOR, LOCAL_SCAN and REDUCTION; in the order of the C++
// enumerations.
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

#endif
