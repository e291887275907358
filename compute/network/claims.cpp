#include "compute/network/claims.h"

#include <algorithm>
#include <memory>
#include <string>

#include "compute/network/lanes.h"

namespace texelsort::network {
namespace {

using Codes = std::span<const std::uint64_t>;
using Index = std::optional<std::uint64_t>;

bool points_one_way(const Pattern& directions) {
  return directions.flip == 0 && !directions.reversed;
}

}  // namespace

StepClaim sorted_blocks(std::uint64_t block, const Pattern& directions) {
  const auto test = [block, directions](Codes codes) -> Index {
    for (std::uint64_t i = 1; i < codes.size(); ++i) {
      if (i % block == 0) continue;
      const bool down = is_reversed(directions, i - i % block);
      if (down ? codes[i - 1] < codes[i] : codes[i] < codes[i - 1]) return i;
    }
    return std::nullopt;
  };
  std::string sentence = "every block of " + std::to_string(block) + " keys is sorted";
  if (!points_one_way(directions)) {
    sentence += ", the two of every block of " + std::to_string(2 * block) + " in opposite directions";
  }
  return {std::move(sentence), test};
}

StepClaim ordered_halves(std::uint64_t block, const Pattern& directions) {
  const auto test = [block, directions](Codes codes) -> Index {
    const std::uint64_t n = codes.size();
    const std::uint64_t half = block / 2;
    for (std::uint64_t start = 0; start + half < n; start += block) {
      const auto [least, greatest] = std::minmax_element(codes.begin() + start, codes.begin() + start + half);
      const bool down = is_reversed(directions, start);
      for (std::uint64_t i = start + half; i < std::min(start + block, n); ++i) {
        if (down ? *least < codes[i] : codes[i] < *greatest) return i;
      }
    }
    return std::nullopt;
  };
  const std::string place = "in every block of " + std::to_string(block) + " keys, ";
  return {
      place + (points_one_way(directions) ? "no key of the first half exceeds a key of the second half"
                                          : "no key of the half with the smaller keys exceeds a key of the other half"),
      test};
}

StepClaim ordered_strides(std::uint64_t block, std::uint64_t stride) {
  const auto test = [block, stride](Codes codes) -> Index {
    for (std::uint64_t i = stride; i < codes.size(); ++i) {
      if (i % block >= stride && codes[i] < codes[i - stride]) return i;
    }
    return std::nullopt;
  };
  return {
      "in every block of " + std::to_string(block) + " keys, keys " + std::to_string(stride) + " apart are in order",
      test};
}

StepClaim sorted() {
  return {"all keys are sorted", [](Codes codes) -> Index {
            const auto end = std::ranges::is_sorted_until(codes);
            if (end == codes.end()) return std::nullopt;
            return static_cast<std::uint64_t>(end - codes.begin());
          }};
}

StepClaim ordered_pairs(std::vector<Pattern> patterns, std::vector<Comparator> listed) {
  const auto step = std::make_shared<const Step>(Step{{}, std::move(patterns), {}, std::move(listed)});
  return {"the two keys of every comparator of this step are in order", [step](Codes codes) -> Index {
            Index first;
            for_each_pair(*step, codes.size(), [&](std::uint64_t smaller, std::uint64_t larger) {
              const std::uint64_t high = std::max(smaller, larger);
              if (codes[larger] < codes[smaller]) first = std::min(first.value_or(high), high);
            });
            return first;
          }};
}

}  // namespace texelsort::network
