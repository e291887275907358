#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "compute/algorithms/prepare.h"

namespace texelsort::external {

/// Which sort puts the keys of a run in order, and where.
struct SortChoice {
  const algorithms::Algorithm* algorithm = nullptr;  ///< null: the program's choice for the device
  gpu::Device* device = nullptr;                     ///< null: none; algorithms on the CPU need none
  algorithms::TextValues values{};                   ///< of its parameters, beside tuned ones
  /// CUDA's, or the CPU that executes its kernels: each sorts keys of its own, side by side with the others, by
  /// sample/distributed@cuda with one rank, which takes the place of an algorithm.
  std::vector<int> devices{};
  cuda::ExecutionOptions execution{};  ///< of algorithms on CUDA; `devices` go before its own
};

/// Whether the program's choice for the device is slower than the processors: what a software renderer does it does on
/// these, and the other tasks need them. null: there is no device.
bool processors_are_faster(const gpu::DeviceInfo* device, const cuda::ExecutionOptions& execution);

/// What a chunk's prefixes are sorted by: their upper bits behind those that all of them have in common. Of two
/// prefixes the lower one has no higher part.
struct SortedPart {
  std::uint64_t least = 0;  ///< the lowest prefix
  unsigned shift = 0;       ///< bits that are left out; 0: the part tells prefixes apart as they do themselves
  std::uint64_t operator()(std::uint64_t prefix) const { return (prefix - least) >> shift; }
};
/// What sorting prefixes from `least` to `most` by `bits` bits keeps of them.
SortedPart sorted_part(std::uint64_t least, std::uint64_t most, unsigned bits);

/// Sorts prefixes of keys by any registered sort. One that takes keys of 64 bits gets the parts with the places behind
/// them in the lower bits, so that nothing travels beside the keys and no two are equal; another gets parts of 32 bits,
/// or of 24 as floats, and an index. The rest is for who resolves ties.
class KeySorter {
 public:
  /// For up to `most_records` at a time. Throws UnavailableError or UsageError with the reason if no such sort runs
  /// here.
  KeySorter(const SortChoice& choice, std::uint64_t most_records);

  const algorithms::Algorithm& algorithm() const { return *algorithm_; }
  /// Why it is this algorithm, if none was asked for.
  const std::string& reason() const { return reason_; }
  /// Bits of a part, where so many records are sorted at a time.
  unsigned bits(std::uint64_t records) const;
  /// Memory that sorting takes for each record, prefix and order not included.
  std::uint64_t bytes_per_record() const;
  /// As many keys as it takes at a time, at most as were asked for.
  std::uint64_t most_records() const { return most_records_; }

  /// How many may sort at a time, each in a thread of its own: the devices.
  std::size_t workers() const { return std::max<std::size_t>(devices_.size(), 1); }

  /// Puts the places of the prefixes in the order of the parts that it gives into `order`. Checked: each place is there
  /// once, and no part is above the next. Throws InternalError if they are not.
  SortedPart sort(const std::vector<std::uint64_t>& prefixes, std::vector<std::uint32_t>& order,
                  std::size_t worker = 0) const;

  /// Sorts some keys, so that shaders are compiled and the device has what it needs for more.
  void warm_up() const;

 private:
  bool packs() const { return payload_ == data::PayloadKind::none; }
  data::Keys keys_of(const std::vector<std::uint64_t>& prefixes, const SortedPart& part) const;
  /// With the worker's own device, if there are several.
  cuda::ExecutionOptions execution_of(std::size_t worker) const;
  data::State sorted(data::Keys keys, std::size_t worker) const;
  void require_order(const std::vector<std::uint64_t>& prefixes, const SortedPart& part,
                     const std::vector<std::uint32_t>& order) const;
  bool fits(const algorithms::Algorithm& algorithm, const algorithms::TextValues& values,
            algorithms::ProblemForm form) const;
  bool take(const algorithms::Algorithm& algorithm, const algorithms::TextValues& values, std::uint64_t n);

  const algorithms::Algorithm* algorithm_ = nullptr;
  gpu::Device* device_ = nullptr;
  std::vector<int> devices_;
  cuda::ExecutionOptions execution_;
  algorithms::TextValues values_;
  std::string reason_;
  unsigned bits_ = 64;  ///< of a key
  data::KeyType type_ = data::KeyType::u64;
  data::PayloadKind payload_ = data::PayloadKind::none;  ///< none: places are in the keys
  std::uint64_t most_records_ = 0;
};

}  // namespace texelsort::external
