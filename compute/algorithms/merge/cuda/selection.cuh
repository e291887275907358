#pragma once

#include "compute/algorithms/cuda/kernels/merge_block.cuh"
#include "compute/algorithms/cuda/kernels/partition_point.cuh"
#include "compute/algorithms/cuda/kernels/scan.cuh"
#include "compute/algorithms/merge/cuda/launch.h"
#include "compute/cuda/kernel.h"
#include "compute/data/mix.h"

/// Multiway selection by one team of threads per splitter (section 5.2). Each thread processes a range of adjacent
/// sequences, so that the number of sequences is unlimited.
namespace texelsort::algorithms::merge::device {
namespace {

using kernels::Team;

struct SelectArguments {
  Parts parts;
  std::uint64_t columns;  ///< number of sequences in which a selection searches
  std::uint64_t* splitters;
  std::uint64_t* sums;
  std::uint64_t* scratch;  ///< state of the selections; null if shared memory has it
  std::uint32_t seed;
  bool even;  ///< quick select draws pivots evenly from all elements (true) or from all sequences (false)
};

inline constexpr unsigned most_team_warps = 8;

/// Element of a sequence that is compared. sequence == none: no element.
template <typename Word>
struct Sample {
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  Word code;
  std::uint32_t sequence;
};

/// Shared memory for values that one thread broadcasts, or that warps exchange.
template <typename Word>
struct TeamShared {
  Word codes[most_team_warps];
  std::uint32_t sequences[most_team_warps];
  std::uint64_t numbers[most_team_warps];
  std::uint64_t told[2];
  Word pivot;
};

using Sums = kernels::Scanned<std::uint64_t>;

/// Selection of one team. Each array of its state has one entry per sequence. A thread accesses only the entries of its
/// own sequences.
template <typename Typed>
struct Selecting {
  using Word = typename Typed::Word;

  const Typed& arrays;
  const SelectArguments& arguments;
  TeamShared<Word>& shared;
  Team team;
  std::uint64_t* state;
  std::uint64_t columns;
  std::uint64_t first_sequence = 0, target = 0;
  std::uint64_t own_first = 0, own_last = 0;

  __device__ void stand_at(std::uint64_t part) {
    const Parts& parts = arguments.parts;
    const std::uint64_t place = parts.target(part), group = parts.once ? 0 : parts.group_of(place);
    columns = arguments.columns;
    first_sequence = group * columns;
    target = place - parts.start(first_sequence);
    const std::uint64_t each = (columns + team.width - 1) / team.width;
    own_first = min(each * team.rank, columns);
    own_last = min(own_first + each, columns);
  }
  __device__ std::uint64_t start(std::uint64_t i) const { return arguments.parts.start(first_sequence + i); }
  __device__ std::uint64_t length(std::uint64_t i) const { return start(i + 1) - start(i); }
  __device__ Word element(std::uint64_t i, std::uint64_t position) const { return arrays.load(start(i) + position); }

  __device__ std::uint64_t& lower(std::uint64_t i) const { return state[i]; }
  __device__ std::uint64_t& upper(std::uint64_t i) const { return state[columns + i]; }
  /// For Algorithm 1: number of currently selected elements of sequence i, and the key of the last one.
  __device__ std::uint64_t& taken(std::uint64_t i) const { return state[2 * columns + i]; }
  __device__ std::uint64_t& sample(std::uint64_t i) const { return state[3 * columns + i]; }
  /// For Algorithm 3: numbers of elements of sequence i that are below the pivot, and not above it.
  __device__ std::uint64_t& below(std::uint64_t i) const { return state[2 * columns + i]; }
  __device__ std::uint64_t& through(std::uint64_t i) const { return state[3 * columns + i]; }

  /// Returns the sum of `own` over the preceding threads of the team, and the sum over all threads.
  __device__ Sums scan(std::uint64_t own) const { return kernels::exclusive_scan(team, own, shared.numbers); }

  // Functions of Algorithm 1 (selection by samples):

  /// Selects half of the undecided elements of sequence i, rounded up.
  __device__ void take_half(std::uint64_t i) const { taken(i) = lower(i) + (upper(i) - lower(i) + 1) / 2; }

