// A library in the place of libscan_peer_cub.so that works on the host, so that loading and judging it can be tested. The
// environment variable STAND_IN_FAULT makes it fail: "wrong", "interface", "device", "memory".
// Room: tests/faults.
// SPDX-License-Identifier: MIT
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <span>
#include <string_view>

#include "benchmarks/peers/device_peer.h"

namespace {

ScanPeerType type_of_items = SCAN_PEER_UINT32;
std::uint64_t num_items_prepared = 0;

bool has_fault(std::string_view name) {
  const char* const fault = std::getenv("STAND_IN_FAULT");
  return fault && name == fault;
}

template <class T>
void scan_items(const void* in, void* out) {
  const std::span items_in(static_cast<const T*>(in), num_items_prepared);
  const std::span items_out(static_cast<T*>(out), num_items_prepared);
  std::inclusive_scan(items_in.begin(), items_in.end(), items_out.begin());
  if (has_fault("wrong")) items_out.back() += 1;
}

}  // namespace

int scan_peer_interface() {
  return has_fault("interface") ? SCAN_PEER_INTERFACE + 1 : SCAN_PEER_INTERFACE;
}
const char* scan_peer_error() {
  return "the stand-in was told to fail";
}
int scan_peer_open(const char*) {
  return has_fault("device");
}
const char* scan_peer_device() {
  return "stand-in";
}
const char* scan_peer_version() {
  return "no CUDA at all";
}
std::uint64_t scan_peer_memory() {
  return std::uint64_t{1} << 30;
}
int scan_peer_allocate(std::uint64_t bytes, void** device) {
  if (has_fault("memory")) return 1;
  *device = std::malloc(bytes);
  return *device == nullptr;
}
void scan_peer_free(void* device) {
  std::free(device);
}
int scan_peer_upload(void* device, const void* host, std::uint64_t bytes) {
  std::memcpy(device, host, bytes);
  return 0;
}
int scan_peer_download(void* host, const void* device, std::uint64_t bytes) {
  std::memcpy(host, device, bytes);
  return 0;
}
int scan_peer_fill(void* device, std::uint64_t words, std::uint32_t word) {
  for (std::uint64_t i = 0; i < words; ++i)
    std::memcpy(static_cast<std::byte*>(device) + i * sizeof word, &word, sizeof word);
  return 0;
}
int scan_peer_prepare(ScanPeerType type, std::uint64_t num_items) {
  type_of_items = type;
  num_items_prepared = num_items;
  return 0;
}
int scan_peer_scan(const void* device_in, void* device_out, std::uint32_t calls, float* milliseconds) {
  switch (type_of_items) {
    case SCAN_PEER_UINT64: scan_items<std::uint64_t>(device_in, device_out); break;
    case SCAN_PEER_FLOAT32: scan_items<float>(device_in, device_out); break;
    case SCAN_PEER_UINT32:
    case SCAN_PEER_INT32: scan_items<std::uint32_t>(device_in, device_out); break;
  }
  *milliseconds = 2.0F * static_cast<float>(calls);
  return 0;
}
int scan_peer_copy(const void* device_in, void* device_out, std::uint64_t bytes, std::uint32_t calls,
                   float* milliseconds) {
  std::memcpy(device_out, device_in, bytes);
  *milliseconds = static_cast<float>(calls);
  return 0;
}
