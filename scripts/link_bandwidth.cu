// What the link between two NVIDIA devices carries: copies by the sender and by the receiver, loads and stores of
// kernels, one way and both ways at once; and copies between the host and both devices side by side, a thread each. The
// least of six. Devices 0 and 1 have to reach each other.
//
//   nvcc -arch=native -O3 -o link_bandwidth scripts/link_bandwidth.cu && ./link_bandwidth
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

#include <cuda_runtime.h>

namespace {

constexpr int devices = 2, vectors_each = 4, threads = 256;

void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
  std::exit(1);
}

__global__ void copy_kernel(const uint4* in, uint4* out, size_t vectors) {
  const size_t first = blockIdx.x * static_cast<size_t>(threads) * vectors_each + threadIdx.x;
  uint4 taken[vectors_each];
#pragma unroll
  for (int i = 0; i < vectors_each; ++i) {
    if (first + i * threads < vectors) taken[i] = in[first + i * threads];
  }
#pragma unroll
  for (int i = 0; i < vectors_each; ++i) {
    if (first + i * threads < vectors) out[first + i * threads] = taken[i];
  }
}

enum Kind { sent, fetched, loaded, stored };
constexpr const char* names[] = {"copy by the sender", "copy by the receiver", "loads of a kernel",
                                 "stores of a kernel"};

struct Device {
  uint4 *from = nullptr, *to = nullptr;
  cudaStream_t stream = nullptr;
  cudaEvent_t start = nullptr, end = nullptr;
};

void queue(Kind kind, const Device& own, const Device& other, size_t bytes) {
  const bool reads = kind == fetched || kind == loaded;
  const uint4* from = reads ? other.from : own.from;
  uint4* to = reads ? own.to : other.to;
  if (kind == sent || kind == fetched) {
    return check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, own.stream));
  }
  const size_t vectors = bytes / sizeof(uint4), block = threads * vectors_each;
  copy_kernel<<<static_cast<unsigned>((vectors + block - 1) / block), threads, 0, own.stream>>>(from, to, vectors);
  check(cudaGetLastError());
}

/// Milliseconds until the slowest of the first `senders` devices is done.
float measure(Kind kind, Device (&all)[devices], int senders, size_t bytes) {
  for (int d = 0; d < devices; ++d) {
    check(cudaSetDevice(d));
    check(cudaDeviceSynchronize());
  }
  for (int d = 0; d < senders; ++d) {
    check(cudaSetDevice(d));
    check(cudaEventRecord(all[d].start, all[d].stream));
    queue(kind, all[d], all[1 - d], bytes);
    check(cudaEventRecord(all[d].end, all[d].stream));
  }
  float worst = 0;
  for (int d = 0; d < senders; ++d) {
    float ms = 0;
    check(cudaEventSynchronize(all[d].end));
    check(cudaEventElapsedTime(&ms, all[d].start, all[d].end));
    worst = std::max(worst, ms);
  }
  return worst;
}

/// Milliseconds until both devices have copied `bytes` each from or to the host's memory.
double measure_host(const Device (&all)[devices], char* host, size_t bytes, bool to_devices) {
  const auto start = std::chrono::steady_clock::now();
  std::thread workers[devices];
  for (int d = 0; d < devices; ++d) {
    workers[d] = std::thread([&, d] {
      check(cudaSetDevice(d));
      char* own = host + d * bytes;
      check(to_devices ? cudaMemcpyAsync(all[d].to, own, bytes, cudaMemcpyHostToDevice, all[d].stream)
                       : cudaMemcpyAsync(own, all[d].to, bytes, cudaMemcpyDeviceToHost, all[d].stream));
      check(cudaStreamSynchronize(all[d].stream));
    });
  }
  for (std::thread& worker : workers) worker.join();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

void report_host(const Device (&all)[devices], char* host, size_t bytes, const char* memory) {
  std::memset(host, 1, devices * bytes);
  for (const bool to_devices : {true, false}) {
    double least = measure_host(all, host, bytes, to_devices);
    for (int again = 0; again < 5; ++again) least = std::min(least, measure_host(all, host, bytes, to_devices));
    std::printf("%s %s memory, %zu MiB each: %.3f ms, %.0f GB/s in all\n", to_devices ? "from" : "to", memory,
                bytes >> 20, least, static_cast<double>(devices * bytes) / least / 1e6);
  }
}

}  // namespace

int main() {
  constexpr size_t most = size_t{512} << 20;
  Device all[devices];
  for (int d = 0; d < devices; ++d) {
    check(cudaSetDevice(d));
    check(cudaDeviceEnablePeerAccess(1 - d, 0));
    check(cudaMalloc(&all[d].from, most));
    check(cudaMalloc(&all[d].to, most));
    check(cudaMemset(all[d].from, d, most));
    check(cudaStreamCreate(&all[d].stream));
    check(cudaEventCreate(&all[d].start));
    check(cudaEventCreate(&all[d].end));
  }
  for (const Kind kind : {sent, fetched, loaded, stored}) {
    for (const int senders : {1, 2}) {
      for (const size_t bytes : {most / 8, most}) {
        float least = measure(kind, all, senders, bytes);
        for (int again = 0; again < 5; ++again) least = std::min(least, measure(kind, all, senders, bytes));
        std::printf("%s, %s, %zu MiB: %.3f ms, %.0f GB/s each way\n", names[kind],
                    senders == 1 ? "one way" : "both ways", bytes >> 20, least,
                    static_cast<double>(bytes) / least / 1e6);
      }
    }
  }
  char* pinned = nullptr;
  check(cudaMallocHost(&pinned, devices * most));
  report_host(all, pinned, most, "pinned");
  char* pageable = static_cast<char*>(std::malloc(devices * most));
  if (pageable == nullptr) return 1;
  report_host(all, pageable, most, "pageable");
  std::free(pageable);
}
