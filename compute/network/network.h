#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace texelsort::network {

/// Compares two places, low < high. The smaller key goes to `low`, or to `high` when reversed.
struct Comparator {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  bool reversed = false;
  bool operator==(const Comparator&) const = default;
};

/// A regular set of comparators, the form in which a step reaches shaders: in every block b = 0, 1, ... and for every
/// lane k in [0, length), low = first + b * period + k and high = low + distance, or, when mirrored, high = first + b *
/// period + distance - k (the first half against the reversal of the second). A fence leaves out the comparators that
/// would cross one of its multiples. `flip` and `reversed` say which comparators are reversed: those whose low place
/// has an odd number of the bits of `flip` set, or, when `reversed`, those with an even number.
struct Pattern {
  std::uint64_t first = 0;
  std::uint64_t period = 2;    ///< places from block to block; a power of two, so that shaders mask instead of divide
  std::uint64_t length = 1;    ///< comparators a block
  std::uint64_t distance = 1;  ///< from low to high at lane 0
  bool mirrored = false;
  std::uint64_t fence = 0;  ///< none, or a power of two: only comparators with low / fence == high / fence exist
  std::uint64_t flip = 0;   ///< a mask of the low place's bits; 0: all comparators point the same way
  bool reversed = false;
  bool operator==(const Pattern&) const = default;

  /// Whether there may be comparators that put the larger key first.
  bool is_directed() const { return flip != 0 || reversed; }
};

/// The comparator of the pattern that touches place i, whatever n is.
std::optional<Comparator> comparator_at(const Pattern& pattern, std::uint64_t i);

/// What a step has made true of the data, in one sentence, and its test on the keys' codes: nothing, or the first
/// index at which it does not hold.
struct StepClaim {
  std::string sentence;
  std::function<std::optional<std::uint64_t>(std::span<const std::uint64_t> codes)> first_violation;
};

/// Disjoint comparators that work at the same time: those of the patterns and those listed.
struct Step {
  std::string label;
  std::vector<Pattern> patterns;
  StepClaim claim;
  std::vector<Comparator> listed{};  ///< of irregular networks; in ascending order of low
};

/// A named group of steps, as the source names it: "stage 3".
struct Stage {
  std::string name;
  std::vector<Step> steps;
};

/// A comparator network on n places. A comparator whose high place is at or past n is no comparator: patterns may reach
/// beyond n, and so may listed comparators.
struct Network {
  std::string id;
  std::uint64_t n = 0;
  std::vector<Stage> stages;
};

/// The comparator of the step that touches place i in a network of n places, if any. Constant time a pattern; a place
/// that is no listed comparator's low end costs a walk over the listed ones.
std::optional<Comparator> comparator_at(const Step& step, std::uint64_t i, std::uint64_t n);

/// Whether no comparator is reversed. Then places past n, if there were any, would hold the largest keys for ever.
bool one_way(const Step& step);

/// Calls `visit` for every comparator of the step in a network of n places, in ascending order of `low` within a
/// pattern and within the listed ones.
void for_each_comparator(const Step& step, std::uint64_t n, const std::function<void(const Comparator&)>& visit);

/// All of them, listed; for drawing, printing and tests of small networks.
std::vector<Comparator> comparators(const Step& step, std::uint64_t n);

/// Number of comparators of one step in a network of n places, counted from the patterns in constant time a pattern; a
/// fence costs time n / fence, or n when the pattern is also mirrored.
std::uint64_t count_comparators(const Step& step, std::uint64_t n);

/// The CPU reference of one pass: exchanges codes (and payload, unless empty) as the step says. Equal codes stay where
/// they are.
void apply(const Step& step, std::span<std::uint64_t> codes, std::span<std::uint64_t> payload);

}  // namespace texelsort::network