  /// Returns the better sample: the smaller with `grow`, else the greater. The first (grow) or last sequence wins ties.
  __device__ Sample<Word> better(const Sample<Word>& one, const Sample<Word>& other, bool grow) const {
    if (one.sequence == Sample<Word>::none) return other;
    if (other.sequence == Sample<Word>::none) return one;
    const bool less = arrays.less(one.code, other.code), greater = arrays.less(other.code, one.code);
    if (less || greater) return less == grow ? one : other;
    return (one.sequence < other.sequence) == grow ? one : other;
  }
  /// Returns the best sample of all threads. Has one barrier. Another barrier must precede the next call.
  __device__ Sample<Word> best(bool grow) {
    Sample<Word> found{Word{}, Sample<Word>::none};
    for (std::uint64_t i = own_first; i < own_last; ++i) {
      if (taken(i) == lower(i)) continue;
      found = better(found, {static_cast<Word>(sample(i)), static_cast<std::uint32_t>(i)}, grow);
    }
    for (unsigned step = 16; step > 0; step /= 2) {
      const Word code = __shfl_xor_sync(kernels::every_lane, found.code, step);
      const std::uint32_t sequence = __shfl_xor_sync(kernels::every_lane, found.sequence, step);
      found = better(found, {code, sequence}, grow);
    }
    if (team.warps() == 1) return found;
    if (team.lane() == 0) {
      shared.codes[team.warp()] = found.code;
      shared.sequences[team.warp()] = found.sequence;
    }
    team.sync();
    for (unsigned w = 0; w < team.warps(); ++w) found = better(found, {shared.codes[w], shared.sequences[w]}, grow);
    return found;
  }

  /// Executes Algorithm 1. While at most `target` elements are selected, the smallest sample belongs to the selection.
  /// Otherwise the greatest sample does not. Elements before a selected element of their sequence are also selected.
  __device__ void select_by_samples() {
    std::uint64_t own_taken = 0;
    for (std::uint64_t i = own_first; i < own_last; ++i) {
      lower(i) = 0;
      upper(i) = length(i);
      taken(i) = min(upper(i), std::uint64_t{1});
      own_taken += taken(i);
      if (taken(i) > 0) sample(i) = element(i, 0);
    }
    std::uint64_t most = scan(own_taken).all, least = 0;
    Word known{};
    bool knows = false;
    while (least != target) {
      const bool grow = most <= target;
      const Sample<Word> found = best(grow);
      const std::uint64_t i = found.sequence;
      if (grow) {
        known = found.code;
        knows = true;
      }
      if (own_first <= i && i < own_last) {
        const std::uint64_t least_before = lower(i), most_before = taken(i);
        if (grow) {
          lower(i) = taken(i);
          take_half(i);
          if (taken(i) > lower(i)) sample(i) = element(i, taken(i) - 1);
        } else {
          shrink(i, known, knows);
        }
        shared.told[0] = lower(i) - least_before;
        shared.told[1] = taken(i) - most_before;  // may be negative, modulo 2^64
      }
      team.sync();
      least += shared.told[0];
      most += shared.told[1];
      team.sync();
    }
    for (std::uint64_t i = own_first; i < own_last; ++i) taken(i) = lower(i);
  }
  __device__ void shrink(std::uint64_t i, Word known, bool knows) const {
    upper(i) = taken(i) - 1;
    take_half(i);
    while (taken(i) > lower(i)) {
      const Word code = element(i, taken(i) - 1);
      sample(i) = code;
      if (!knows || !arrays.less(code, known)) return;
      lower(i) = taken(i);
      take_half(i);
    }
  }

  // Functions of Algorithm 3 (quick select):

