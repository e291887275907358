#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compute/algorithms/core/run.h"
#include "compute/algorithms/cuda/kernels/arrays.h"
#include "compute/algorithms/distributed/cuda/launch.h"
#include "compute/algorithms/distributed/ranks.h"
#include "compute/algorithms/merge/schedule.h"
#include "compute/cuda/buffer.h"
#include "compute/cuda/communicator.h"
#include "compute/cuda/event.h"
#include "compute/cuda/pinned.h"
#include "compute/cuda/stream.h"

namespace texelsort::algorithms::distributed {

/// Array on a device, with guard words before and after the data.
class GuardedArray {
 public:
  GuardedArray() = default;
  GuardedArray(const cuda::Stream& stream, std::uint64_t bytes, std::string_view what);

  /// Returns the device address of the data, which is aligned to 256 bytes.
  std::byte* data() const { return buffer_.size() > 0 ? buffer_.data() + guard_bytes : nullptr; }
  void write(const cuda::Stream& stream, std::uint64_t offset, std::span<const std::byte> bytes);
  void read(const cuda::Stream& stream, std::uint64_t offset, std::span<std::byte> bytes) const;
  bool damaged(const cuda::Stream& stream) const;

  static constexpr std::uint64_t guard_bytes = 256;
  static constexpr std::uint64_t bytes_for(std::uint64_t bytes) { return bytes > 0 ? bytes + 2 * guard_bytes : 0; }

 private:
  cuda::Buffer buffer_;
};

/// Memory of one rank on its device, and operations on this memory. The operations are enqueued in the rank's stream.
/// For every call, the rank's device must be the current device.
class DeviceMemory {
 public:
  /// Allocates the memory of a rank. `form` must have the maximum number of keys.
  DeviceMemory(int ordinal, const ProblemForm& form, data::Order order, const CudaSettings& settings);

  static std::uint64_t bytes(const ProblemForm& form, const CudaSettings& settings);
  const cuda::Stream& stream() const { return stream_; }
  /// Returns the number of elements in this rank: its share before the exchange, its part afterwards. arrays()
  /// describes them to kernels, with the front arrays as input and the back arrays as output.
  std::uint64_t count() const { return count_; }
  kernels::Arrays arrays() const;

  /// Fills the rank's memory with `count` equal elements.
  void take_any(std::uint64_t count);
  void load(const data::StateView& state, std::uint64_t first, std::uint64_t count);
  /// Copies elements [first, first + count) of the rank to `state`, from position `place` of `state` on.
  void read(std::uint64_t first, std::uint64_t count, data::State& state, std::uint64_t place) const;
  void keep();
  void load_kept();
  std::optional<std::string> find_guard_damage() const;

  void mark() { mark_.record(stream_); }
  bool reached_mark() const { return mark_.reached(); }
  /// Marks the end of a phase of this rank's work by an event, so that a hanging rank can be found. `phase` counts from
  /// the last time when all ranks were idle. A phase may wait only for earlier phases of other ranks.
  void come(std::uint64_t phase);
  bool has_come(std::uint64_t phase) const { return came_[phase].reached(); }
  /// Makes all later work of the rank hang, for tests of timeouts.
  void hang();

  /// Sorts all elements of the rank stably by Onesweep.
  void sort();

  /// Allocates memory for the order of the rank's share, by which records follow their keys.
  void make_room_for_order();
  /// Stores the payload of the sorted share, which is the order of its records. Then replaces the payload by positions,
  /// from `first` on.
  void number_places(std::uint64_t first);
  const std::uint32_t* order() const { return reinterpret_cast<const std::uint32_t*>(order_of_share_.data()); }
  void write_order(std::span<const std::uint64_t> order);
  void read_order(std::span<std::uint64_t> order) const;

  /// Enqueue a selection round. tell() writes the encoded keys of this rank's pivots, and 0 for pivots of other ranks.
  /// rank_pivots() counts the share's keys below each pivot in row `rank` of `ranks` rows, and zeros the other rows. A
  /// sum over all ranks then completes both tables.
  void tell(std::span<const Pivot> pivots, const std::vector<Range>& ranges, std::uint64_t rank, std::uint64_t ranks);
  void rank_pivots();
  std::uint64_t* pivot_codes() const { return call_.codes; }
  std::uint64_t* pivot_counts() const { return counts_; }
  /// Enqueues a copy of the counts of all ranks to the host. After the stream has executed the copy, counts_here()
  /// returns the counts.
  void queue_counts(std::uint64_t count);
  Numbers counts_here(std::uint64_t count) const;

