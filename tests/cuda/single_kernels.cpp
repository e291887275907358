// Launches of single kernels in cases that a whole sort reaches only with very many keys. Such cases are a block that
// counts several parts of the array in turn, and the blocks for large arrays.
#include "tests/cuda/single_kernels.h"

#include <algorithm>
#include <numeric>

#include "compute/algorithms/radix/cuda/onesweep.cuh"
#include "compute/algorithms/radix/cuda/prefix.cuh"
#include "compute/simt/arrays.h"
#include "compute/simt/queue.h"

namespace texelsort::algorithms::radix {
namespace {

/// Array on the CPU's device.
template <typename Number>
class DeviceArray {
 public:
  explicit DeviceArray(std::size_t count)
      : memory_(simt::allocate(count * sizeof(Number), "array of a test")),
        numbers_(reinterpret_cast<Number*>(memory_), count) {
    std::ranges::fill(numbers_, Number{});
  }
  ~DeviceArray() { simt::release(memory_); }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;
  std::span<Number> all() const { return numbers_; }

 private:
  std::byte* memory_;
  std::span<Number> numbers_;
};

constexpr unsigned bits = 8, digits = 4;

Stream test_stream() {
  static simt::Queue queue;
  return reinterpret_cast<Stream>(&queue);
}

}  // namespace

CountedKeys count_by_one_block(std::span<const std::uint32_t> keys, unsigned below) {
  const DeviceArray<std::uint32_t> in(keys.size());
  const DeviceArray<unsigned long long> bins(digits << bits);
  const DeviceArray<KeySurvey> surveys(2);
  std::ranges::copy(keys, in.all().begin());
  KeySurvey& prefix = surveys.all()[1];
  prefix.below = below;

  HistogramArguments<std::uint32_t> arguments{};
  arguments.in = in.all().data();
  arguments.n = keys.size();
  arguments.code = data::code_masks<std::uint32_t>(data::KeyType::u32, data::Order::ascending);
  arguments.row = {0, bits, digits};
  arguments.bins = bins.all().data();
  arguments.found = surveys.all().data();
  arguments.prefix = &prefix;
  cuda::launch("histograms by one block", {1, count_threads, sizeof(unsigned) * (digits << bits), test_stream()},
               histogram_kernel<std::uint32_t, 1, true>, arguments);
  return {{bins.all().begin(), bins.all().end()}, surveys.all().front()};
}

SortedRanges sort_ranges(std::span<const std::uint32_t> keys, unsigned below, std::uint64_t room, bool with_places,
                         bool roomy) {
  const PrefixKernels<std::uint32_t> kernels;
  const std::size_t n = keys.size();
  const DeviceArray<std::uint32_t> in(n), out(n), places(n), sorted_places(n);
  const DeviceArray<std::byte> table(kernels.table_bytes()), lists(kernels.list_bytes(n));
  const DeviceArray<std::uint64_t> starts(digits << bits);
  const DeviceArray<KeySurvey> survey(1);
  std::ranges::copy(keys, in.all().begin());
  std::iota(places.all().begin(), places.all().end(), 0u);
  survey.all()[0] = {
      .differing = 0xFFFF'FFFF, .falls = 1, .rises = 1, .stays = 1, .below = below, .roomy = roomy ? 1u : 0u};
  for (unsigned value = 0; value < 1u << bits; ++value) {
    starts.all()[(below / 8 << bits) + value] = static_cast<std::uint64_t>(
        std::ranges::count_if(keys, [&](std::uint32_t key) { return (key >> below & 0xFF) < value; }));
  }
  Move move;
  move.n = n;
  move.room = room;
  move.bits = bits;
  move.keys_in = in.all().data();
  move.keys_out = out.all().data();
  if (with_places) {
    move.payload_bytes = sizeof(std::uint32_t);
    move.payload_in = places.all().data();
    move.payload_out = sorted_places.all().data();
  }
  kernels.finish(move,
                 {.found = survey.all().data(),
                  .bins = starts.all().data(),
                  .table = table.all().data(),
                  .lists = lists.all().data(),
                  .told = 32 / 8 - below / 8},
                 RangeSides::named, test_stream());
  SortedRanges result{.keys = {out.all().begin(), out.all().end()},
                      .merged = reinterpret_cast<const PrefixTable*>(table.all().data())->merged};
  if (with_places) result.places.assign(sorted_places.all().begin(), sorted_places.all().end());
  return result;
}

KeySurvey sample_prefix(std::span<const std::uint32_t> keys, std::uint64_t room) {
  const PrefixKernels<std::uint32_t> kernels;
  const DeviceArray<std::uint32_t> in(keys.size());
  const DeviceArray<std::byte> table(kernels.table_bytes());
  const DeviceArray<KeySurvey> survey(1);
  std::ranges::copy(keys, in.all().begin());
  Move move;
  move.n = keys.size();
  move.room = room;
  move.bits = bits;
  move.keys_in = in.all().data();
  kernels.sample(move, digits, true, {.found = survey.all().data(), .table = table.all().data()}, test_stream());
  return survey.all().front();
}

}  // namespace texelsort::algorithms::radix
