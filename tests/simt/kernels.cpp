// Small correct and wrong kernels, compiled in the same way as the kernels of the sorts.
#include "tests/simt/kernels.h"

#include "compute/cuda/kernel.h"

namespace texelsort::simt {
namespace {

cuda::Grid queued(unsigned blocks, unsigned threads, std::uint64_t shared_bytes = 0) {
  return {blocks, threads, shared_bytes, reinterpret_cast<CUstream_st*>(&queue)};
}

__global__ void reverse_kernel(unsigned* numbers, bool barrier) {
  TEXELSORT_SHARED(tile, unsigned[256]);
  tile[threadIdx.x] = numbers[threadIdx.x];
  if (barrier) __syncthreads();
  numbers[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}

__global__ void warp_reverse_kernel(unsigned* numbers, bool barrier) {
  TEXELSORT_SHARED(tile, unsigned[256]);
  tile[threadIdx.x] = numbers[threadIdx.x];
  if (barrier) __syncwarp();
  numbers[threadIdx.x] = tile[threadIdx.x ^ 31];
}

__global__ void half_barrier_kernel(unsigned* numbers) {
  if (threadIdx.x < 16) __syncthreads();
  numbers[threadIdx.x] = 1;
  if (threadIdx.x >= 16) __syncthreads();
}

__global__ void missing_lane_kernel(unsigned* numbers) {
  if (threadIdx.x < 16) numbers[threadIdx.x] = __shfl_xor_sync(0x0000'FFFF, numbers[threadIdx.x], 16);
}

__global__ void partial_kernel(unsigned* numbers) {
  TEXELSORT_SHARED(tile, unsigned[64]);
  tile[threadIdx.x] = numbers[threadIdx.x];
  const unsigned half = threadIdx.x % 32 < 16 ? 0x0000'FFFF : 0xFFFF'0000;
  __syncwarp(half);
  numbers[threadIdx.x] = tile[threadIdx.x ^ 15];
}

__global__ void beyond_kernel(unsigned* numbers, unsigned n) {
  numbers[threadIdx.x + n - blockDim.x + 1] = 0;
}

__global__ void unwritten_kernel(unsigned* numbers) {
  unsigned* memory = cuda::dynamic_shared<unsigned>();
  if (threadIdx.x > 0) memory[threadIdx.x] = 1;
  __syncthreads();
  numbers[threadIdx.x] = memory[threadIdx.x];
}

__global__ void endless_kernel(unsigned* numbers) {
  while (cuda::load_relaxed(numbers) != 7) {
  }
}

/// Makes each block wait for the block with the previous ticket.
__global__ void chain_kernel(unsigned* ticket, unsigned* done, unsigned* order) {
  TEXELSORT_SHARED(own, unsigned);
  if (threadIdx.x == 0) {
    own = atomicAdd(ticket, 1u);
    while (own > 0 && cuda::load_relaxed(done + own - 1) == 0) {
    }
    order[own] = blockIdx.x;
    cuda::store_relaxed(done + own, 1);
  }
}

__global__ void sum_kernel(unsigned* sum) {
  unsigned own = threadIdx.x;
  for (unsigned step = 16; step > 0; step /= 2) own += __shfl_xor_sync(0xFFFF'FFFF, own, step);
  if (threadIdx.x % 32 == 0) atomicAdd(sum, own);
}

__global__ void two_blocks_kernel(unsigned* numbers, bool same) {
  numbers[threadIdx.x] = same ? 7 : blockIdx.x;
}

__global__ void strided_kernel(const unsigned* numbers, unsigned stride) {
  unsigned* memory = cuda::dynamic_shared<unsigned>();
  memory[threadIdx.x * stride] = numbers[threadIdx.x * stride];
}

__global__ void early_kernel(unsigned* numbers, bool waits) {
  if (waits) cuda::wait_for_earlier();
  numbers[threadIdx.x] = threadIdx.x;
}

__global__ void branch_kernel(unsigned* numbers) {
  unsigned* own = numbers + blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x % 4 == 0) *own += 1;
  __syncthreads();
  *own = 5;
}

}  // namespace

void reverse(unsigned* numbers, unsigned threads, bool barrier) {
  cuda::launch("reverse", queued(1, threads), reverse_kernel, numbers, barrier);
}
void warp_reverse(unsigned* numbers, unsigned threads, bool barrier) {
  cuda::launch("reverse in warps", queued(1, threads), warp_reverse_kernel, numbers, barrier);
}
void half_barrier(unsigned* numbers) {
  cuda::launch("half a barrier", queued(1, 32), half_barrier_kernel, numbers);
}
void missing_lane(unsigned* numbers) {
  cuda::launch("a missing lane", queued(1, 32), missing_lane_kernel, numbers);
}
void partial(unsigned* numbers) {
  cuda::launch("halves of warps", queued(1, 64), partial_kernel, numbers);
}
void beyond(unsigned* numbers, unsigned n) {
  cuda::launch("beyond the end", queued(1, 32), beyond_kernel, numbers, n);
}
void unwritten(unsigned* numbers) {
  cuda::launch("unwritten", queued(1, 32, 128), unwritten_kernel, numbers);
}
void endless(unsigned* numbers) {
  cuda::launch("endless", queued(2, 32), endless_kernel, numbers);
}
void chain(unsigned* ticket, unsigned* done, unsigned* order, unsigned blocks) {
  cuda::launch("chain", queued(blocks, 64), chain_kernel, ticket, done, order);
}
void sum(unsigned* to, unsigned threads) {
  cuda::launch("sum", queued(3, threads), sum_kernel, to);
}
void two_blocks(unsigned* numbers, bool same) {
  cuda::launch("two blocks", queued(2, 32), two_blocks_kernel, numbers, same);
}
void strided(unsigned* numbers, unsigned stride) {
  cuda::launch("strided", queued(1, 32, 32 * 64 * sizeof(unsigned)), strided_kernel, numbers, stride);
}
void branch(unsigned* numbers) {
  cuda::launch("branch", queued(2, 64), branch_kernel, numbers);
}
void write_early(unsigned* numbers, bool waits) {
  cuda::launch("early", cuda::early(queued(1, 32)), early_kernel, numbers, waits);
}

}  // namespace texelsort::simt
