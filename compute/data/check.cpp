#include "compute/data/check.h"

#include <algorithm>

#include <fmt/core.h>

#include "compute/data/mix.h"
#include "compute/data/order.h"
#include "compute/data/record_check.h"

namespace texelsort::data {
namespace {

using Codes = std::vector<std::uint64_t>;

std::optional<Fault> find_wrong_form(const State& input, const State& output) {
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
  const auto place = std::ranges::is_sorted_until(ranks);
  if (place == ranks.end()) return std::nullopt;
  const auto i = static_cast<std::uint64_t>(place - ranks.begin());
  return Fault{fmt::format("key {} is {}, but key {} before it is {}: not in {}ending order{}", i, text(keys, i), i - 1,
                           text(keys, i - 1), name(order),
                           comparison == Comparison::natural ? "" : fmt::format(" by {}", name(comparison))),
               i};
}

/// With payload: every index of the input occurs once, beside the key it had in the input.
std::optional<Fault> find_wrong_payload(const State& input, const State& output, const Codes& before,
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
std::optional<Fault> find_lost_key(const State& input, const State& output, const Codes& before, const Codes& after) {
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

/// Two sums over all keys that do not depend on their order: they differ for different keys but for a chance of 2^-128.
struct Fingerprint {
  std::uint64_t first = 0, second = 0;

  template <typename Key>
  explicit Fingerprint(const std::vector<Key>& keys) {
    for (const Key key : keys) {
      const std::uint64_t mixed = mix(encode(key, Order::ascending) + 0x9E3779B97F4A7C15);
      first += mixed;
      second += mix(~mixed);
    }
  }
  bool operator==(const Fingerprint&) const = default;
};

/// find_fault() of keys alone without a copy of them: what has been lost is not named.
template <typename Key>
std::optional<Fault> find_fault_of_many(const std::vector<Key>& input, const std::vector<Key>& output, Order order) {
  for (std::uint64_t i = 1; i < output.size(); ++i) {
    if (encode(output[i], order) < encode(output[i - 1], order)) {
      return Fault{fmt::format("key {} is smaller than key {} before it: not in {}ending order", i, i - 1, name(order)),
                   i};
    }
  }
  if (Fingerprint(input) == Fingerprint(output)) return std::nullopt;
  return Fault{"the output is in order, but its keys are not those of the input", std::nullopt};
}

std::optional<Fault> find_instability(const State& output, const Codes& after) {
  for (std::uint64_t i = 1; i < after.size(); ++i) {
    if (after[i - 1] != after[i] || output.payload[i - 1] < output.payload[i]) continue;
    return Fault{fmt::format("keys {} and {} are both {}, but were keys {} and {} of the input: equal keys must keep "
                             "their order",
                             i - 1, i, text(output.keys, i), output.payload[i - 1], output.payload[i]),
                 i};
  }
  return std::nullopt;
}

}  // namespace

std::optional<Fault> find_disorder(const Keys& keys, Order order) {
  return find_disorder(keys, codes(keys, order), order, Comparison::natural);
}

std::optional<Fault> find_fault(const State& input, const State& output, Order order, bool stable,
                                std::uint64_t exact_n, Comparison comparison) {
  if (auto fault = find_wrong_form(input, output)) return fault;
  const bool natural = comparison == Comparison::natural;
  if (size(input.keys) > exact_n && natural && output.payload.empty() && output.fields.empty()) {
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
    if (auto fault = find_lost_key(input, output, before, after)) return fault;
    return find_wrong_record(input, output, before, after, stable);
  }
  if (auto fault = find_wrong_payload(input, output, before, after)) return fault;
  if (auto fault = find_wrong_record(input, output, before, after, stable)) return fault;
  return stable ? find_instability(output, ranks_after) : std::nullopt;
}

}  // namespace texelsort::data
