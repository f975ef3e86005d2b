// The peer CUB: DeviceScan::InclusiveSum, and a copy kernel as its ruler. Nothing but the CUDA toolkit is needed:
//   nvcc -O3 -std=c++17 -arch=native -shared -Xcompiler -fPIC -o libscan_peer_cub.so cub.cu
// Room: tests/benchmarks/peers.
// SPDX-License-Identifier: MIT
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <cub/device/device_scan.cuh>
#include <cub/version.cuh>

#include "device_peer.h"

namespace {

constexpr unsigned kWorkgroupSize = 256;
constexpr unsigned kWordsOfVector = 4;
constexpr long long kHeadStartCycles = 100000;  // about 50 microseconds, for each call

char error_text[512] = "";
char device_text[256] = "";
char version_text[256] = "";
std::uint64_t memory_bytes = 0;
cudaStream_t stream = nullptr;
cudaEvent_t started = nullptr, ended = nullptr;

ScanPeerType prepared_type = SCAN_PEER_UINT32;
std::uint64_t prepared_items = 0;
void* temporary = nullptr;
std::size_t temporary_bytes = 0;

int fail(const char* what, const char* why) {
  std::snprintf(error_text, sizeof error_text, "CUDA: %s: %s", what, why);
  return 1;
}

int check(cudaError_t result, const char* what) {
  return result == cudaSuccess ? 0 : fail(what, cudaGetErrorString(result));
}

__global__ void copy_words(const std::uint32_t* in, std::uint32_t* out, std::uint64_t num_words) {
  const std::uint64_t vector = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::uint64_t first_word = vector * kWordsOfVector;
  if (first_word + kWordsOfVector <= num_words) {
    reinterpret_cast<uint4*>(out)[vector] = reinterpret_cast<const uint4*>(in)[vector];
  } else {
    for (std::uint64_t word = first_word; word < num_words; ++word) out[word] = in[word];
  }
}

__global__ void fill_words(std::uint32_t* words, std::uint64_t num_words, std::uint32_t word) {
  const std::uint64_t step = std::uint64_t{gridDim.x} * blockDim.x;
  for (std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < num_words; i += step)
    words[i] = word;
}

// Keeps the device busy while the host issues what is to be timed: so the time has no gap of the host in it.
__global__ void head_start(long long cycles) {
  const long long begin = clock64();
  while (clock64() - begin < cycles) {
  }
}

int begin_timing(std::uint32_t calls) {
  head_start<<<1, 1, 0, stream>>>(calls * kHeadStartCycles);
  if (check(cudaGetLastError(), "launch of the head start")) return 1;
  return check(cudaEventRecord(started, stream), "cudaEventRecord");
}

int end_timing(float* milliseconds) {
  if (check(cudaEventRecord(ended, stream), "cudaEventRecord")) return 1;
  if (check(cudaStreamSynchronize(stream), "cudaStreamSynchronize")) return 1;
  return check(cudaEventElapsedTime(milliseconds, started, ended), "cudaEventElapsedTime");
}

// With no temporary memory it only asks how much is needed. The count is an int where it fits, as CUB's users have it.
template <class T>
cudaError_t scan_typed(void* memory, std::size_t& bytes, const void* in, void* out) {
  const T* const items_in = static_cast<const T*>(in);
  T* const items_out = static_cast<T*>(out);
  if (prepared_items <= INT32_MAX) {
    return cub::DeviceScan::InclusiveSum(memory, bytes, items_in, items_out,
                                         static_cast<std::int32_t>(prepared_items), stream);
  }
  return cub::DeviceScan::InclusiveSum(memory, bytes, items_in, items_out,
                                       static_cast<std::int64_t>(prepared_items), stream);
}

// Signed items wrap around as unsigned ones do: the same instructions, and no overflow that C++ leaves undefined.
cudaError_t scan_any(void* memory, std::size_t& bytes, const void* in, void* out) {
  switch (prepared_type) {
    case SCAN_PEER_UINT64: return scan_typed<std::uint64_t>(memory, bytes, in, out);
    case SCAN_PEER_FLOAT32: return scan_typed<float>(memory, bytes, in, out);
    case SCAN_PEER_UINT32:
    case SCAN_PEER_INT32: break;
  }
  return scan_typed<std::uint32_t>(memory, bytes, in, out);
}

// CUB chooses how to scan by the architecture that it was compiled for: code for an older one would run, and be slow.
int check_architecture(const cudaDeviceProp& device) {
  cudaFuncAttributes attributes{};
  if (check(cudaFuncGetAttributes(&attributes, copy_words), "cudaFuncGetAttributes")) return 1;
  const int wanted = device.major * 10 + device.minor;
  if (attributes.ptxVersion == wanted) return 0;
  std::snprintf(error_text, sizeof error_text,
                "CUDA: the library is compiled for sm_%d, and the device is sm_%d: build it again with -arch=sm_%d",
                attributes.ptxVersion, wanted, wanted);
  return 1;
}

int choose_device(const char* name, int* chosen) {
  int count = 0;
  if (check(cudaGetDeviceCount(&count), "cudaGetDeviceCount")) return 1;
  if (count == 0) return fail("cudaGetDeviceCount", "no device");
  *chosen = 0;
  if (count == 1 || name[0] == '\0') return 0;
  for (int device = 0; device < count; ++device) {
    cudaDeviceProp properties{};
    if (check(cudaGetDeviceProperties(&properties, device), "cudaGetDeviceProperties")) return 1;
    if (std::strcmp(properties.name, name) != 0) continue;
    *chosen = device;
    return 0;
  }
  return fail("no device has this name", name);
}

}  // namespace

