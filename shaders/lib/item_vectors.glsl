// The same buffers as lib/items.glsl, VECTOR_ITEMS items at a time: one access of 16 bytes instead of four of 4 or two of 8.
// Room: shaders/lib. A shader that includes both uses one view or the other for an item, never both.
// SPDX-License-Identifier: MIT
#ifdef IN_PLACE

layout(std430, binding = BINDING_ITEMS_OUT) buffer ItemVectors { ElementVector item_vectors[]; };
#define item_vectors_in item_vectors
#define item_vectors_out item_vectors

#else

layout(std430, binding = BINDING_ITEMS_IN) readonly buffer ItemVectorsIn { ElementVector item_vectors_in[]; };
layout(std430, binding = BINDING_ITEMS_OUT) writeonly buffer ItemVectorsOut { ElementVector item_vectors_out[]; };

#endif
