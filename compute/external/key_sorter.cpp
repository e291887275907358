#include "compute/external/key_sorter.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <limits>

#include <fmt/format.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_reduce.h>

#include "compute/algorithms/default_choice.h"
#include "compute/algorithms/registry.h"
#include "compute/cuda/device.h"
#include "compute/data/error.h"
#include "compute/data/large_pages.h"

namespace texelsort::external {
namespace {

struct KeyForm {
  data::KeyType type;
  unsigned bits;
  data::PayloadKind payload;
};
/// Key types that can sort key prefixes, in order of preference, with their usable bits and payloads. A float
/// represents integers of up to 24 bits exactly.
constexpr KeyForm key_forms[] = {{data::KeyType::u64, 64, data::PayloadKind::none},
                                 {data::KeyType::u32, 32, data::PayloadKind::index},
                                 {data::KeyType::f32, 24, data::PayloadKind::index}};

algorithms::ProblemForm form_of_keys(const KeyForm& form, std::uint64_t n, const cuda::ExecutionOptions& execution) {
  return {.n = n, .type = form.type, .payload = form.payload, .execution = execution};
}

/// Returns the number of bits that a record index needs.
unsigned place_bits(std::uint64_t records) {
  return static_cast<unsigned>(std::bit_width(records - 1));
}

struct Bounds {
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max(), most = 0;
};

constexpr std::size_t grain = 1 << 14;

Bounds bounds_of(const std::vector<std::uint64_t>& prefixes) {
  return tbb::parallel_reduce(
      tbb::blocked_range<std::size_t>(0, prefixes.size(), grain), Bounds{},
      [&](const auto& range, Bounds bounds) {
        for (std::size_t i = range.begin(); i < range.end(); ++i) {
          bounds.least = std::min(bounds.least, prefixes[i]);
          bounds.most = std::max(bounds.most, prefixes[i]);
        }
        return bounds;
      },
      [](const Bounds& a, const Bounds& b) {
        return Bounds{std::min(a.least, b.least), std::max(a.most, b.most)};
      });
}

}  // namespace

SortedPart sorted_part(std::uint64_t least, std::uint64_t most, unsigned bits) {
  const auto width = static_cast<unsigned>(std::bit_width(most - least));
  return {.least = least, .shift = width > bits ? width - bits : 0};
}

// Measured on llvmpipe with two cores, 5.4 M records in chunks of 330,000: the whole sort used 3.6 s of processor time
// with radix/srts@compute, 1.6 s with oneTBB and 1.5 s with std::sort. Measured for ten million 64-bit keys: vqsort
// with 512-bit vectors takes 0.05 s on one core, oneTBB 0.34 s on two, and std::sort 0.62 s.
bool processors_are_faster(const gpu::DeviceInfo* device, const cuda::ExecutionOptions& execution) {
  if (device == nullptr) return true;
  if (!device->software) return false;
  constexpr std::uint64_t usual_chunk = 1 << 20;
  const auto chosen = algorithms::default_sort(device, form_of_keys(key_forms[0], usual_chunk, execution));
  return chosen.algorithm->info().backend != algorithms::Backend::cuda;
}

KeySorter::KeySorter(const SortChoice& choice, std::uint64_t most_records)
    : device_(choice.device),
      devices_(choice.devices),
      execution_(choice.execution),
      values_(choice.values),
      most_records_(most_records) {
  const gpu::DeviceInfo* info = device_ == nullptr ? nullptr : &device_->info();
  constexpr std::uint64_t most_index = std::numeric_limits<std::uint32_t>::max();
  most_records_ = std::max<std::uint64_t>(1, std::min(most_records_, most_index));
  const algorithms::Algorithm* asked = choice.algorithm;
  if (!devices_.empty()) {
    asked = &algorithms::find_algorithm("sample/distributed@cuda");
    algorithms::require_available(*asked, info, execution_of(0));
    values_ = {{"ranks", "1"}};
    reason_ = devices_.size() > 1 ? fmt::format("{} devices, each of which sorts one run at a time", devices_.size())
                                  : "on the requested device";
  } else if (asked == nullptr && processors_are_faster(info, execution_)) {
    asked = &algorithms::find_algorithm("hwy/vqsort@cpu");
    reason_ = "the fastest measured on the CPU, because there is no GPU";
  } else if (asked == nullptr) {
    const auto chosen = algorithms::default_sort(info, form_of_keys(key_forms[0], most_records_, execution_));
    asked = chosen.algorithm;
    reason_ = chosen.reason;
  } else {
    algorithms::require_available(*asked, info, execution_of(0));
    if (asked->info().task != algorithms::Task::sort) {
      throw UsageError(
          fmt::format("{} does not sort, but external-sort needs a sort: choose another algorithm", asked->info().id));
    }
  }
  // Halve the number of records per sort until the device memory is sufficient. Runs become smaller.
  for (std::uint64_t n = most_records_;; n /= 2) {
    if (take(*asked, values_, n)) break;
    if (n <= 1024) {
      const auto refused = prepare(*asked, info, form_of_keys(key_forms[1], 1024, execution_of(0)), values_).refusal();
      throw UsageError(fmt::format("{}: {}", asked->info().id,
                                   refused.value_or("it does not accept keys with an index: choose another "
                                                    "algorithm")));
    }
  }
}

/// Returns whether all devices can run the algorithm for this problem.
bool KeySorter::fits(const algorithms::Algorithm& algorithm, const algorithms::TextValues& values,
                     algorithms::ProblemForm form) const {
  const gpu::DeviceInfo* info = device_ == nullptr ? nullptr : &device_->info();
  for (std::size_t worker = 0; worker < workers(); ++worker) {
    form.execution = execution_of(worker);
    if (prepare(algorithm, info, form, values).refusal()) return false;
  }
  return true;
}

cuda::ExecutionOptions KeySorter::execution_of(std::size_t worker) const {
  if (devices_.empty()) return execution_;
  const int device = devices_[worker];
  return {.engine = cuda::device(device).engine, .devices = {device}, .on_cpu = execution_.on_cpu};
}

bool KeySorter::take(const algorithms::Algorithm& algorithm, const algorithms::TextValues& values, std::uint64_t n) {
  for (const KeyForm& form : key_forms) {
    if (!fits(algorithm, values, form_of_keys(form, n, execution_))) continue;
    algorithm_ = &algorithm;
    type_ = form.type;
    bits_ = form.bits;
    payload_ = form.payload;
    most_records_ = n;
    return true;
  }
  return false;
}

unsigned KeySorter::bits(std::uint64_t records) const {
  return packs() ? bits_ - place_bits(std::max<std::uint64_t>(1, records)) : bits_;
}

std::uint64_t KeySorter::bytes_per_record() const {
  // A sort whose keys contain the record indices needs 8-byte input keys, two to three arrays, and output keys. Any
  // other sort needs 8-byte keys and indices in all arrays, and 16-byte pairs for library sorts.
  return packs() ? 48 : 64;
}

data::Keys KeySorter::keys_of(const std::vector<std::uint64_t>& prefixes, const SortedPart& part) const {
  data::Keys keys = data::make_keys(type_, prefixes.size());
  const unsigned places = packs() ? place_bits(prefixes.size()) : 0;
  std::visit(
      [&](auto& column) {
        using Key = typename std::decay_t<decltype(column)>::value_type;
        tbb::parallel_for(tbb::blocked_range<std::size_t>(0, prefixes.size(), grain), [&](const auto& range) {
          for (std::size_t i = range.begin(); i < range.end(); ++i)
            column[i] = static_cast<Key>(places > 0 ? part(prefixes[i]) << places | i : part(prefixes[i]));
        });
      },
      keys);
  return keys;
}

data::State KeySorter::sorted(data::Keys keys, std::size_t worker) const {
  const gpu::DeviceInfo* info = device_ == nullptr ? nullptr : &device_->info();
  auto problem = std::make_shared<algorithms::Problem>(
      algorithms::Problem{.keys = std::move(keys), .payload = payload_, .execution = execution_of(worker)});
  const auto run = prepare(*algorithm_, info, problem->form(), values_).start(device_, problem);
  problem.reset();
  run->finish();
  return run->read();
}

SortedPart KeySorter::sort(const std::vector<std::uint64_t>& prefixes, std::vector<std::uint32_t>& order,
                           std::size_t worker) const {
  const std::uint64_t n = prefixes.size();
  data::resize_in_large_pages(order, n);
  if (n == 0) return {};
  const Bounds bounds = bounds_of(prefixes);
  const SortedPart part = sorted_part(bounds.least, bounds.most, bits(n));
  {
    const data::State state = sorted(keys_of(prefixes, part), worker);
    const auto* packed = packs() ? &std::get<std::vector<std::uint64_t>>(state.keys) : nullptr;
    const std::vector<std::uint64_t>& places = packed != nullptr ? *packed : state.payload;
    if (places.size() != n) throw InternalError(algorithm_->info().id + " has lost records");
    const std::uint64_t mask = packed == nullptr ? ~std::uint64_t{0} : (std::uint64_t{1} << place_bits(n)) - 1;
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, n, grain), [&](const auto& range) {
      for (std::size_t i = range.begin(); i < range.end(); ++i) order[i] = static_cast<std::uint32_t>(places[i] & mask);
    });
  }
  require_order(prefixes, part, order);
  return part;
}

