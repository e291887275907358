#include "compute/network/orders.h"

#include <algorithm>
#include <array>
#include <bit>
#include <bitset>
#include <string>

#include <fmt/format.h>

#include "compute/data/error.h"
#include "compute/data/text/number_format.h"
#include "compute/network/claims.h"
#include "compute/network/lanes.h"

namespace texelsort::network {
namespace {

using PlaceSet = std::bitset<most_ordered_places>;

/// Orders of keys that are known to hold after a step. Element i is the set of places whose keys are known to be at
/// least the key at place i, including i.
using Relation = std::vector<PlaceSet>;

/// Values of all 0-1 inputs at all places of a network. Bit x of place i is the value of input number x at place i.
class FollowedInputs {
 public:
  explicit FollowedInputs(std::uint64_t n)
      : inputs_(std::uint64_t{1} << n), words_((inputs_ + 63) / 64), bits_(n, std::vector<std::uint64_t>(words_)) {
    // Values of the inputs 0 to 63 at the lowest six places, one bit per input.
    constexpr std::array<std::uint64_t, 6> patterns{0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0,
                                                    0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000};
    const std::uint64_t all = inputs_ >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << inputs_) - 1;
    for (std::uint64_t i = 0; i < n; ++i) {
      for (std::uint64_t w = 0; w < words_; ++w) {
        bits_[i][w] = all & (i < 6 ? patterns[i] : (w >> (i - 6) & 1) != 0 ? ~std::uint64_t{0} : 0);
      }
    }
  }

  void exchange(std::uint64_t smaller, std::uint64_t larger) {
    for (std::uint64_t w = 0; w < words_; ++w) {
      const std::uint64_t a = bits_[smaller][w], b = bits_[larger][w];
      bits_[smaller][w] = a & b;
      bits_[larger][w] = a | b;
    }
  }

  /// Returns the orders that hold for all 0-1 inputs. These orders hold for all keys, because the key at each place is
  /// a monotone function of the input.
  Relation relation() const {
    Relation at_most(bits_.size());
    for (std::uint64_t i = 0; i < bits_.size(); ++i) {
      for (std::uint64_t j = 0; j < bits_.size(); ++j) at_most[i][j] = never_exceeds(i, j);
    }
    return at_most;
  }

  std::uint64_t unsorted() const {
    std::uint64_t count = 0;
    for (std::uint64_t w = 0; w < words_; ++w) {
      std::uint64_t wrong = 0;
      for (std::uint64_t i = 1; i < bits_.size(); ++i) wrong |= bits_[i - 1][w] & ~bits_[i][w];
      count += static_cast<std::uint64_t>(std::popcount(wrong));
    }
    return count;
  }

 private:
  bool never_exceeds(std::uint64_t i, std::uint64_t j) const {
    for (std::uint64_t w = 0; w < words_; ++w) {
      if ((bits_[i][w] & ~bits_[j][w]) != 0) return false;
    }
    return true;
  }

