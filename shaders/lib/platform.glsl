// The differences between Vulkan and OpenGL, all of them: constants, parameters, and how loops are written out.
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
#define UNROLL  // this asks for it, for every loop:
#pragma optionNV(unroll all)
// For NVIDIA's driver: an array has to lie in registers, where the loops over it are written out. In memory it would be slow;
// and items of 64 bits would lose their upper halves there (docs/driver-faults.md).

#endif
