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

/// An array of a device between guard words.
class GuardedArray {
 public:
  GuardedArray() = default;
  GuardedArray(const cuda::Stream& stream, std::uint64_t bytes, std::string_view what);

  /// Aligned to 256 bytes.
  std::byte* data() const { return buffer_.size() > 0 ? buffer_.data() + guard_bytes : nullptr; }
  void write(const cuda::Stream& stream, std::uint64_t offset, std::span<const std::byte> bytes);
  void read(const cuda::Stream& stream, std::uint64_t offset, std::span<std::byte> bytes) const;
  bool damaged(const cuda::Stream& stream) const;

  static constexpr std::uint64_t guard_bytes = 256;
  static constexpr std::uint64_t bytes_for(std::uint64_t bytes) { return bytes > 0 ? bytes + 2 * guard_bytes : 0; }

 private:
  cuda::Buffer buffer_;
};

/// What one rank has on its device, and what it does there: all of it is queued in its stream. The device is the
/// present one whenever anything is called.
class DeviceMemory {
 public:
  /// `form`: as many keys as it has at the most.
  DeviceMemory(int ordinal, const ProblemForm& form, data::Order order, const CudaSettings& settings);

  static std::uint64_t bytes(const ProblemForm& form, const CudaSettings& settings);
  const cuda::Stream& stream() const { return stream_; }
  /// Elements that it has now, and where: those of its share or of its part, with what is free beside them as output.
  std::uint64_t count() const { return count_; }
  kernels::Arrays arrays() const;

  /// Elements that are all the same.
  void take_any(std::uint64_t count);
  void load(const data::StateView& state, std::uint64_t first, std::uint64_t count);
  /// Elements [first, first + count) into the state, from `place` on.
  void read(std::uint64_t first, std::uint64_t count, data::State& state, std::uint64_t place) const;
  void keep();
  void load_kept();
  std::optional<std::string> find_guard_damage() const;

  void mark() { mark_.record(stream_); }
  bool reached_mark() const { return mark_.reached(); }
  /// Behind a phase of its own work, number `phases` since all were idle: of what is queued for it, only that of
  /// earlier phases may wait for other ranks.
  void come(std::uint64_t phase);
  bool has_come(std::uint64_t phase) const { return came_[phase].reached(); }
  /// What is queued from now on never begins: a test of what waits.
  void hang();

  /// All that it has, stable: by Onesweep.
  void sort();

  /// There is room for the order of a share from now on.
  void make_room_for_order();
  /// The payload of what has just been sorted is kept as the order of the share; the numbers of the places, from
  /// `first` on, are the payload now.
  void number_places(std::uint64_t first);
  const std::uint32_t* order() const { return reinterpret_cast<const std::uint32_t*>(order_of_share_.data()); }
  void write_order(std::span<const std::uint64_t> order);
  void read_order(std::span<std::uint64_t> order) const;

  /// Puts its own of the pivots in place, and 0 in place of the others; then the pivots' ranks into row `rank` of
  /// `ranks`, with zeros in the other rows.
  void tell(std::span<const Pivot> pivots, const std::vector<Range>& ranges, std::uint64_t rank, std::uint64_t ranks);
  void rank_pivots();
  std::uint64_t* pivot_codes() const { return call_.codes; }
  std::uint64_t* pivot_counts() const { return counts_; }
  /// Counts of all ranks, to the host's memory, where they are once the stream has come so far.
  void queue_counts(std::uint64_t count);
  Numbers counts_here(std::uint64_t count) const;

  /// Where the sequences will start that come from the ranks, and the end of the last.
  void expect(const Numbers& starts);
  /// Elements that stay here go to the back, as all do that come.
  void keep_own(std::uint64_t first, std::uint64_t place, std::uint64_t count);
  struct Way {
    std::uint64_t from = 0, to = 0;
  };
  /// Elements from one rank's front to another one's back. Null: what another process has, which knows where it is.
  static void add_messages(const DeviceMemory* sender, const DeviceMemory* receiver, const Way& way,
                           std::uint64_t first, std::uint64_t place, std::uint64_t count,
                           std::vector<cuda::Communicator::Message>& messages);
  /// The back is the front: what came.
  void take_received();

  /// A round of merging neighbouring sequences.
  void merge(std::uint64_t round);

  /// Sequences that become one in a round of merging.
  static std::uint64_t ways(std::uint64_t ranks) { return ranks > 2 ? 4 : 2; }
  using Ranks = std::vector<std::unique_ptr<DeviceMemory>>;
  /// Finds where equal parts begin in every rank's share, which start there among all, by reading them.
  void queue_splitters(const Ranks& ranks, const Numbers& shares);
  /// A row a part and one more, of a number a share: how many of its keys come before.
  Numbers read_splitters(std::uint64_t ranks) const;
  /// The first round of merging; the keys are in the ranks' shares still, from `firsts` on, and would come to `starts`.
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
  /// Tells the device where sequences stand in the ranks' shares.
  void point_at(const Ranks& ranks, const Numbers& starts, const Numbers& firsts);
  /// The host waits for nothing: another rank may be what the stream waits for.
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
  cuda::Buffer tables_;   ///< Onesweep's
  cuda::Buffer pivots_;   ///< owners, places, ranges, codes and counts
  cuda::Buffer merging_;  ///< starts and splitters
  cuda::Buffer sources_;  ///< where the ranks' shares are
  PivotCall call_;
  std::uint64_t* counts_ = nullptr;
  cuda::PinnedBuffer counts_here_;
  cuda::Outbox outbox_;
  cuda::Event mark_;
  std::deque<cuda::Event> came_;
};

}  // namespace texelsort::algorithms::distributed
