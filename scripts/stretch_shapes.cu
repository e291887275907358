// What blocks of several shapes take to sort keys that stand in order by their first 16 bits, after
// compute/algorithms/radix/cuda/prefix.cuh, with the launch that looks for the stretches' ends, beside CUB's sort of
// the whole keys; medians of nine in milliseconds. The output is compared with CUB's.
//
//   nvcc -arch=native -O3 -std=c++20 --extended-lambda --expt-relaxed-constexpr -I. -DFMT_SHARED \
//     -o stretch_shapes scripts/stretch_shapes.cu && ./stretch_shapes
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cub/cub.cuh>
#include <type_traits>
#include <vector>

#include "compute/algorithms/radix/cuda/prefix.cuh"

namespace texelsort::algorithms::radix {
namespace {

constexpr unsigned prefix_bits = 16, threads = 512, some_blocks = 1024;

void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
  std::exit(1);
}

template <typename Type>
Type* allocate(std::uint64_t count) {
  Type* made = nullptr;
  check(cudaMalloc(&made, count * sizeof(Type)));
  return made;
}

/// Milliseconds, the median of nine after two that do not count.
template <typename Launch>
float timed(const Launch& launch) {
  cudaEvent_t start, end;
  check(cudaEventCreate(&start));
  check(cudaEventCreate(&end));
  std::vector<float> all;
  for (int round = -2; round < 9; ++round) {
    check(cudaEventRecord(start));
    launch();
    check(cudaGetLastError());
    check(cudaEventRecord(end));
    check(cudaEventSynchronize(end));
    float ms = 0;
    check(cudaEventElapsedTime(&ms, start, end));
    if (round >= 0) all.push_back(ms);
  }
  std::ranges::sort(all);
  return all[all.size() / 2];
}

template <typename Word>
__global__ void fill(Word* keys, std::uint64_t n) {
  for (std::uint64_t i = blockIdx.x * threads + threadIdx.x; i < n; i += gridDim.x * threads) {
    std::uint64_t mixed = i * 0x9E37'79B9'7F4A'7C15ull;  // Steele, Lea and Flood, OOPSLA 2014
    mixed = (mixed ^ mixed >> 30) * 0xBF58'476D'1CE4'E5B9ull;
    mixed = (mixed ^ mixed >> 27) * 0x94D0'49BB'1331'11EBull;
    keys[i] = static_cast<Word>((mixed ^ mixed >> 31) >> (64 - 8 * sizeof(Word)));
  }
}

template <typename Payload>
__global__ void number(Payload* payload, std::uint64_t n) {
  for (std::uint64_t i = blockIdx.x * threads + threadIdx.x; i < n; i += gridDim.x * threads) payload[i] = i;
}

template <typename Word>
__global__ void count_different(const Word* one, const Word* other, std::uint64_t n, unsigned long long* count) {
  for (std::uint64_t i = blockIdx.x * threads + threadIdx.x; i < n; i += gridDim.x * threads) {
    if (one[i] != other[i]) atomicAdd(count, 1ull);
  }
}

template <typename Word, typename Payload>
struct Keys {
  static constexpr bool carries = is_word<Payload>;
  using Carried = std::conditional_t<carries, Payload, unsigned>;
  static constexpr int key_bits = 8 * sizeof(Word);

  std::uint64_t n;
  Word *in = allocate<Word>(n), *placed = allocate<Word>(n), *out = allocate<Word>(n), *sorted = allocate<Word>(n);
  Carried *carried = allocate<Carried>(n), *carried_placed = allocate<Carried>(n), *carried_out = allocate<Carried>(n),
          *carried_sorted = allocate<Carried>(n);
  KeySurvey* found = allocate<KeySurvey>(1);
  PrefixTable* table = allocate<PrefixTable>(1);
  std::byte* lists = allocate<std::byte>(n / 8 + (1 << 20));
  unsigned long long* different = allocate<unsigned long long>(1);
  void* temporary = nullptr;
  std::size_t temporary_bytes = 0;

  explicit Keys(unsigned exponent) : n(std::uint64_t{1} << exponent) {
    sort(0, sorted, carried_sorted);
    check(cudaMalloc(&temporary, temporary_bytes));
    fill<<<some_blocks, threads>>>(in, n);
    number<<<some_blocks, threads>>>(carried, n);
    const float whole = timed([&] { sort(0, sorted, carried_sorted); });
    const float prefix = timed([&] { sort(key_bits - prefix_bits, placed, carried_placed); });
    KeySurvey known{.differing = ~0ull >> (64 - key_bits), .falls = 1, .rises = 1};
    known.below = key_bits - prefix_bits;
    check(cudaMemcpy(found, &known, sizeof known, cudaMemcpyHostToDevice));
    std::printf("2^%u u%d%s: CUB %.4f, by the first %u bits %.4f\n", exponent, key_bits, carries ? " and a word" : "",
                whole, prefix_bits, prefix);
  }
  Keys(const Keys&) = delete;
  ~Keys() {
    for (void* each : std::initializer_list<void*>{in, placed, out, sorted, carried, carried_placed, carried_out,
                                                   carried_sorted, found, table, lists, different, temporary}) {
      cudaFree(each);
    }
  }

