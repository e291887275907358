#include "compute/algorithms/radix/cuda/histogram.cuh"

namespace texelsort::algorithms::radix {
namespace {

template <typename Word>
struct HistogramArguments {
  const Word* in;
  std::uint64_t n;
  data::CodeMasks<Word> code;
  DigitRow row;
  unsigned long long* bins;
};

template <typename Word>
__global__ void __launch_bounds__(count_threads) histogram_kernel(const HistogramArguments<Word> arguments) {
  extern __shared__ unsigned counts[];
  const unsigned all = arguments.row.digits << arguments.row.bits;
  for (unsigned i = threadIdx.x; i < all; i += count_threads) counts[i] = 0;
  __syncthreads();
  const std::uint64_t whole = arguments.n / block_keys<Word>;
  for (std::uint64_t block = blockIdx.x; block < whole; block += gridDim.x) {
    count_block(arguments.in + block * block_keys<Word>, arguments.code, arguments.row, counts);
  }
  if (blockIdx.x == 0) {
    const std::uint64_t counted = whole * block_keys<Word>;
    count_rest(arguments.in + counted, arguments.n - counted, arguments.code, arguments.row, counts);
  }
  __syncthreads();
  for (unsigned i = threadIdx.x; i < all; i += count_threads) {
    if (counts[i] > 0) atomicAdd(arguments.bins + i, static_cast<unsigned long long>(counts[i]));
  }
}

/// A block for each digit, a thread for each of its values.
__global__ void scan_kernel(std::uint64_t* bins) {
  __shared__ std::uint64_t sums[most_digits];
  std::uint64_t& own = bins[blockIdx.x * blockDim.x + threadIdx.x];
  const std::uint64_t count = own;
  std::uint64_t sum = count;
  for (unsigned step = 1; step < blockDim.x; step *= 2) {
    sums[threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.x >= step) sum += sums[threadIdx.x - step];
    __syncthreads();
  }
  own = sum - count;
}

template <typename Word>
void launch_histogram(const Move& move, unsigned digits, std::uint64_t* bins, Stream stream) {
  // Two blocks of 512 threads fill a multiprocessor's 2,048 thread slots half, four fully; more of them add to the
  // bins more often.
  constexpr unsigned blocks_each = 4;
  int device = 0, processors = 0;
  cuda::check(cudaGetDevice(&device), "cudaGetDevice");
  cuda::check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device), "cudaDeviceGetAttribute");
  const std::size_t shared = sizeof(unsigned) * (std::size_t{digits} << move.bits);
  HistogramArguments<Word> arguments{};
  arguments.in = static_cast<const Word*>(move.keys_in);
  arguments.n = move.n;
  arguments.code = data::code_masks<Word>(move.type, move.order);
  arguments.row = {0, move.bits, digits};
  arguments.bins = reinterpret_cast<unsigned long long*>(bins);
  histogram_kernel<Word><<<static_cast<unsigned>(processors) * blocks_each, count_threads, shared, stream>>>(arguments);
  cuda::check_launch("onesweep histograms");
}

}  // namespace

void onesweep_histograms(const Move& move, unsigned digits, std::uint64_t* bins, Stream stream) {
  if (data::key_bytes(move.type) == 8) {
    launch_histogram<std::uint64_t>(move, digits, bins, stream);
  } else {
    launch_histogram<std::uint32_t>(move, digits, bins, stream);
  }
}

void scan_bins(unsigned digits, unsigned bits, std::uint64_t* bins, Stream stream) {
  scan_kernel<<<digits, 1u << bits, 0, stream>>>(bins);
  cuda::check_launch("scan of the bins");
}

}  // namespace texelsort::algorithms::radix
