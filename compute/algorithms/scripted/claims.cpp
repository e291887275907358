#include "compute/algorithms/scripted/claims.h"

#include <algorithm>

#include <fmt/format.h>

#include "compute/algorithms/core/sequences.h"
#include "compute/algorithms/networks/claims.h"
#include "compute/algorithms/radix/claims.h"
#include "compute/algorithms/scripted/claim_makers.h"
#include "compute/data/keys/order.h"

namespace texelsort::algorithms::scripted {
namespace {

using script::Table;
using script::Value;

/// Returns the claim that keys and payload are a permutation of the input.
Claim permutation(const ClaimContext& context) {
  return {"the keys are a permutation of the input", [problem = context.problem](const Observation& seen) -> Found {
            const Numbers input = data::codes(problem->keys, problem->order);
            if (!seen.payload_after.empty()) {
              std::vector<bool> used(input.size(), false);
              for (std::uint64_t i = 0; i < seen.after.size(); ++i) {
                const std::uint64_t from = seen.payload_after[i];
                if (from >= input.size())
                  return Violation{fmt::format("has payload {}, which no key had", from), i, {}};
                if (used[from]) return Violation{fmt::format("has the payload {} of another key, too", from), i, {}};
                used[from] = true;
                if (input[from] != seen.after[i])
                  return Violation{fmt::format("has payload {}, which another key had", from), i, {}};
              }
              return std::nullopt;
            }
            Numbers before = input, after(seen.after.begin(), seen.after.end());
            std::ranges::sort(before);
            std::ranges::sort(after);
            const auto [a, b] = std::ranges::mismatch(before, after);
            if (a == before.end()) return std::nullopt;
            // The smallest key that one side has more often than the other.
            const bool surplus = *b < *a;
            const std::uint64_t code = std::min(*a, *b);
            const std::string key = data::code_text(code, problem->type(), problem->order);
            if (!surplus) return Violation{fmt::format("the key {} is lost", key), std::nullopt, {}};
            for (std::uint64_t i = 0; i < seen.after.size(); ++i) {
              if (seen.after[i] == code)
                return Violation{fmt::format("the key {} is not in the input, or occurs too often", key), i, {}};
            }
            return std::nullopt;
          }};
}

/// Returns the claim of comparators for keys whose payload may change places among equal keys.
Claim keys_only(Claim claim) {
  return {claim.sentence, [whole = std::move(claim.find_violation)](const Observation& seen) {
            Observation keys = seen;
            keys.payload_before = keys.payload_after = {};
            return whole(keys);
          }};
}

Claim one_claim(const Value& value, const PassCall& call, const ClaimContext& context) {
  const Fields fields = fields_of(*context.description, value);
  const std::string maker = maker_of(value);
  const std::uint64_t n = context.problem->n();
  const Value no_names = Table();
  if (maker == "compare_exchange") {
    const NetworkPass pass{{}, network_steps(*context.description, value, n, call.label)};
    return keys_only(network_claim(pass, context.problem->type(), context.problem->order));
  }
  if (maker == "sorted_blocks") return sorted_blocks_claim(fields, context);
  if (maker == "merged") return merged_claim(fields, context);
  if (maker == "sorted") return sorted_claim();
  if (maker == "unchanged") return left_claim();
  if (maker == "histogram") return histogram_claim(fields, context);
  if (maker == "exclusive_scan") return exclusive_scan_claim(fields, context);
  if (maker == "scatter") return scatter_claim(fields, context);
  if (maker == "partition") return partition_claim(fields, context);
  if (maker == "split") return split_claim(fields, context);
  Table names;
  for (const BlockCall& block : call.blocks) {
    if (!block.buffer.empty() && context.buffers->has(block.buffer)) names.elements.emplace_back(block.buffer);
  }
  return maker == "expect" ? expect_claim(fields, context, names) : satisfies_claim(fields, context, names);
}

}  // namespace

Claim claim_of(const PassCall& call, const ClaimContext& context) {
  std::vector<Claim> claims;
  for (const Value& value : call.claims) claims.push_back(one_claim(value, call, context));
  if (call.permutes) claims.push_back(permutation(context));
  Claim all;
  for (const Claim& claim : claims) all.sentence += (all.sentence.empty() ? "" : "; ") + claim.sentence;
  if (all.sentence.empty()) all.sentence = "nothing is claimed for this pass";
  all.find_violation = [claims = std::move(claims),
                        where = fmt::format("{}:{}", context.description->script().file(), call.line),
                        shader = call.shader](const Observation& seen) -> Found {
    for (const Claim& claim : claims) {
      if (Found found = claim.find_violation(seen)) {
        found->message += fmt::format(" ({}, {})", where, shader);
        return found;
      }
    }
    return std::nullopt;
  };
  return all;
}

PassDetail detail_of(const PassCall& call, const Description& description, std::uint64_t n) {
  for (const Value& claim : call.claims) {
    const std::string maker = maker_of(claim);
    const Fields fields = fields_of(description, claim);
    if (maker == "compare_exchange") {
      const auto steps = network_steps(description, claim, n, call.label);
      if (!steps.empty()) return steps.back();
    }
    if (maker == "histogram" || maker == "scatter") return digit_of(fields, n);
    if (maker == "merged") {
      const std::uint64_t size = std::max<std::uint64_t>(fields.natural("size"), 1);
      return MergePass{.ways = fields.natural("ways", 2), .sequences = (n + size - 1) / size};
    }
  }
  return {};
}

std::optional<std::vector<NetworkStep>> steps_of(const PassCall& call, const Description& description,
                                                 std::uint64_t n) {
  std::vector<NetworkStep> all;
  for (const Value& claim : call.claims) {
    if (maker_of(claim) != "compare_exchange") continue;
    std::ranges::copy(network_steps(description, claim, n, call.label), std::back_inserter(all));
  }
  if (all.empty()) return std::nullopt;
  return all;
}

std::vector<std::string> buffers_before(const PassCall& call, const std::vector<std::string>& all) {
  std::vector<std::string> needed;
  const auto add = [&](const std::string& name) {
    const bool known = std::ranges::find(all, name) != all.end();
    if (known && std::ranges::find(needed, name) == needed.end()) needed.push_back(name);
  };
  for (const Value& claim : call.claims) {
    const std::string maker = maker_of(claim);
    if (maker == "exclusive_scan") {
      const Value* const of = claim.table()->find("of");
      const Value* const name = of != nullptr ? of : claim.table()->find("buffer");
      if (name != nullptr && name->text() != nullptr) add(*name->text());
    }
    if (maker == "expect") {
      for (const BlockCall& block : call.blocks) add(block.buffer);
    }
  }
  return needed;
}

}  // namespace texelsort::algorithms::scripted
