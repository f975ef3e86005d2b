/* What a library of a peer offers, such as libscan_peer_cub.so: scans of its own on device memory of its own, in plain C.
 * Room: tests/benchmarks/peers. The program loads it while it runs; it checks every element itself.
 * SPDX-License-Identifier: MIT
 */
#ifndef SCAN_LADDER_DEVICE_PEER_H
#define SCAN_LADDER_DEVICE_PEER_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Goes up by one whenever anything below changes. */
#define SCAN_PEER_INTERFACE 2

enum ScanPeerType { SCAN_PEER_UINT32 = 0, SCAN_PEER_INT32 = 1, SCAN_PEER_UINT64 = 2, SCAN_PEER_FLOAT32 = 3 };

/* Every function that returns int returns 0 for success; else scan_peer_error() says in one line what went wrong. Calls
 * come from one thread. Pointers called `device` are to memory of scan_peer_allocate() or into it. */

int scan_peer_interface(void);     /* SCAN_PEER_INTERFACE, as it was compiled */
const char* scan_peer_error(void); /* of the call that failed last */

/* Takes the device of this name; where it is the only one, whatever its name. An empty name takes the first. */
int scan_peer_open(const char* name);
const char* scan_peer_device(void);  /* its name; after scan_peer_open() */
const char* scan_peer_version(void); /* of all that is the peer's: library, toolkit, driver */
uint64_t scan_peer_memory(void);     /* bytes of the device's memory */

int scan_peer_allocate(uint64_t bytes, void** device);
void scan_peer_free(void* device);
int scan_peer_upload(void* device, const void* host, uint64_t bytes);
int scan_peer_download(void* host, const void* device, uint64_t bytes);
int scan_peer_fill(void* device, uint64_t words, uint32_t word); /* 32-bit words; returns when done */

/* Gets ready to scan so many items: makes the memory for intermediate values, outside all timing. Any earlier is freed. */
int scan_peer_prepare(enum ScanPeerType type, uint64_t num_items);
/* The inclusive sum of the prepared items, `calls` times, one after the other; *milliseconds by the device's clock, of all
 * these scans and nothing else. Returns when done. */
int scan_peer_scan(const void* device_in, void* device_out, uint32_t calls, float* milliseconds);
/* A plain copy by a kernel, 16 bytes an invocation, timed likewise: the peer's ruler. Both addresses are multiples of
 * 16, and `bytes` of 4. */
int scan_peer_copy(const void* device_in, void* device_out, uint64_t bytes, uint32_t calls,
                   float* milliseconds);

#ifdef __cplusplus
}
#endif

#endif