  /// Sets the positions at which the sequences from each rank begin in this rank's part, and the end of the last.
  void expect(const Numbers& starts);
  /// Copies elements that do not leave the rank from the front to the back arrays, which also receive elements from
  /// other ranks.
  void keep_own(std::uint64_t first, std::uint64_t place, std::uint64_t count);
  struct Way {
    std::uint64_t from = 0, to = 0;
  };
  /// Adds messages from the front arrays of one rank to the back arrays of another rank. A null pointer means that the
  /// rank belongs to another process, which knows the rank's address.
  static void add_messages(const DeviceMemory* sender, const DeviceMemory* receiver, const Way& way,
                           std::uint64_t first, std::uint64_t place, std::uint64_t count,
                           std::vector<cuda::Communicator::Message>& messages);
  /// Makes the back arrays, which have the received elements, the front arrays.
  void take_received();

  /// Executes a merge round on neighbouring sequences of the rank's part.
  void merge(std::uint64_t round);

  /// Returns the number of sequences that a merge round merges into one.
  static std::uint64_t ways(std::uint64_t ranks) { return ranks > 2 ? 4 : 2; }
  using Ranks = std::vector<std::unique_ptr<DeviceMemory>>;
  /// Enqueues the search for the starts of equal parts in all shares. The kernel reads the shares of all ranks
  /// directly. `shares` has the start of each share among all keys.
  void queue_splitters(const Ranks& ranks, const Numbers& shares);
  /// Returns the splitters as `ranks` + 1 rows, one per part and one for the end. A row has one number per share, which
  /// is the number of the share's keys that precede the part.
  Numbers read_splitters(std::uint64_t ranks) const;
  /// Executes the first merge round directly from the shares of all ranks. The rank's part begins at the positions
  /// `firsts` of the shares. An exchange would store these keys from the positions `starts` on.
  void merge_shares(const Ranks& ranks, const Numbers& starts, const Numbers& firsts);

 private:
  struct Side {
    GuardedArray keys, payload;
  };
  Side& front() { return sides_[side_]; }
  Side& back() { return sides_[side_ ^ 1]; }
  const Side& front() const { return sides_[side_]; }
  const Side& back() const { return sides_[side_ ^ 1]; }
  void swap() { side_ ^= 1; }
  /// Sends the addresses of the sequences in the shares of all ranks to the device.
  void point_at(const Ranks& ranks, const Numbers& starts, const Numbers& firsts);
  /// Enqueues a copy of numbers to the device. The host never waits for the copy, because the stream may wait for
  /// another rank.
  template <typename Number>
  void queue_write(const cuda::Buffer& buffer, std::uint64_t offset, const std::vector<Number>& numbers);
  SharesCall shares_call(const merge::CudaPlan& plan, const merge::device::Parts& parts);
  void copy(const Side& from, std::uint64_t first, Side& to, std::uint64_t place, std::uint64_t count);

  ProblemForm form_;
  data::Order order_;
  CudaSettings settings_;
  std::uint64_t key_bytes_, payload_bytes_, count_ = 0, kept_count_ = 0;
  cuda::Stream stream_;
  std::array<Side, 2> sides_;
  Side kept_;
  GuardedArray order_of_share_;
  unsigned side_ = 0;
  Numbers starts_;
  cuda::Buffer tables_;   ///< tables of Onesweep
  cuda::Buffer pivots_;   ///< table of the pivots' owners, positions, ranges, codes and counts
  cuda::Buffer merging_;  ///< starts and splitters of sequences
  cuda::Buffer sources_;  ///< addresses of the shares of all ranks
  PivotCall call_;
  std::uint64_t* counts_ = nullptr;
  cuda::PinnedBuffer counts_here_;
  cuda::Outbox outbox_;
  cuda::Event mark_;
  std::deque<cuda::Event> came_;
};

}  // namespace texelsort::algorithms::distributed
