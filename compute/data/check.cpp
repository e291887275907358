#include "compute/data/check.h"

#include <algorithm>

#include <fmt/core.h>

#include "compute/data/fingerprint.h"
#include "compute/data/order.h"
#include "compute/data/record_check.h"

namespace texelsort::data {
namespace {

using Codes = std::vector<std::uint64_t>;

std::optional<Fault> find_wrong_form(const StateView& input, const StateView& output) {
  if (type_of(input.keys) != type_of(output.keys)) {
    return Fault{
        fmt::format("the input has {} keys, the output {} keys", name(type_of(input.keys)), name(type_of(output.keys))),
        std::nullopt};
  }
  const std::uint64_t n = size(input.keys);
  if (size(output.keys) != n) {
    return Fault{fmt::format("the input has {} keys, the output {}", n, size(output.keys)), std::nullopt};
  }
  if (output.shape != input.shape || output.fields.size() != input.fields.size()) {
    return Fault{fmt::format("the input has {} fields a record in {} words, the output {} in {}", input.shape.fields,
                             input.fields.size(), output.shape.fields, output.fields.size()),
                 std::nullopt};
  }
  const bool needs_payload = !input.payload.empty() || !output.payload.empty();
  if (needs_payload && output.payload.size() != n) {
    return Fault{fmt::format("the output has {} keys, but a payload of {}", n, output.payload.size()), std::nullopt};
  }
  return std::nullopt;
}

std::optional<Fault> find_disorder(const Keys& keys, const Codes& ranks, Order order, Comparison comparison) {
  const std::uint64_t i = first_where(ranks.size(), [&](std::uint64_t k) { return k > 0 && ranks[k] < ranks[k - 1]; });
  if (i == ranks.size()) return std::nullopt;
  return Fault{fmt::format("key {} is {}, but key {} before it is {}: not in {}ending order{}", i, text(keys, i), i - 1,
                           text(keys, i - 1), name(order),
                           comparison == Comparison::natural ? "" : fmt::format(" by {}", name(comparison))),
               i};
}

/// With payload: every index of the input occurs once, beside the key it had in the input.
std::optional<Fault> find_wrong_payload(const StateView& input, const StateView& output, const Codes& before,
                                        const Codes& after) {
  std::vector<bool> seen(before.size());
  for (std::uint64_t i = 0; i < after.size(); ++i) {
    const std::uint64_t from = output.payload[i];
    if (from >= before.size()) {
      return Fault{fmt::format("the payload of key {} ({}) is {}, but the input has only {} keys", i,
                               text(output.keys, i), from, before.size()),
                   i};
    }
    if (seen[from]) {
      return Fault{fmt::format("the payload of key {} ({}) is {}, which an earlier key has already", i,
                               text(output.keys, i), from),
                   i};
    }
    if (before[from] != after[i]) {
      return Fault{fmt::format("key {} is {} with payload {}, but key {} of the input is {}", i, text(output.keys, i),
                               from, from, text(input.keys, from)),
                   i};
    }
    seen[from] = true;
  }
  return std::nullopt;
}

/// Without payload: the same keys, each as often.
std::optional<Fault> find_lost_key(const StateView& input, const StateView& output, const Codes& before, const Codes& after) {
  Codes expected = before;
  std::ranges::sort(expected);
  if (!std::ranges::is_sorted(after)) {  // they are in the order of another comparison
    Codes found = after;
    std::ranges::sort(found);
    if (found == expected) return std::nullopt;
    return Fault{"the output is in order, but its keys are not those of the input", std::nullopt};
  }
  const auto [wanted, found] = std::ranges::mismatch(expected, after);
  if (found == after.end()) return std::nullopt;
  const auto i = static_cast<std::uint64_t>(found - after.begin());
  if (*wanted < *found) {
    const auto at = static_cast<std::uint64_t>(std::ranges::find(before, *wanted) - before.begin());
    return Fault{fmt::format("key {} is {}, expected {}: the output has lost key {} of the input or one equal to it", i,
                             text(output.keys, i), text(input.keys, at), at),
                 i};
  }
  return Fault{fmt::format("key {} is {}, which the input does not have or has less often", i, text(output.keys, i)),
               i};
}

/// find_fault() of keys alone without a copy of them: what has been lost is not named.
template <typename Key>
std::optional<Fault> find_fault_of_many(const std::vector<Key>& input, const std::vector<Key>& output, Order order) {
  const std::uint64_t n = output.size();
  const std::uint64_t i = first_where(
      n, [&](std::uint64_t k) { return k > 0 && encode(output[k], order) < encode(output[k - 1], order); });
  if (i < n) {
    return Fault{fmt::format("key {} is smaller than key {} before it: not in {}ending order", i, i - 1, name(order)),
                 i};
  }
  const auto of = [&](const std::vector<Key>& keys) {
    return fingerprint(n, [&](std::uint64_t k) -> std::uint64_t { return encode(keys[k], order); });
  };
  if (of(input) == of(output)) return std::nullopt;
  return Fault{"the output is in order, but its keys are not those of the input", std::nullopt};
}

std::optional<Fault> find_instability(const StateView& output, const Codes& after) {
  const std::uint64_t i = first_where(after.size(), [&](std::uint64_t k) {
    return k > 0 && after[k - 1] == after[k] && output.payload[k - 1] >= output.payload[k];
  });
  if (i == after.size()) return std::nullopt;
  return Fault{fmt::format("keys {} and {} are both {}, but were keys {} and {} of the input: equal keys must keep "
                           "their order",
                           i - 1, i, text(output.keys, i), output.payload[i - 1], output.payload[i]),
               i};
}

}  // namespace

std::optional<Fault> find_disorder(const Keys& keys, Order order) {
  return find_disorder(keys, codes(keys, order), order, Comparison::natural);
}

std::optional<Fault> find_fault(const StateView& input, const StateView& output, Order order, bool stable,
                                std::uint64_t exact_n, Comparison comparison) {
  if (auto fault = find_wrong_form(input, output)) return fault;
  const bool natural = comparison == Comparison::natural;
  const bool many = size(input.keys) + input.fields.size() > exact_n;
  if (many && natural && output.payload.empty() && output.fields.empty()) {
    return std::visit(
        [&](const auto& keys) {
          return find_fault_of_many(keys, std::get<std::decay_t<decltype(keys)>>(output.keys), order);
        },
        input.keys);
  }
  const Codes before = codes(input.keys, order);
  const Codes after = codes(output.keys, order);
  const Codes ranks_after = natural ? after : ranks(output.keys, order, comparison);
  if (auto fault = find_disorder(output.keys, ranks_after, order, comparison)) return fault;
  if (output.payload.empty()) {
    if (many && !output.fields.empty()) return find_wrong_record_of_many(input, output, before, after, stable);
    if (auto fault = find_lost_key(input, output, before, after)) return fault;
    return find_wrong_record(input, output, before, after, stable);
  }
  if (auto fault = find_wrong_payload(input, output, before, after)) return fault;
  if (auto fault = find_wrong_record(input, output, before, after, stable)) return fault;
  return stable ? find_instability(output, ranks_after) : std::nullopt;
}

}  // namespace texelsort::data
