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
/// [0, length), and each lane has one comparator. Its places are low = first + b * period + k and high = low +
/// distance. In a mirrored pattern, high = first + b * period + distance - k, so that the second half of a block is
/// reversed. A fence removes the comparators that cross a multiple of the fence. A comparator is reversed if the bits
/// of `flip` that are set in its low place are odd in number. If `reversed` is true, an even number reverses it
/// instead.
struct Pattern {
  std::uint64_t first = 0;
  /// Distance between successive blocks in places; a power of two, so that shaders mask instead of dividing.
  std::uint64_t period = 2;
  std::uint64_t length = 1;    ///< number of comparators per block
  std::uint64_t distance = 1;  ///< distance from the low to the high place of a block's first comparator
  bool mirrored = false;
  /// Power of two that comparators must not cross: only comparators with low / fence == high / fence exist. 0 for no
  /// fence.
  std::uint64_t fence = 0;
  /// Mask of bits of the low place that determine whether a comparator is reversed; 0: all comparators have the same
  /// direction.
  std::uint64_t flip = 0;
  bool reversed = false;
  bool operator==(const Pattern&) const = default;

  /// Returns whether some comparators may be reversed, so that the larger key moves to the low place.
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

/// Step of a network: comparators without common places, which can run at the same time. They consist of patterns and a
/// list.
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

/// Comparator network on n places. Patterns and lists may contain comparators whose high place is n or more, which are
/// ignored.
struct Network {
  std::string id;
  std::uint64_t n = 0;
  std::vector<Stage> stages;
};

/// Returns the comparator of a step that uses place i in a network of n places. Returns null if place i has no
/// comparator. Needs constant time per pattern. If no pattern and no low place in the list matches, searches the list
/// linearly.
std::optional<Comparator> comparator_at(const Step& step, std::uint64_t i, std::uint64_t n);

/// Returns whether no comparator of the step is reversed. Then a network for more places can be cut at n, because the
/// largest possible keys at places from n on would never move.
bool one_way(const Step& step);

/// Calls `visit` for every comparator of a step in a network of n places. The order is pattern by pattern, then the
/// listed comparators, each in ascending order of `low`.
void for_each_comparator(const Step& step, std::uint64_t n, const std::function<void(const Comparator&)>& visit);

/// Returns all comparators of a step in a network of n places, to draw, print and test small networks.
std::vector<Comparator> comparators(const Step& step, std::uint64_t n);

/// Returns the number of comparators of a step in a network of n places. Needs constant time per pattern without a
/// fence, and O(n / fence) with one. For a mirrored pattern with a fence, needs O(n).
std::uint64_t count_comparators(const Step& step, std::uint64_t n);

/// Executes one step on the CPU, as the reference implementation of a pass. Exchanges encoded keys and, unless
/// `payload` is empty, their payloads. Equal keys do not move.
void apply(const Step& step, std::span<std::uint64_t> codes, std::span<std::uint64_t> payload);

/// Returns a network that runs `copies` copies of `network` at the same time. Place i of copy x is place i * copies +
/// x, so that each comparator becomes one pattern. `copies` must be a power of two. The steps have no claims.
Network repeated(const Network& network, std::uint64_t copies);

}  // namespace texelsort::network
