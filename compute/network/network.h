#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace texelsort::network {

/// A comparator of two places, low < high. The smaller key moves to `low`, or to `high` if reversed.
struct Comparator {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  bool reversed = false;
  bool operator==(const Comparator&) const = default;
};

/// A regular set of comparators, the form in which shaders receive a step. Blocks are b = 0, 1, ..., and lanes are k in
/// [0, length). A comparator has low = first + b * period + k and high = low + distance. If mirrored, high = first + b
/// * period + distance - k, which compares the first half with the reversal of the second. A fence removes the
/// comparators that would cross one of its multiples. A comparator is reversed if its low place has an odd number of
/// the bits of `flip`; if `reversed` is set, an even number.
struct Pattern {
  std::uint64_t first = 0;
  std::uint64_t period = 2;  ///< places from block to block; a power of two, so that shaders can mask instead of divide
  std::uint64_t length = 1;  ///< comparators per block
  std::uint64_t distance = 1;  ///< places from the low to the high place in lane 0
  bool mirrored = false;
  std::uint64_t fence = 0;  ///< 0 (none) or a power of two: only comparators with low / fence == high / fence exist
  std::uint64_t flip = 0;   ///< mask for bits of the low place; 0: all comparators have the same direction
  bool reversed = false;
  bool operator==(const Pattern&) const = default;

  /// Returns whether comparators may put the larger key first.
  bool is_directed() const { return flip != 0 || reversed; }
};

/// Returns the pattern's comparator that uses place i, for an unlimited number of places.
std::optional<Comparator> comparator_at(const Pattern& pattern, std::uint64_t i);

/// Postcondition of a step: one sentence, and a test of the encoded keys. The test returns the first index that
/// violates the claim. Nothing if the claim holds.
struct StepClaim {
  std::string sentence;
  std::function<std::optional<std::uint64_t>(std::span<const std::uint64_t> codes)> first_violation;
};

/// Step of a network: disjoint comparators that can run at the same time. They are those of the patterns and the listed
/// ones.
struct Step {
  std::string label;
  std::vector<Pattern> patterns;
  StepClaim claim;
  std::vector<Comparator> listed{};  ///< comparators that no pattern describes, in ascending order of low
};

/// A named group of steps, with the name from the literature: "stage 3".
struct Stage {
  std::string name;
  std::vector<Step> steps;
};

/// A comparator network on n places. Comparators whose high place is n or more are ignored: patterns and listed
/// comparators may reach beyond n.
struct Network {
  std::string id;
  std::uint64_t n = 0;
  std::vector<Stage> stages;
};

/// Returns the step's comparator that uses place i in a network of n places, if any. Needs constant time per pattern.
/// Listed comparators are searched linearly, unless i is the low place of one.
std::optional<Comparator> comparator_at(const Step& step, std::uint64_t i, std::uint64_t n);

/// Returns whether no comparator is reversed. In that case, largest possible keys at places n and beyond would never
/// move.
bool one_way(const Step& step);

/// Calls `visit` for every comparator of the step in a network of n places: pattern by pattern, then the listed ones,
/// each in ascending order of `low`.
void for_each_comparator(const Step& step, std::uint64_t n, const std::function<void(const Comparator&)>& visit);

/// Returns all comparators of a step, for drawing, printing and tests of small networks.
std::vector<Comparator> comparators(const Step& step, std::uint64_t n);

/// Returns the number of comparators of a step in a network of n places. Needs constant time per pattern, n / fence
/// with a fence, and n with a fence and a mirrored pattern.
std::uint64_t count_comparators(const Step& step, std::uint64_t n);

/// Reference implementation of one pass on the CPU. Exchanges encoded keys, and payloads unless there are none. Equal
/// keys do not move.
void apply(const Step& step, std::span<std::uint64_t> codes, std::span<std::uint64_t> payload);

/// Returns a network that runs `copies` copies of `network` next to each other. Place i of copy x is place i * copies +
/// x, so that each comparator becomes one pattern. `copies` is a power of two. Steps have no claims.
Network repeated(const Network& network, std::uint64_t copies);

}  // namespace texelsort::network
