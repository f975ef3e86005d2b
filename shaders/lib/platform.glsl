// The differences between Vulkan and OpenGL, all of them: constants and parameters.
// Room: shaders/lib. No other file asks which API it is compiled for.
// SPDX-License-Identifier: MIT
#ifdef VULKAN

layout(local_size_x_id = CONSTANT_WORKGROUP_SIZE) in;
#define WORKGROUP_SIZE gl_WorkGroupSize.x
layout(constant_id = CONSTANT_GRAIN) const uint GRAIN = 1;
layout(constant_id = CONSTANT_EXCLUSIVE) const uint EXCLUSIVE = 0;
layout(constant_id = CONSTANT_ALWAYS_CHECKED) const uint ALWAYS_CHECKED = 0;
layout(push_constant) uniform ParameterBlock { Parameters parameters; };
#define UNROLL [[unroll]]  // a loop whose bounds are specialization constants: written out, its array stays in registers

#else  // OpenGL: the host defines the constants as macros of the same names

layout(local_size_x = WORKGROUP_SIZE) in;
#ifndef GRAIN
#define GRAIN 1
#endif
#ifndef EXCLUSIVE
#define EXCLUSIVE 0
#endif
#ifndef ALWAYS_CHECKED
#define ALWAYS_CHECKED 0
#endif
layout(std140, binding = BINDING_PARAMETERS) uniform ParameterBlock { Parameters parameters; };
#define UNROLL  // the bounds are plain constants here
// For NVIDIA's driver: where it leaves a loop, an array of 64-bit items loses their upper halves (docs/driver-faults.md).
#pragma optionNV(unroll all)

#endif