void KeySorter::require_order(const std::vector<std::uint64_t>& prefixes, const SortedPart& part,
                              const std::vector<std::uint32_t>& order) const {
  const std::size_t n = order.size();
  const tbb::blocked_range<std::size_t> all(0, n, grain);
  std::vector<std::uint8_t> seen(n);
  tbb::parallel_for(all, [&](const auto& range) {
    std::uint64_t before = range.begin() == 0 ? 0 : order[range.begin() - 1];
    before = range.begin() == 0 || before >= n ? 0 : part(prefixes[before]);
    for (std::size_t i = range.begin(); i < range.end(); ++i) {
      const std::uint32_t place = order[i];
      if (place >= n) {
        throw InternalError(
            fmt::format("{} has returned the index {}, but there are {} records", algorithm_->info().id, place, n));
      }
      std::atomic_ref(seen[place]).store(1, std::memory_order_relaxed);
      const std::uint64_t now = part(prefixes[place]);
      if (now < before)
        throw InternalError(
            fmt::format("{} has put key {} of {} before a smaller key", algorithm_->info().id, i - 1, n));
      before = now;
    }
  });
  // Checking that no index is missing suffices, because duplicates would leave another index out.
  if (const void* lost = std::memchr(seen.data(), 0, n)) {
    throw InternalError(fmt::format("{} has lost record {} of {}", algorithm_->info().id,
                                    static_cast<const std::uint8_t*>(lost) - seen.data(), n));
  }
}

void KeySorter::warm_up() const {
  std::vector<std::uint64_t> prefixes(std::min<std::uint64_t>(most_records_, 1 << 16));
  for (std::size_t i = 0; i < prefixes.size(); ++i)
    prefixes[i] = (i + 1) * 0x9e3779b97f4a7c15;  // Fibonacci hashing gives distinct keys in arbitrary order
  std::vector<std::uint32_t> order;
  for (std::size_t worker = 0; worker < workers(); ++worker) sort(prefixes, order, worker);
}

}  // namespace texelsort::external
