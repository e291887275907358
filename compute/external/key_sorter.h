#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "compute/algorithms/prepare.h"

namespace texelsort::external {

/// Selects the algorithm that sorts the keys of a chunk, and its devices.
struct SortChoice {
  const algorithms::Algorithm* algorithm = nullptr;  ///< sort algorithm; null for the default of the device
  gpu::Device* device = nullptr;                     ///< OpenGL device; null is allowed for algorithms on the CPU
  algorithms::TextValues values{};                   ///< parameter values, in addition to tuned ones
  /// CUDA devices, or the CPU that executes CUDA kernels. Each device sorts its own keys in parallel with the others,
  /// using sample/distributed@cuda with one rank instead of `algorithm`.
  std::vector<int> devices{};
  cuda::ExecutionOptions execution{};  ///< options of CUDA algorithms; `devices` overrides its devices
};

/// Returns whether sorting on the processors is faster than the default for the device. True for software renderers,
/// which compete with the other tasks for the processors, and for null (no device).
bool processors_are_faster(const gpu::DeviceInfo* device, const cuda::ExecutionOptions& execution);

/// Upper bits of a chunk's prefixes, after subtracting the lowest. A lower prefix never has a higher part.
struct SortedPart {
  std::uint64_t least = 0;  ///< the lowest prefix
  unsigned shift = 0;       ///< number of lower bits that are dropped; if 0, parts are as distinct as prefixes
  std::uint64_t operator()(std::uint64_t prefix) const { return (prefix - least) >> shift; }
};
/// Returns the part for prefixes from `least` to `most`, sorted by `bits` bits.
SortedPart sorted_part(std::uint64_t least, std::uint64_t most, unsigned bits);

/// Sorts prefixes of keys with any registered sort. For 64-bit keys, the lower bits hold the record indices, so that no
/// payload is moved and all keys differ. Otherwise sorts parts of 32 bits (24 as floats) with an index payload. The
/// caller resolves ties.
class KeySorter {
 public:
  /// Accepts up to `most_records` records at a time. Throws UnavailableError or UsageError with the reason if no
  /// suitable sort runs here.
  KeySorter(const SortChoice& choice, std::uint64_t most_records);

  const algorithms::Algorithm& algorithm() const { return *algorithm_; }
  /// Reason for the algorithm. Empty if the user chose it.
  const std::string& reason() const { return reason_; }
  /// Returns the number of bits per part for sorting this number of records.
  unsigned bits(std::uint64_t records) const;
  /// Sorting memory per record, without prefix and order, in bytes.
  std::uint64_t bytes_per_record() const;
  /// Maximum number of records at a time, at most the requested number.
  std::uint64_t most_records() const { return most_records_; }

  /// Number of concurrent sorts, each on its own thread: one per device.
  std::size_t workers() const { return std::max<std::size_t>(devices_.size(), 1); }

  /// Writes the record indices to `order`, sorted by the returned part of their prefixes. Verifies that each index
  /// occurs once and that parts do not decrease. Throws InternalError otherwise.
  SortedPart sort(const std::vector<std::uint64_t>& prefixes, std::vector<std::uint32_t>& order,
                  std::size_t worker = 0) const;

  /// Sorts a few keys so that shaders are compiled and device resources exist.
  void warm_up() const;

 private:
  bool packs() const { return payload_ == data::PayloadKind::none; }
  data::Keys keys_of(const std::vector<std::uint64_t>& prefixes, const SortedPart& part) const;
  /// Uses the worker's device if there are several.
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
  unsigned bits_ = 64;  ///< bits per key
  data::KeyType type_ = data::KeyType::u64;
  data::PayloadKind payload_ = data::PayloadKind::none;  ///< kind of payload; if none, the keys contain the indices
  std::uint64_t most_records_ = 0;
};

}  // namespace texelsort::external
