#include "compute/algorithms/distributed/claims.h"

#include <algorithm>

#include <fmt/format.h>

#include "compute/algorithms/core/trace.h"
#include "compute/algorithms/distributed/schedule.h"
#include "compute/algorithms/merge/claims.h"
#include "compute/algorithms/merge/schedule.h"

namespace texelsort::algorithms::distributed {
namespace {

std::optional<Violation> find_wrong_exchange(const Observation& seen, const Numbers& shares, const Exchange& plan) {
  const auto test = [&](std::span<const std::uint64_t> before, std::span<const std::uint64_t> after,
                        const char* what) -> std::optional<Violation> {
    const Numbers right = exchange(before, shares, plan);
    const auto wrong = std::ranges::mismatch(after, right).in1;
    if (wrong == after.end()) return std::nullopt;
    return Violation{what, static_cast<std::uint64_t>(wrong - after.begin()), {}};
  };
  if (auto found = test(seen.before, seen.after, "is not the key that was sent here")) return found;
  if (seen.payload_before.empty()) return std::nullopt;
  return test(seen.payload_before, seen.payload_after, "its payload is not the one that was sent here");
}

}  // namespace

Claim shares_claim(const Numbers& shares) {
  Claim claim = merged_claim(shares, 1, true);
  claim.sentence = fmt::format("each of the {} shares is stably sorted", shares.size() - 1);
  return claim;
}

Claim splitters_claim(const Numbers& shares, bool finished) {
  merge::device::Parts parts;
  parts.sequences = parts.parts = shares.size() - 1;
  parts.once = true;
  auto starts = std::make_shared<const Numbers>(shares);
  return merge::selection_claim(merge::Round(parts, std::move(starts)), finished);
}

Claim exchange_claim(const Numbers& shares, const Exchange& plan) {
  return {"every rank has the keys between its splitters, in the order of the ranks that sent them",
          [shares, plan](const Observation& seen) { return find_wrong_exchange(seen, shares, plan); }};
}

Claim merged_shares_claim(const Numbers& shares, const Exchange& plan, const Claim& merged) {
  return {"every rank has merged the keys between its splitters from all shares: " + merged.sentence,
          [shares, plan, merges = merged.find_violation](const Observation& seen) {
            const Numbers keys = exchange(seen.before, shares, plan);
            const Numbers payload =
                seen.payload_before.empty() ? Numbers{} : exchange(seen.payload_before, shares, plan);
            Observation came = seen;
            came.before = keys;
            came.payload_before = payload;
            return merges(came);
          }};
}

Claim sequences_claim(const Numbers& starts) {
  return merged_claim(starts, 1, true);
}

Claim parts_claim(const Numbers& parts) {
  Claim sorted = sorted_claim();
  return {sorted.sentence + ", across the ranks",
          [each = sequences_claim(parts).find_violation, all = sorted.find_violation](const Observation& seen) {
            auto found = each(seen);
            return found ? found : all(seen);
          }};
}

}  // namespace texelsort::algorithms::distributed
