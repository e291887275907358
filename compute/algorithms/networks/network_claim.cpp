#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "compute/algorithms/networks/network_run.h"
#include "compute/data/code_text.h"
#include "compute/data/order.h"

namespace texelsort::algorithms {
namespace {

std::optional<std::uint64_t> first_difference(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) {
  const auto [at, other] = std::ranges::mismatch(a, b);
  if (at == a.end()) return std::nullopt;
  return static_cast<std::uint64_t>(at - a.begin());
}

/// The claim of a pass without steps, which only moves data about in memory.
Claim unchanged_claim() {
  return {"every place holds the key that it held", [](const Observation& seen) -> std::optional<Violation> {
            auto i = first_difference(seen.before, seen.after);
            if (!i) i = first_difference(seen.payload_before, seen.payload_after);
            if (i) return Violation{"changed in a pass without comparators", i, std::nullopt};
            return std::nullopt;
          }};
}

}  // namespace

Claim network_claim(const NetworkPass& pass, data::KeyType type, data::Order order) {
  if (pass.steps.empty()) return unchanged_claim();
  const std::string sentence = pass.steps.back()->claim.sentence;
  return {sentence, [steps = pass.steps, type, order](const Observation& seen) -> std::optional<Violation> {
            const std::uint64_t n = seen.before.size();
            std::vector<std::uint64_t> codes(seen.before.begin(), seen.before.end());
            std::vector<std::uint64_t> payload(seen.payload_before.begin(), seen.payload_before.end());
            for (const auto& step : steps) network::apply(*step, codes, payload);
            const network::Step& last = *steps.back();
            if (const auto i = first_difference(codes, seen.after)) {
              return Violation{fmt::format("holds {}, expected {}", data::code_text(seen.after[*i], type, order),
                                           data::code_text(codes[*i], type, order)),
                               i, network::comparator_at(last, *i, n)};
            }
            if (const auto i = first_difference(payload, seen.payload_after)) {
              return Violation{fmt::format("holds payload {}, expected {}", seen.payload_after[*i], payload[*i]), i,
                               network::comparator_at(last, *i, n)};
            }
            if (const auto i = last.claim.first_violation(seen.after)) {
              return Violation{fmt::format("'{}' does not hold", last.claim.sentence), i,
                               network::comparator_at(last, *i, n)};
            }
            return std::nullopt;
          }};
}

}  // namespace texelsort::algorithms
