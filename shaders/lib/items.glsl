// The items that are scanned and the scan of them. In place both names stand for one buffer, so that nothing is aliased.
// Room: shaders/lib.
// SPDX-License-Identifier: MIT
#ifdef IN_PLACE

layout(std430, binding = BINDING_ITEMS_OUT) buffer Items { Element items[]; };
#define items_in items
#define items_out items

#else

layout(std430, binding = BINDING_ITEMS_IN) readonly buffer ItemsIn { Element items_in[]; };
layout(std430, binding = BINDING_ITEMS_OUT) writeonly buffer ItemsOut { Element items_out[]; };

#endif
