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

/// Whether each share's records are put in the order of its keys first, and then go from rank to rank in ranges, as
/// the merging takes their keys; `messages`: nobody reads another one's memory. Else each rank gathers the records that
/// belong to its keys out of all shares as they are, one by one.
bool records_follow(const ProblemForm& form, std::uint64_t ranks, bool messages);

/// The words of the records that one rank has on its device, in two arrays between guard words, and what it does with
/// them: all of it is queued in the rank's stream. The device is the present one whenever anything is called.
class RankRecords {
 public:
  /// As many records as it has at the most, as `form` has them. `follow`: see records_follow().
  RankRecords(DeviceMemory& rank, const ProblemForm& form, bool follow);

  /// What this takes on the device beside the rank's keys.
  static std::uint64_t bytes(const ProblemForm& form, bool follow);

  /// Has `count` records now, the first of which has that number among all.
  void place(std::uint64_t first, std::uint64_t count);
  std::uint64_t count() const { return count_; }
  void write(std::uint64_t word, std::span<const std::uint32_t> words);
  void read(std::uint64_t word, std::span<std::uint32_t> words) const;
  void keep();
  void load_kept();
  bool damaged() const;

  records::Source source() const { return {words(front()), first_, count_}; }
  /// Keys and numbers from the beginnings of rows to where the rank's keys are.
  void extract(std::uint32_t row_words, std::uint32_t key_words);
  /// Columns become rows, of the present records; the back is the front.
  void turn(std::uint32_t columns);

  using Launch = void (records::Launches::*)(const records::Gather&) const;
  /// The records of the share go to the back, in the order of its sorted keys.
  void order_share(Launch launch, const data::RecordMemory& shape);
  /// The records that belong to the rank's keys, out of all that the sources have, go to the back.
  void gather(Launch launch, const data::RecordMemory& shape, std::span<const records::Source> sources);
  /// What is sent to others, and where what they send is put.
  const std::uint32_t* sent() const { return words(front()); }
  std::uint32_t* arrivals() const { return words(back()); }

  /// Launches what a move launches, on nothing: see DistributedRun::rehearse().
  void rehearse(Launch launch, const data::RecordMemory& shape, std::span<const records::Source> sources);

  /// The back is the front; the records are those of the rank's part.
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