  void sort(int from_bit, Word* to, Carried* carried_to) {
    const auto count = static_cast<std::int64_t>(n);
    if constexpr (carries) {
      check(cub::DeviceRadixSort::SortPairs(temporary, temporary_bytes, in, to, carried, carried_to, count, from_bit,
                                            key_bits));
    } else {
      check(cub::DeviceRadixSort::SortKeys(temporary, temporary_bytes, in, to, count, from_bit, key_bits));
    }
  }

  template <unsigned block_threads, unsigned items, unsigned slots, unsigned blocks>
  void shape() {
    using Block = PrefixBlock<Word, Payload, block_threads, items, slots, blocks>;
    StretchArguments<Word, Payload> arguments{};
    arguments.move.in = placed;
    arguments.move.out = out;
    if constexpr (carries) {
      arguments.move.payload_in = carried_placed;
      arguments.move.payload_out = carried_out;
    }
    arguments.move.n = n;
    arguments.found = found;
    arguments.ends = reinterpret_cast<std::uint64_t*>(lists);
    arguments.listed = &table->merged;
    arguments.list = reinterpret_cast<Stretch*>(lists + (n / 1024 + 3) * sizeof(std::uint64_t));
    arguments.digit_bits = 8;
    arguments.capacity = Block::capacity;
    arguments.sides = StretchSides::named;
    const auto kernel = stretch_kernel<Block>;
    constexpr std::size_t shared = sizeof(typename Block::Shared);
    check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shared)));
    cudaFuncAttributes attributes;
    check(cudaFuncGetAttributes(&attributes, kernel));
    int multiprocessors = 0, resident = 0;
    check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, block_threads, shared));
    check(cudaMemset(&table->merged, 0, sizeof(unsigned)));
    check(cudaMemset(different, 0, sizeof *different));
    check(cudaMemset(out, 0, n * sizeof(Word)));
    const float ms = timed([&] {
      end_kernel<Word, Payload><<<multiprocessors * 8, end_threads>>>(arguments);
      kernel<<<multiprocessors * blocks, block_threads, shared>>>(arguments);
    });
    count_different<<<some_blocks, threads>>>(out, sorted, n, different);
    if constexpr (carries) count_different<<<some_blocks, threads>>>(carried_out, carried_sorted, n, different);
    unsigned long long wrong = 0;
    unsigned listed = 0;
    check(cudaMemcpy(&wrong, different, sizeof wrong, cudaMemcpyDeviceToHost));
    check(cudaMemcpy(&listed, &table->merged, sizeof listed, cudaMemcpyDeviceToHost));
    const double bytes = 2.0 * static_cast<double>(n) * (sizeof(Word) + (carries ? sizeof(Carried) : 0));
    std::printf(
        "  %4ux%-2u, %5u slots, %u blocks asked and %d resident: %.4f ms, %4.0f GB/s, %d registers, %zu spilled "
        "bytes, %u stretches left, %llu wrong\n",
        block_threads, items, slots, blocks, resident, ms, bytes / ms * 1e-6, attributes.numRegs,
        attributes.localSizeBytes, listed, wrong);
  }
};

template <typename Word, typename Payload>
void measure(unsigned exponent) {
  Keys<Word, Payload> keys(exponent);
  keys.template shape<256, 16, 4096, 5>();
  keys.template shape<256, 20, 4096, 3>();
  keys.template shape<384, 12, 6144, 3>();
  keys.template shape<512, 8, 4096, 3>();
  keys.template shape<512, 10, 4096, 3>();
  keys.template shape<512, 12, 4096, 2>();
  if constexpr (sizeof(Word) == 4) keys.template shape<384, 24, 6144, 3>();
}

}  // namespace
}  // namespace texelsort::algorithms::radix

int main() {
  using namespace texelsort::algorithms;
  for (const unsigned exponent : {22u, 24u, 26u}) {
    radix::measure<std::uint32_t, kernels::NoPayload>(exponent);
    radix::measure<std::uint32_t, std::uint32_t>(exponent);
    radix::measure<std::uint64_t, kernels::NoPayload>(exponent);
    radix::measure<std::uint64_t, std::uint32_t>(exponent);
  }
}
