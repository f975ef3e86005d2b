// The element type and the operator: a monoid, that is an identity and combine(earlier, later).
// Room: shaders/lib. The C++ twin is common/scan/monoid.hpp.
// SPDX-License-Identifier: MIT
#if ELEMENT_TYPE == ELEMENT_UINT32
#define Element uint
#define ElementVector uvec4
#elif ELEMENT_TYPE == ELEMENT_INT32
#define Element int
#define ElementVector ivec4
#elif ELEMENT_TYPE == ELEMENT_UINT64
#define Element uint64_t
#define ElementVector u64vec2
#elif ELEMENT_TYPE == ELEMENT_FLOAT32
#define Element float
#define ElementVector vec4
#endif
#if ELEMENT_TYPE == ELEMENT_UINT64
const uint ELEMENT_BYTES = 8;
#else
const uint ELEMENT_BYTES = 4;
#endif
const uint VECTOR_ITEMS = 16 / ELEMENT_BYTES;  // of an ElementVector: 16 bytes, the widest access there is

#if OPERATOR == OPERATOR_SUM

Element identity() { return Element(0); }
Element combine(Element earlier, Element later) { return earlier + later; }

#elif OPERATOR == OPERATOR_MAX

#if ELEMENT_TYPE == ELEMENT_INT32
Element identity() { return -2147483647 - 1; }
#elif ELEMENT_TYPE == ELEMENT_FLOAT32
Element identity() { return uintBitsToFloat(0xFF800000u); }  // minus infinity
#else
Element identity() { return Element(0); }
#endif
Element combine(Element earlier, Element later) { return max(earlier, later); }

#elif OPERATOR == OPERATOR_LAST

// The later item, unless it is zero. Associative, but not commutative: it shows operands in the wrong order.
Element identity() { return Element(0); }
Element combine(Element earlier, Element later) { return later != Element(0) ? later : earlier; }

#endif
