#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compute/algorithms/distributed/device_memory.h"
#include "compute/algorithms/records/cuda/launch.h"
#include "compute/data/keys/records.h"

namespace texelsort::algorithms::distributed {

/// Returns whether each share's records are first put in the order of its keys and then sent between ranks in ranges,
/// as the merging consumes their keys. Otherwise each rank gathers the records of its keys one by one from all unsorted
/// shares. `messages`: no rank reads another's memory.
bool records_follow(const ProblemForm& form, std::uint64_t ranks, bool messages);

/// Words of one rank's records on its device, in two guarded arrays, and their movement, which is enqueued in the
/// rank's stream. The device must be the current one for every call.
class RankRecords {
 public:
  /// Allocates memory for the records of `form`, the maximum. `follow`: see records_follow().
  RankRecords(DeviceMemory& rank, const ProblemForm& form, bool follow);

  /// Returns the device bytes that it needs in addition to the rank's keys.
  static std::uint64_t bytes(const ProblemForm& form, bool follow);

  /// Sets the current records: `count` of them, from number `first` among all.
  void place(std::uint64_t first, std::uint64_t count);
  std::uint64_t count() const { return count_; }
  void write(std::uint64_t word, std::span<const std::uint32_t> words);
  void read(std::uint64_t word, std::span<std::uint32_t> words) const;
  void keep();
  void load_kept();
  bool damaged() const;

  records::Source source() const { return {words(front()), first_, count_}; }
  /// Copies keys and numbers from the beginnings of rows to the rank's arrays.
  void extract(std::uint32_t row_words, std::uint32_t key_words);
  /// Transposes columns to rows, of the current records, and makes the back the front.
  void turn(std::uint32_t columns);

  using Launch = void (records::Launches::*)(const records::Gather&) const;
  /// Copies the share's records to the back, in the order of its sorted keys.
  void order_share(Launch launch, const data::RecordMemory& shape);
  /// Gathers the records of the rank's keys from all sources into the back.
  void gather(Launch launch, const data::RecordMemory& shape, std::span<const records::Source> sources);
  /// Records to send, and the destination of received ones.
  const std::uint32_t* sent() const { return words(front()); }
  std::uint32_t* arrivals() const { return words(back()); }

  /// Launches the kernels of a move without data: see DistributedRun::rehearse().
  void rehearse(Launch launch, const data::RecordMemory& shape, std::span<const records::Source> sources);

  /// Makes the back the front. The records are then those of the rank's part.
  void take_back() { side_ ^= 1; }

 private:
  const GuardedArray& front() const { return sides_[side_]; }
  const GuardedArray& back() const { return sides_[side_ ^ 1]; }
  static std::uint32_t* words(const GuardedArray& array) { return reinterpret_cast<std::uint32_t*>(array.data()); }
  const std::uint32_t* order() const;
  records::Gather call(const data::RecordMemory& shape, std::uint64_t n) const;

  DeviceMemory& rank_;
  ProblemForm form_;
  std::array<GuardedArray, 2> sides_;
  GuardedArray kept_;
  unsigned side_ = 0;
  std::uint64_t first_ = 0, count_ = 0;
};

}  // namespace texelsort::algorithms::distributed