  std::uint64_t inputs_, words_;
  std::vector<std::vector<std::uint64_t>> bits_;  ///< values of all inputs, by place and with one bit per input
};

/// Description of the key at a place after a step: the minimum or the maximum of the keys at two places before it. The
/// two places are equal if no comparator uses the place.
struct Origin {
  std::uint64_t one = 0, other = 0;
  bool smaller = true;
};

/// Derives the known orders after a step from those before it. For example, min(a, b) is at most min(c, d) if each of c
/// and d is known to be at least a or b.
Relation after(const Relation& at_most, const Step& step) {
  std::vector<Origin> origins(at_most.size());
  for (std::uint64_t i = 0; i < at_most.size(); ++i) origins[i] = {i, i};
  for_each_pair(step, at_most.size(), [&origins](std::uint64_t smaller, std::uint64_t larger) {
    origins[smaller] = {smaller, larger, true};
    origins[larger] = {smaller, larger, false};
  });
  const auto holds = [&at_most](const Origin& a, const Origin& b) {
    const bool first[2] = {at_most[a.one][b.one], at_most[a.one][b.other]};
    const bool second[2] = {at_most[a.other][b.one], at_most[a.other][b.other]};
    if (a.smaller && b.smaller) return (first[0] || second[0]) && (first[1] || second[1]);
    if (a.smaller) return first[0] || first[1] || second[0] || second[1];
    if (b.smaller) return first[0] && first[1] && second[0] && second[1];
    return (first[0] || first[1]) && (second[0] || second[1]);
  };
  Relation made(at_most.size());
  for (std::uint64_t i = 0; i < at_most.size(); ++i) {
    for (std::uint64_t j = 0; j < at_most.size(); ++j) made[i][j] = i == j || holds(origins[i], origins[j]);
  }
  return made;
}

KnownOrders summary(const Relation& at_most) {
  KnownOrders known;
  known.n = at_most.size();
  for (std::uint64_t i = 0; i < known.n; ++i) {
    PlaceSet above = at_most[i], farther;
    above[i] = false;
    known.pairs += above.count();
    for (std::uint64_t j = 0; j < known.n; ++j) {
      if (!above[j]) continue;
      PlaceSet beyond = at_most[j];
      beyond[j] = false;
      farther |= beyond;
    }
    for (std::uint64_t j = 0; j < known.n; ++j) {
      if (above[j] && !farther[j]) known.neighbours.emplace_back(i, j);
    }
  }
  return known;
}

/// Formats pairs of neighbours as chains, such as "0 ≤ 1 ≤ 3, 0 ≤ 2 ≤ 3". Stops after about one line, even if pairs
/// remain.
std::string chains(std::vector<std::pair<std::uint64_t, std::uint64_t>> neighbours) {
  constexpr std::size_t longest = 96;  // length of the text in bytes after which no further chain is added
  std::string text;
  while (!neighbours.empty()) {
    if (text.size() > longest) return text + " and more";
    std::uint64_t end = neighbours.front().first;
    text += fmt::format("{}{}", text.empty() ? "" : ", ", end);
    for (auto next = neighbours.begin(); next != neighbours.end();
         next = std::ranges::find(neighbours, end, &std::pair<std::uint64_t, std::uint64_t>::first)) {
      end = next->second;
      text += fmt::format(" \u2264 {}", end);
      neighbours.erase(next);
    }
  }
  return text;
}

std::string sentence_of(const KnownOrders& known) {
  if (known.sorted()) return "all keys are sorted";
  const std::uint64_t all = known.n * (known.n - 1) / 2;
  std::string text = fmt::format("{} of {} pairs of places are in order: {}", data::grouped(known.pairs),
                                 data::grouped(all), chains(known.neighbours));
  if (known.followed()) {
    text += fmt::format("; {} of all {} inputs of zeros and ones {} still unsorted", data::grouped(known.unsorted),
                        data::grouped(std::uint64_t{1} << known.n), known.unsorted == 1 ? "is" : "are");
  }
  return text;
}

StepClaim claim_of(const KnownOrders& known) {
  return {sentence_of(known),
          [neighbours = known.neighbours](std::span<const std::uint64_t> codes) -> std::optional<std::uint64_t> {
            std::optional<std::uint64_t> first;
            for (const auto& [i, j] : neighbours) {
              if (std::max(i, j) < codes.size() && codes[j] < codes[i]) first = std::min(first.value_or(j), j);
            }
            return first;
          }};
}

}  // namespace

bool KnownOrders::sorted() const {
  if (pairs != n * (n - 1) / 2) return false;
  return std::ranges::all_of(neighbours, [](const auto& pair) { return pair.first < pair.second; });
}

std::vector<KnownOrders> known_orders(const Network& network) {
  if (network.n > most_ordered_places) {
    throw InternalError(fmt::format("orders of {} places, more than are kept", network.n));
  }
  std::vector<KnownOrders> all;
  std::optional<FollowedInputs> inputs;
  if (network.n <= most_followed_places) inputs.emplace(network.n);
  Relation at_most(network.n);
  for (std::uint64_t i = 0; i < network.n; ++i) at_most[i][i] = true;
  for (const Stage& stage : network.stages) {
    for (const Step& step : stage.steps) {
      if (inputs) {
        for_each_pair(step, network.n,
                      [&inputs](std::uint64_t smaller, std::uint64_t larger) { inputs->exchange(smaller, larger); });
      } else {
        at_most = after(at_most, step);
      }
      all.push_back(summary(inputs ? inputs->relation() : at_most));
      if (inputs) all.back().unsorted = inputs->unsorted();
    }
  }
  return all;
}

void claim_orders(Network& network) {
  const bool known = network.n <= most_ordered_places;
  const std::vector<KnownOrders> orders = known ? known_orders(network) : std::vector<KnownOrders>();
  auto next = orders.begin();
  for (Stage& stage : network.stages) {
    for (Step& step : stage.steps) step.claim = known ? claim_of(*next++) : ordered_pairs(step.patterns, step.listed);
  }
}

}  // namespace texelsort::network
