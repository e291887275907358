#pragma once

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
};

/// Whether the program's choice for the device is slower than the processors: what a software renderer does it does on
/// these, and the other tasks need them. null: there is no device.
bool processors_are_faster(const gpu::DeviceInfo* device);

/// Sorts prefixes of keys by any registered sort that moves an index. Sorts that take no keys of 64 bits get the upper
/// 32, and those that compare floats alone the upper 24: the rest is for who resolves ties.
class KeySorter {
 public:
  /// For up to `most_records` at a time. Throws UnavailableError or UsageError with the reason if no such sort runs
  /// here.
  KeySorter(const SortChoice& choice, std::uint64_t most_records);

  const algorithms::Algorithm& algorithm() const { return *algorithm_; }
  /// Why it is this algorithm, if none was asked for.
  const std::string& reason() const { return reason_; }
  /// The upper bits of a prefix that it sorts by.
  unsigned bits() const { return bits_; }
  /// As many keys as it takes at a time, at most as were asked for.
  std::uint64_t most_records() const { return most_records_; }

  /// Puts the places of the prefixes in their order, by their upper bits(), into `order`. Checked: each place is there
  /// once, and no prefix is above the next. Throws InternalError if they are not.
  void sort(const std::vector<std::uint64_t>& prefixes, std::vector<std::uint32_t>& order) const;

  /// Sorts some keys, so that shaders are compiled and the device has what it needs for more.
  void warm_up() const;

 private:
  void require_order(const std::vector<std::uint64_t>& prefixes, const std::vector<std::uint32_t>& order) const;
  bool take(const algorithms::Algorithm& algorithm, const algorithms::TextValues& values, std::uint64_t n);

  const algorithms::Algorithm* algorithm_ = nullptr;
  gpu::Device* device_ = nullptr;
  algorithms::TextValues values_;
  std::string reason_;
  unsigned bits_ = 64;
  data::KeyType type_ = data::KeyType::u64;
  std::uint64_t most_records_ = 0;
};

/// The upper bits of a prefix as they are sorted, in the lower ones.
constexpr std::uint64_t sorted_part(std::uint64_t prefix, unsigned bits) {
  return prefix >> (64 - bits);
}

}  // namespace texelsort::external
