#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compute/algorithms/distributed/device_memory.h"
#include "compute/algorithms/records/cuda/launch.h"
#include "compute/cuda/buffer.h"
#include "compute/data/records.h"

namespace texelsort::algorithms::distributed {

/// The words of the records that one rank has on its device, in two arrays between guard words, and what it does with
/// them: all of it is queued in the rank's stream. The device is the present one whenever anything is called.
class RankRecords {
 public:
  /// As many records as it has at the most, as `form` has them. `messages`: others' records come by messages, and
  /// nobody reads another one's memory.
  RankRecords(DeviceMemory& rank, const ProblemForm& form, bool messages);

  /// What this takes on the device beside the rank's keys.
  static std::uint64_t bytes(const ProblemForm& form, bool messages);

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
  /// The records that belong to the rank's keys, out of all ranks' memory, go to the back.
  void gather(Launch launch, const data::RecordMemory& shape, std::span<const records::Source> sources);

  /// The numbers of the records that belong to its keys, in order, so that those of one rank stand side by side; and
  /// where each will stand when all that come do so in this order.
  void ask();
  const std::byte* asked() const { return words_of(numbers_[side_of_numbers_]); }
  /// Where the numbers go that others ask for; as many as it has records, those of the first rank first.
  std::byte* wanted() const { return words_of(numbers_[side_of_numbers_ ^ 1]); }
  /// Records that others ask for go to the back, in their order.
  void answer(const data::RecordMemory& shape);
  const std::byte* answers() const { return reinterpret_cast<const std::byte*>(words(back())); }
  /// Where what comes is put: what was there is not needed any more.
  std::byte* arrivals() const { return reinterpret_cast<std::byte*>(words(front())); }
  /// Puts what has come in the order of the keys.
  void arrange(Launch launch, const data::RecordMemory& shape);

  /// Launches all that a move launches, on nothing or on few records: see DistributedRun::rehearse(). The rank has
  /// indices; the records may be lost.
  void rehearse(Launch launch, const data::RecordMemory& shape, std::span<const records::Source> sources);

  /// The back is the front; the records are those of the rank's part.
  void take_back() { side_ ^= 1; }

 private:
  const GuardedArray& front() const { return sides_[side_]; }
  const GuardedArray& back() const { return sides_[side_ ^ 1]; }
  static std::uint32_t* words(const GuardedArray& array) { return reinterpret_cast<std::uint32_t*>(array.data()); }
  static std::byte* words_of(const cuda::Buffer& buffer) { return buffer.data(); }
  const std::uint32_t* order() const;
  records::Gather call(const data::RecordMemory& shape, std::uint64_t n) const;

  DeviceMemory& rank_;
  ProblemForm form_;
  std::array<GuardedArray, 2> sides_;
  GuardedArray kept_;
  unsigned side_ = 0, side_of_numbers_ = 0;
  std::uint64_t first_ = 0, count_ = 0;
  std::array<cuda::Buffer, 2> numbers_, places_;  ///< of what is asked for, and beside them
  cuda::Buffer tables_;                           ///< of Onesweep
};

}  // namespace texelsort::algorithms::distributed
