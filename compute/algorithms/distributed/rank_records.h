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

/// Returns whether records move in two steps. If so, the records of each share are first put in the order of the
/// share's keys. Then they move between ranks in ranges, in the order in which merging consumes their keys. Otherwise
/// each rank gathers the records of its keys one by one from all unsorted shares. `messages` is true if no rank can
/// read the memory of another rank.
bool records_follow(const ProblemForm& form, std::uint64_t ranks, bool messages);

/// Words of one rank's records on its device, in two guarded arrays, and operations that move the records. The
/// operations are enqueued in the rank's stream. For every call, the rank's device must be the current device.
class RankRecords {
 public:
  /// Allocates memory for the records of `form`, which has the maximum number of records. `follow` is the result of
  /// records_follow().
  RankRecords(DeviceMemory& rank, const ProblemForm& form, bool follow);

  /// Returns the bytes of device memory that the records need in addition to the rank's keys.
  static std::uint64_t bytes(const ProblemForm& form, bool follow);

  /// Sets which records this rank has: `count` records, of which the first has the number `first` among the records of
  /// all ranks.
  void place(std::uint64_t first, std::uint64_t count);
  std::uint64_t count() const { return count_; }
  void write(std::uint64_t word, std::span<const std::uint32_t> words);
  void read(std::uint64_t word, std::span<std::uint32_t> words) const;
  void keep();
  void load_kept();
  bool damaged() const;

  records::Source source() const { return {words(front()), first_, count_}; }
  /// Copies the key at the start of each record to the array of keys, and numbers the records in the payload.
  void extract(std::uint32_t row_words, std::uint32_t key_words);
  /// Transposes the columns of the rank's records to rows, and makes the back the front.
  void turn(std::uint32_t columns);

  using Launch = void (records::Launches::*)(const records::Gather&) const;
  /// Copies the records of the rank's share to the back, in the order of the share's sorted keys.
  void order_share(Launch launch, const data::RecordMemory& shape);
  /// Gathers the records of the rank's keys from all sources to the back.
  void gather(Launch launch, const data::RecordMemory& shape, std::span<const records::Source> sources);
  /// Return the addresses for messages: the start of the records that the rank sends, and of the memory for the records
  /// that it receives.
  const std::uint32_t* sent() const { return words(front()); }
  std::uint32_t* arrivals() const { return words(back()); }

  /// Launches the kernels of a move without records, so that CUDA loads them; see DistributedRun::rehearse().
  void rehearse(Launch launch, const data::RecordMemory& shape, std::span<const records::Source> sources);

  /// Swaps front and back after a move between ranks. The rank then has the records of its part.
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
