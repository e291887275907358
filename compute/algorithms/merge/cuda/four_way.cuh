#pragma once

#include "compute/algorithms/merge/cuda/merge.cuh"
#include "compute/cuda/kernel.h"

/// Pipelined four-way merging (section 5.3.5). Two first-level mergers fill buffers of one block each. A third merger,
/// the head, merges the blocks in these buffers.
namespace texelsort::algorithms::merge::device {
namespace {

/// First-level merger, which merges two of the four sequences.
template <typename Typed, MergeNetwork network>
struct LevelMerger {
  using Word = typename Typed::Word;
  using Payload = typename Typed::Payload;
  using Buffer = BlockMerger<Typed, network, false>;

  static constexpr std::uint64_t shared_bytes(unsigned width) {
    std::uint64_t bytes = buffer_bytes<Buffer>(width) + sizeof(std::uint64_t) + width * sizeof(Word);
    if (has_payload<Payload>) bytes += width * sizeof(Payload);
    return bytes;
  }

  Team team;
  Buffer buffer;
  volatile unsigned* next;
  Elements<Word, Payload> block;  ///< buffer between the first level and the head
  unsigned count = 0;
  Feed<Typed> a, b;

  __device__ LevelMerger(const Typed& typed, const Team& whose, bool stable, SharedMemory& memory)
      : team(whose),
        buffer(whose, typed, stable, memory),
        next(memory.take<unsigned>(1)),
        block(memory.take_elements<Word, Payload>(whose.width)),
        a(typed, whose, {}),
        b(typed, whose, {}) {}

  /// Begins a merge. The team must synchronise between two calls of begin(), and between begin() and advance().
  __device__ void begin(IndexRange one, IndexRange other) {
    a.restart(one);
    b.restart(other);
    decide();
  }
  __device__ void start() {
    const unsigned origin = *next, taken = block_of(origin);
    buffer.start(take(origin), taken, origin);
  }
  __device__ void decide() {
    if (team.rank == 0) *next = b_is_next(a, b);
  }
  /// Fills `block` with the next merged elements. The team must synchronise before and after.
  __device__ void advance() {
    const auto emit = [this](unsigned i, const Element<Word, Payload>& element) { put_down(block, i, element); };
    if (a.empty() && b.empty()) {
      count = buffer.finish(emit);
      return;
    }
    const unsigned origin = *next, taken = block_of(origin);
    buffer.place(take(origin), taken, origin);
    team.sync();
    buffer.merge(taken, origin, emit);
    decide();
    count = buffer.flush(taken, emit);
  }

 private:
  __device__ unsigned block_of(unsigned origin) const { return origin == 0 ? a.block() : b.block(); }
  __device__ Element<Word, Payload> take(unsigned origin) { return origin == 0 ? a.take() : b.take(); }
};

template <typename Typed, MergeNetwork network>
struct FourWayMerger {
  using Level = LevelMerger<Typed, network>;
  using Head = BlockMerger<Typed, network, true>;
  static constexpr unsigned ways = 4;
  static constexpr unsigned most_threads = 256;
  static constexpr unsigned resident_blocks = 2;

  static constexpr std::uint64_t shared_bytes(unsigned width) {
    return 2 * Level::shared_bytes(width) + buffer_bytes<Head>(width);
  }

  const Typed& arrays;
  const Team& team;
  SharedMemory memory;
  Level one, other;   ///< first-level mergers: `one` advances in this step
  unsigned turn = 0;  ///< 1 if `one` is the right one of the two mergers, else 0
  Head head;

  __device__ FourWayMerger(const Typed& typed, const Team& whose, bool stable, SharedMemory shared)
      : arrays(typed),
        team(whose),
        memory(shared),
        one(typed, whose, stable, memory),
        other(typed, whose, stable, memory),
        head(whose, typed, stable, memory) {}

  __device__ void merge(const IndexRange (&ranges)[4], std::uint64_t place) {
    if (copy_one(ranges, place)) return;
    turn_to(0);
    one.begin(ranges[0], ranges[1]);
    other.begin(ranges[2], ranges[3]);
    team.sync();
    one.start();
    other.start();
    team.sync();
    one.decide();
    other.decide();
    team.sync();
    // The head starts at step 2, because it needs a block of each first-level merger to choose the next block.
    for (unsigned step = 0;; ++step) {
      const Output<Typed> output{arrays, place};
      unsigned count = 0;
      if (step < 2) {
        turn_to(step);
      } else {
        if (one.count == 0 && other.count == 0) break;
        if (other_is_next()) turn_to(turn ^ 1);
        count = one.count;
        const auto own = team.rank < count ? pick_up(one.block, team.rank) : Element<Word, Payload>{};
        if (step == 2) {
          head.start(own, count, turn);
        } else {
          head.place(own, count, turn);
        }
        team.sync();
        if (step > 2) head.merge(count, turn, output);
      }
      one.advance();
      team.sync();
      if (step > 2) place += head.flush(count, output);
    }
    head.finish(Output<Typed>{arrays, place});
    team.sync();
  }

 private:
  using Word = typename Typed::Word;
  using Payload = typename Typed::Payload;

  __device__ bool copy_one(const IndexRange (&ranges)[4], std::uint64_t place) const {
    unsigned filled = 0;
    IndexRange last;
#pragma unroll
    for (unsigned i = 0; i < ways; ++i) {
      if (ranges[i].length() == 0) continue;
      ++filled;
      last = ranges[i];
    }
    if (filled > 1) return false;
    copy_range(arrays, team, last, place);
    return true;
  }
  __device__ void turn_to(unsigned right) {
    if (turn == right) return;
    const Level before = one;
    one = other;
    other = before;
    turn = right;
  }
  /// Returns whether the head's next block comes from `other`. Among equals, the left merger's block comes first.
  __device__ bool other_is_next() const {
    if (one.count == 0 || other.count == 0) return one.count == 0;
    const auto mine = one.block.keys[0], theirs = other.block.keys[0];
    return turn == 0 ? arrays.less(theirs, mine) : !arrays.less(mine, theirs);
  }
};

template <typename Word>
struct FourWayKernels final : BlockMergeLaunchesOf<FourWayLaunches, Word, FourWayMerger> {};

}  // namespace
}  // namespace texelsort::algorithms::merge::device
