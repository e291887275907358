#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace texelsort::network {

/// Comparator of two places, low < high. The smaller key moves to `low`, or to `high` if `reversed` is true.
struct Comparator {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  bool reversed = false;
  bool operator==(const Comparator&) const = default;
};

/// Regular set of comparators, which is the form in which shaders receive a step. Block b = 0, 1, ... has lanes k in
/// [0, length). A comparator has low = first + b * period + k and high = low + distance. In a mirrored pattern, high =
/// first + b * period + distance - k. It compares the first half of a block with the reversed second half. A fence
/// removes the comparators that cross a multiple of the fence. A comparator is reversed if its low place has an odd
/// number of the bits of `flip`. If `reversed` is true, the number must be even instead.
struct Pattern {
  std::uint64_t first = 0;
  /// Distance of successive blocks in places; a power of two, so that shaders mask instead of dividing.
  std::uint64_t period = 2;
  std::uint64_t length = 1;    ///< number of comparators per block
  std::uint64_t distance = 1;  ///< distance from the low to the high place of lane 0
  bool mirrored = false;
  /// 0 for no fence, or a power of two; only comparators with low / fence == high / fence exist.
  std::uint64_t fence = 0;
  /// Mask of bits of the low place that reverse a comparator; 0: all comparators have the same direction.
  std::uint64_t flip = 0;
  bool reversed = false;
  bool operator==(const Pattern&) const = default;

  /// Returns whether any comparator may put the larger key at its low place.
  bool is_directed() const { return flip != 0 || reversed; }
};

/// Returns the comparator of a pattern that uses place i, for an unlimited number of places. Returns null if place i
/// has no comparator.
std::optional<Comparator> comparator_at(const Pattern& pattern, std::uint64_t i);

/// Postcondition of a step: one sentence, and a test of the encoded keys after the step. The test returns the first
/// index that violates the claim, or null if the claim holds.
struct StepClaim {
  std::string sentence;
  std::function<std::optional<std::uint64_t>(std::span<const std::uint64_t> codes)> first_violation;
};

/// Step of a network. Its disjoint comparators can run at the same time, and consist of those of the patterns and those
/// listed.
struct Step {
  std::string label;
  std::vector<Pattern> patterns;
  StepClaim claim;
  std::vector<Comparator> listed{};  ///< comparators that no pattern describes, in ascending order of low
};

/// Group of steps, with a name from the literature such as "stage 3".
struct Stage {
  std::string name;
  std::vector<Step> steps;
};

/// Comparator network on n places. Patterns and listed comparators may reach beyond n. Comparators whose high place is
/// n or more are ignored.
struct Network {
  std::string id;
  std::uint64_t n = 0;
  std::vector<Stage> stages;
};

/// Returns the comparator of a step that uses place i in a network of n places. Returns null if place i has no
/// comparator. Needs constant time per pattern. Searches listed comparators linearly, unless i is the low place of one.
std::optional<Comparator> comparator_at(const Step& step, std::uint64_t i, std::uint64_t n);

/// Returns whether no comparator of the step is reversed. Then the largest possible keys at places n and beyond would
/// never move.
bool one_way(const Step& step);

/// Calls `visit` for every comparator of a step in a network of n places. The order is pattern by pattern, then the
/// listed comparators, each in ascending order of `low`.
void for_each_comparator(const Step& step, std::uint64_t n, const std::function<void(const Comparator&)>& visit);

/// Returns all comparators of a step in a network of n places, to draw, print and test small networks.
std::vector<Comparator> comparators(const Step& step, std::uint64_t n);

/// Returns the number of comparators of a step in a network of n places. The time per pattern is constant without a
/// fence and O(n / fence) with one. For a mirrored pattern with a fence, the time is O(n).
std::uint64_t count_comparators(const Step& step, std::uint64_t n);

/// Executes one step on the CPU, as the reference implementation of a pass. Exchanges encoded keys and, unless
/// `payload` is empty, their payloads. Equal keys do not move.
void apply(const Step& step, std::span<std::uint64_t> codes, std::span<std::uint64_t> payload);

/// Returns a network that runs `copies` copies of `network` next to each other. Place i of copy x is place i * copies +
/// x, so that each comparator becomes one pattern. `copies` must be a power of two. The steps have no claims.
Network repeated(const Network& network, std::uint64_t copies);

}  // namespace texelsort::network