  /// Returns how many elements of sequence i, up to `last`, precede the pivot. With `ties`, equal elements also count.
  __device__ std::uint64_t rank(std::uint64_t i, std::uint64_t first, std::uint64_t last, Word pivot, bool ties) const {
    return kernels::partition_point(first, last, [&](std::uint64_t position) {
      const Word code = element(i, position);
      return ties ? arrays.less(pivot, code) : !arrays.less(code, pivot);
    });
  }
  __device__ std::uint64_t weight(std::uint64_t i) const {
    return arguments.even ? upper(i) - lower(i) : min(length(i), std::uint64_t{1});
  }
  /// Draws a pivot. even: any undecided element. Otherwise: draws any sequence, and then one of its undecided elements.
  /// If it has none, the pivot is its element at the bound, and the step decides nothing, as in the thesis.
  __device__ Word draw_pivot(std::uint64_t draw) {
    std::uint64_t own = 0;
    for (std::uint64_t i = own_first; i < own_last; ++i) own += weight(i);
    const Sums sums = scan(own);
    const std::uint64_t random = data::split_mix(draw);
    std::uint64_t drawn = __umul64hi(random, sums.all);
    if (drawn >= sums.before && drawn < sums.before + own) {
      drawn -= sums.before;
      std::uint64_t i = own_first;
      for (; drawn >= weight(i); ++i) drawn -= weight(i);
      const std::uint64_t undecided = max(upper(i) - lower(i), std::uint64_t{1});
      const std::uint64_t position = arguments.even ? drawn : __umul64hi(data::split_mix(random), undecided);
      shared.pivot = element(i, min(lower(i) + position, length(i) - 1));
    }
    team.sync();
    return shared.pivot;
  }
  __device__ void select_by_pivots(std::uint64_t part) {
    for (std::uint64_t i = own_first; i < own_last; ++i) {
      lower(i) = 0;
      upper(i) = below(i) = through(i) = length(i);
    }
    std::uint64_t low = scan(own_sum([this](std::uint64_t i) { return length(i); })).all, high = low;
    if (target == 0) {
      for (std::uint64_t i = own_first; i < own_last; ++i) below(i) = through(i) = 0;
      low = high = 0;
    }
    const std::uint64_t seed = data::split_mix((std::uint64_t{arguments.seed} << 32) + part);
    for (std::uint64_t step = 0; low > target || high < target; ++step) {
      const Word pivot = draw_pivot(seed + step);
      for (std::uint64_t i = own_first; i < own_last; ++i) {
        through(i) = rank(i, lower(i), upper(i), pivot, true);
        below(i) = rank(i, lower(i), through(i), pivot, false);
      }
      low = scan(own_sum([this](std::uint64_t i) { return below(i); })).all;
      high = scan(own_sum([this](std::uint64_t i) { return through(i); })).all;
      for (std::uint64_t i = own_first; i < own_last; ++i) {
        if (high < target) lower(i) = through(i);
        if (low > target) upper(i) = below(i);
      }
    }
    // The elements still missing equal the pivot. The first sequences that have such elements supply them.
    const std::uint64_t gap = target - low;
    std::uint64_t before = scan(own_sum([this](std::uint64_t i) { return through(i) - below(i); })).before;
    for (std::uint64_t i = own_first; i < own_last; ++i) {
      const std::uint64_t equal = through(i) - below(i);
      taken(i) = below(i) + min(equal, gap - min(gap, before));
      before += equal;
    }
  }
  template <typename Number>
  __device__ std::uint64_t own_sum(Number number) const {
    std::uint64_t sum = 0;
    for (std::uint64_t i = own_first; i < own_last; ++i) sum += number(i);
    return sum;
  }

  /// Writes the part's row of splitters: the number of selected elements of each sequence.
  __device__ void write(std::uint64_t part) {
    for (std::uint64_t i = own_first; i < own_last; ++i) arguments.splitters[part * columns + i] = taken(i);
    if (!arguments.parts.once) return;
    std::uint64_t* sums = arguments.sums + part * (columns + 1);
    std::uint64_t before = scan(own_sum([this](std::uint64_t i) { return taken(i); })).before;
    for (std::uint64_t i = own_first; i < own_last; ++i) {
      sums[i] = before;
      before += taken(i);
    }
    if (own_last == columns && own_first < own_last) sums[columns] = before;
  }
};

}  // namespace
}  // namespace texelsort::algorithms::merge::device
