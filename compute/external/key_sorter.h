#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "compute/algorithms/prepare.h"

namespace texelsort::external {

/// Sort algorithm for the keys of a chunk, with its parameters and devices.
struct SortChoice {
  const algorithms::Algorithm* algorithm = nullptr;  ///< sort algorithm; null: the default of the device
  gpu::Device* device = nullptr;    ///< OpenGL device of the sort; null is allowed for algorithms on the CPU
  algorithms::TextValues values{};  ///< parameter values that the user sets, which override tuned ones
  /// Indices of CUDA devices, or of the CPU that executes CUDA kernels. If not empty, each device sorts its own chunks
  /// in parallel, with one rank of sample/distributed@cuda instead of `algorithm`.
  std::vector<int> devices{};
  /// Options of CUDA algorithms. SortChoice::devices has priority over their list of devices.
  cuda::ExecutionOptions execution{};
};

/// Returns whether the processors sort faster than the device's default algorithm. Returns true for software renderers,
/// which compete with other tasks for the processors. Also returns true for null, which means that no device exists.
bool processors_are_faster(const gpu::DeviceInfo* device, const cuda::ExecutionOptions& execution);

/// Function from key prefixes to the numbers that are sorted: subtracts the chunk's lowest prefix and drops lower bits.
/// Greater prefixes never give smaller numbers.
struct SortedPart {
  std::uint64_t least = 0;  ///< lowest prefix of the chunk
  unsigned shift = 0;       ///< number of lower bits to drop; 0 if no bits are lost
  std::uint64_t operator()(std::uint64_t prefix) const { return (prefix - least) >> shift; }
};
/// Returns the function that maps prefixes from `least` to `most` to numbers of at most `bits` bits.
SortedPart sorted_part(std::uint64_t least, std::uint64_t most, unsigned bits);

/// Sorts key prefixes of records with any registered sort. The lower bits of a 64-bit key hold the record index, so
/// that all keys differ and no payload moves. Other key types hold 32 bits of a prefix (24 as floats), with the record
/// index as payload. The caller resolves ties of whole keys.
class KeySorter {
 public:
  /// Prepares to sort up to `most_records` records at a time. Throws UnavailableError or UsageError with the reason if
  /// no suitable sort runs here.
  KeySorter(const SortChoice& choice, std::uint64_t most_records);

  const algorithms::Algorithm& algorithm() const { return *algorithm_; }
  /// Returns the reason why texelsort chose the algorithm, or an empty string if the user chose it.
  const std::string& reason() const { return reason_; }
  /// Returns the number of prefix bits that a sort of `records` records compares.
  unsigned bits(std::uint64_t records) const;
  /// Returns the memory of a sort in bytes per record, excluding the key prefixes and the sorted indices.
  std::uint64_t bytes_per_record() const;
  /// Returns the maximum number of records per sort, which may be less than requested.
  std::uint64_t most_records() const { return most_records_; }

  /// Returns the number of concurrent sorts, one per device. Each one needs its own thread.
  std::size_t workers() const { return std::max<std::size_t>(devices_.size(), 1); }

  /// Sorts the record indices by prefix and writes them to `order`. Returns which bits of the prefixes were compared.
  /// Throws InternalError if an index is missing or if keys are out of order.
  SortedPart sort(const std::vector<std::uint64_t>& prefixes, std::vector<std::uint32_t>& order,
                  std::size_t worker = 0) const;

  /// Sorts a small input to compile shaders and to create device resources.
  void warm_up() const;

 private:
  bool packs() const { return payload_ == data::PayloadKind::none; }
  data::Keys keys_of(const std::vector<std::uint64_t>& prefixes, const SortedPart& part) const;
  /// Returns the CUDA options of a worker, with its own device if there are several.
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
  unsigned bits_ = 64;  ///< width of the keys in bits
  data::KeyType type_ = data::KeyType::u64;
  /// Payload of the sort. Without payload, the lower bits of the keys contain the record indices.
  data::PayloadKind payload_ = data::PayloadKind::none;
  std::uint64_t most_records_ = 0;
};

}  // namespace texelsort::external