int scan_peer_interface(void) { return SCAN_PEER_INTERFACE; }
const char* scan_peer_error(void) { return error_text; }
const char* scan_peer_device(void) { return device_text; }
const char* scan_peer_version(void) { return version_text; }
std::uint64_t scan_peer_memory(void) { return memory_bytes; }

int scan_peer_open(const char* name) {
  int device = 0, driver = 0;
  if (choose_device(name, &device)) return 1;
  if (check(cudaSetDevice(device), "cudaSetDevice")) return 1;
  if (check(cudaDriverGetVersion(&driver), "cudaDriverGetVersion")) return 1;
  cudaDeviceProp properties{};
  if (check(cudaGetDeviceProperties(&properties, device), "cudaGetDeviceProperties")) return 1;
  if (check_architecture(properties)) return 1;
  memory_bytes = properties.totalGlobalMem;
  std::snprintf(device_text, sizeof device_text, "%s", properties.name);
  std::snprintf(version_text, sizeof version_text, "CUB %d.%d.%d, CUDA %d.%d, driver for CUDA %d.%d, sm_%d%d",
                CUB_VERSION / 100000, CUB_VERSION / 100 % 1000, CUB_VERSION % 100, CUDART_VERSION / 1000,
                CUDART_VERSION % 1000 / 10, driver / 1000, driver % 1000 / 10, properties.major, properties.minor);
  if (stream != nullptr) return 0;
  if (check(cudaStreamCreate(&stream), "cudaStreamCreate")) return 1;
  if (check(cudaEventCreate(&started), "cudaEventCreate")) return 1;
  return check(cudaEventCreate(&ended), "cudaEventCreate");
}

int scan_peer_allocate(std::uint64_t bytes, void** device) {
  return check(cudaMalloc(device, bytes), "cudaMalloc");
}

void scan_peer_free(void* device) { cudaFree(device); }

int scan_peer_upload(void* device, const void* host, std::uint64_t bytes) {
  if (check(cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice, stream), "upload")) return 1;
  return check(cudaStreamSynchronize(stream), "upload");
}

int scan_peer_download(void* host, const void* device, std::uint64_t bytes) {
  if (check(cudaMemcpyAsync(host, device, bytes, cudaMemcpyDeviceToHost, stream), "download")) return 1;
  return check(cudaStreamSynchronize(stream), "download");
}

int scan_peer_fill(void* device, std::uint64_t words, std::uint32_t word) {
  fill_words<<<1024, kWorkgroupSize, 0, stream>>>(static_cast<std::uint32_t*>(device), words, word);
  if (check(cudaGetLastError(), "launch of the fill")) return 1;
  return check(cudaStreamSynchronize(stream), "fill");
}

int scan_peer_prepare(enum ScanPeerType type, std::uint64_t num_items) {
  prepared_type = type;
  prepared_items = num_items;
  if (temporary != nullptr && check(cudaFree(temporary), "cudaFree")) return 1;
  temporary = nullptr;
  temporary_bytes = 0;
  if (check(scan_any(nullptr, temporary_bytes, nullptr, nullptr), "size of the temporary memory")) return 1;
  return check(cudaMalloc(&temporary, temporary_bytes), "cudaMalloc of the temporary memory");
}

int scan_peer_scan(const void* device_in, void* device_out, std::uint32_t calls, float* milliseconds) {
  if (begin_timing(calls)) return 1;
  for (std::uint32_t call = 0; call < calls; ++call) {
    if (check(scan_any(temporary, temporary_bytes, device_in, device_out), "cub::DeviceScan::InclusiveSum")) return 1;
  }
  return end_timing(milliseconds);
}

int scan_peer_copy(const void* device_in, void* device_out, std::uint64_t bytes, std::uint32_t calls,
                   float* milliseconds) {
  const std::uint64_t num_words = bytes / sizeof(std::uint32_t);
  const std::uint64_t num_vectors = (num_words + kWordsOfVector - 1) / kWordsOfVector;
  const std::uint64_t num_workgroups = (num_vectors + kWorkgroupSize - 1) / kWorkgroupSize;
  if (num_workgroups == 0 || num_workgroups > INT32_MAX) return fail("copy", "so many bytes fit no grid");
  if (begin_timing(calls)) return 1;
  for (std::uint32_t call = 0; call < calls; ++call) {
    copy_words<<<static_cast<unsigned>(num_workgroups), kWorkgroupSize, 0, stream>>>(
        static_cast<const std::uint32_t*>(device_in), static_cast<std::uint32_t*>(device_out), num_words);
  }
  if (check(cudaGetLastError(), "launch of the copy")) return 1;
  return end_timing(milliseconds);
}
