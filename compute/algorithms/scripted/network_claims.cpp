#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "compute/algorithms/networks/claims.h"
#include "compute/algorithms/scripted/claim_makers.h"

namespace texelsort::algorithms::scripted {
namespace {

using script::Table;
using script::Value;

/// Maximum number of comparators that a step may list one by one.
constexpr std::uint64_t most_listed = std::uint64_t{1} << 22;

network::Pattern xor_pattern(std::uint64_t distance, std::uint64_t flip) {
  network::Pattern pattern;
  pattern.period = 2 * distance;
  pattern.length = distance;
  pattern.distance = distance;
  pattern.flip = flip;
  return pattern;
}

void list_xor(const Fields& fields, network::Step& step, std::uint64_t mask, std::uint64_t flip, std::uint64_t n) {
  if (n > most_listed) {
    fields.refuse(
        fmt::format("xor = {} is neither a power of two nor one less: claims of such steps hold for at most {} keys",
                    mask, most_listed));
  }
  for (std::uint64_t i = 0; i < n; ++i) {
    const std::uint64_t partner = i ^ mask;
    if (i < partner && partner < n) step.listed.push_back({i, partner, std::popcount(i & flip) % 2 == 1});
  }
}

void list_pairs(const Fields& fields, network::Step& step, std::uint64_t n) {
  std::vector<bool> used(n, false);
  for (const Value& pair : fields.table("pairs")->elements) {
    const Table* const two = pair.table();
    const auto first = two == nullptr || two->elements.size() != 2 ? std::nullopt : two->elements[0].integer();
    const auto second = first ? two->elements[1].integer() : std::nullopt;
    if (!first || !second || *first < 0 || *second < 0 || *first == *second) {
      fields.refuse("pairs must be a list of two different indices each");
    }
    const auto a = static_cast<std::uint64_t>(*first), b = static_cast<std::uint64_t>(*second);
    if (a >= n || b >= n) continue;
    if (used[a] || used[b]) fields.refuse(fmt::format("index {} occurs twice in pairs", used[a] ? a : b));
    used[a] = used[b] = true;
    step.listed.push_back({std::min(a, b), std::max(a, b), b < a});
  }
  std::ranges::sort(step.listed, {}, &network::Comparator::low);
}

network::Step step_of(const Fields& fields, std::uint64_t n) {
  network::Step step;
  constexpr std::string_view kinds[] = {"xor", "distance", "mirror", "odd_even", "pairs"};
  if (std::ranges::count_if(kinds, [&](std::string_view kind) { return fields.has(kind); }) != 1) {
    fields.refuse("needs exactly one of xor, distance, mirror, odd_even and pairs");
  }
  const std::uint64_t flip = fields.natural("flip", 0);
  if (fields.has("pairs")) {
    list_pairs(fields, step, n);
  } else if (fields.has("odd_even")) {
    network::Pattern pattern;
    pattern.first = fields.natural("odd_even", {}, 1);
    pattern.flip = flip;
    step.patterns.push_back(pattern);
  } else if (fields.has("mirror")) {
    const std::uint64_t size = fields.natural("mirror");
    if (size < 2 || !std::has_single_bit(size))
      fields.refuse(fmt::format("mirror is {}, but must be a power of two from 2", size));
    network::Pattern pattern;
    pattern.period = size;
    pattern.length = size / 2;
    pattern.distance = size - 1;
    pattern.mirrored = true;
    pattern.flip = flip;
    step.patterns.push_back(pattern);
  } else {
    const bool is_distance = fields.has("distance");
    const std::uint64_t mask = fields.natural(is_distance ? "distance" : "xor");
    if (mask == 0 || (is_distance && !std::has_single_bit(mask))) {
      fields.refuse(fmt::format("{} is {}, but must be {}", is_distance ? "distance" : "xor", mask,
                                is_distance ? "a power of two" : "at least 1"));
    }
    if (std::has_single_bit(mask)) {
      step.patterns.push_back(xor_pattern(mask, flip));
    } else {
      list_xor(fields, step, mask, flip, n);
    }
  }
  return step;
}

}  // namespace

std::vector<NetworkStep> network_steps(const Description& description, const Value& claim, std::uint64_t n,
                                       const std::string& label) {
  const Fields fields = fields_of(description, claim);
  std::vector<NetworkStep> steps;
  const auto add = [&](const Fields& one) {
    network::Step step = step_of(one, n);
    step.label = label;
    step.claim = {"the comparators have put the smaller keys to their places",
                  [](std::span<const std::uint64_t>) { return std::nullopt; }};
    steps.push_back(std::make_shared<const network::Step>(std::move(step)));
  };
  const Table* const several = fields.table("steps");
  if (several == nullptr) {
    add(fields);
  } else {
    for (const Value& one : several->elements) {
      add(Fields(description.script(), table_spec("compare_exchange"), one, fields.line()));
    }
  }
  return steps;
}

}  // namespace texelsort::algorithms::scripted
