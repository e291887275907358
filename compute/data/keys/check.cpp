#include "compute/data/keys/check.h"

#include <algorithm>
#include <array>

#include <fmt/core.h>

#include "compute/data/error.h"
#include "compute/data/keys/order.h"
#include "compute/data/keys/parallel_fingerprint.h"
#include "compute/data/text/number_format.h"

namespace texelsort::data {
namespace {

using Codes = std::vector<std::uint64_t>;

std::optional<Fault> find_wrong_form(const StateView& input, const StateView& output) {
  if (type_of(input.keys) != type_of(output.keys)) {
    return Fault{fmt::format("the input has {} keys, but the output has {} keys", name(type_of(input.keys)),
                             name(type_of(output.keys))),
                 std::nullopt};
  }
  const std::uint64_t n = size(input.keys);
  if (size(output.keys) != n) {
    return Fault{fmt::format("the input has {}, but the output has {}", counted(n, "key"), size(output.keys)),
                 std::nullopt};
  }
  if (output.shape != input.shape || output.fields.size() != input.fields.size()) {
    return Fault{fmt::format("the input has {} fields per record in {} words, but the output has {} in {}",
                             input.shape.fields, input.fields.size(), output.shape.fields, output.fields.size()),
                 std::nullopt};
  }
  const bool needs_payload = !input.payload.empty() || !output.payload.empty();
  if (needs_payload && output.payload.size() != n) {
    return Fault{fmt::format("the output has {}, but a payload of {}", counted(n, "key"), output.payload.size()),
                 std::nullopt};
  }
  return std::nullopt;
}

/// View of a column of keys that computes their encoded keys and ranks when needed.
template <typename Key>
class KeyColumn {
 public:
  KeyColumn(const Keys& keys, Order order, Comparison comparison)
      : keys_(std::get<std::vector<Key>>(keys).data()),
        size_(data::size(keys)),
        type_(type_of(keys)),
        order_(order),
        comparison_(comparison) {}

  std::uint64_t size() const { return size_; }
  std::uint64_t code(std::uint64_t i) const { return encode(keys_[i], order_); }
  std::uint64_t rank(std::uint64_t i) const {
    return comparison_ == Comparison::natural ? code(i) : rank_of_code(code(i), comparison_, type_, order_);
  }

 private:
  const Key* keys_;
  std::uint64_t size_;
  KeyType type_;
  Order order_;
  Comparison comparison_;
};

/// Returns a predicate that is true for each index whose key is smaller than the previous key.
template <typename Key>
auto falls(const KeyColumn<Key>& column) {
  return [column](std::uint64_t k) { return k > 0 && column.rank(k) < column.rank(k - 1); };
}

/// Returns the fault that key i is smaller than the previous key. Returns null if i is the number of keys, which means
/// that no such key exists.
std::optional<Fault> disorder_at(std::uint64_t i, const Keys& keys, Order order, Comparison comparison) {
  if (i == size(keys)) return std::nullopt;
  return Fault{fmt::format("key {} is {}, but key {} is {}, so the keys are not in {}ending order{}", i, text(keys, i),
                           i - 1, text(keys, i - 1), name(order),
                           comparison == Comparison::natural ? "" : fmt::format(" by {}", name(comparison))),
               i};
}

/// Returns the fault in the payload of output key i. Returns null if the payload is correct, which means that it is the
/// input index of an equal key.
template <typename Key>
std::optional<Fault> find_wrong_index(const StateView& input, const StateView& output, const KeyColumn<Key>& before,
                                      const KeyColumn<Key>& after, std::uint64_t i) {
  const std::uint64_t from = output.payload[i];
  if (from >= before.size()) {
    return Fault{fmt::format("the payload of key {} ({}) is {}, but the input has only {} keys", i,
                             text(output.keys, i), from, before.size()),
                 i};
  }
  if (before.code(from) == after.code(i)) return std::nullopt;
  return Fault{fmt::format("key {} is {} with payload {}, but key {} of the input is {}", i, text(output.keys, i), from,
                           from, text(input.keys, from)),
               i};
}

/// Returns the fingerprint of the integers in [first, last).
Fingerprint index_fingerprint(std::uint64_t first, std::uint64_t last) {
  return fingerprint(last - first, [first](std::uint64_t i) { return first + i; });
}

/// Returns the fingerprint of the encoded keys with indices in [first, last).
template <typename Key>
Fingerprint code_fingerprint(const KeyColumn<Key>& keys, std::uint64_t first, std::uint64_t last) {
  return fingerprint(last - first, [keys, first](std::uint64_t i) { return keys.code(first + i); });
}

/// Finds the first payload from index `start` on that is not the input index of an equal key. In the same pass,
/// computes the fingerprint of the payloads.
template <typename Key>
Seen see_payload(std::span<const std::uint64_t> payload, const KeyColumn<Key>& before, const KeyColumn<Key>& after,
                 std::uint64_t start) {
  const auto payload_of = [payload, start](std::uint64_t i) { return payload[start + i]; };
  return scan_words(payload.size() - start, payload_of, [before, after, start, payload_of](std::uint64_t i) {
    return payload_of(i) >= before.size() || before.code(payload_of(i)) != after.code(start + i);
  });
}

/// Finds the first key from index `start` on that is smaller than the previous key. In the same pass, computes the
/// fingerprint of the encoded keys.
template <typename Key>
Seen see_keys(const KeyColumn<Key>& column, std::uint64_t start) {
  return scan_words(
      column.size() - start, [column, start](std::uint64_t i) { return column.code(start + i); },
      [falls = falls(column), start](std::uint64_t i) { return falls(start + i); });
}

/// Checks an output with payload. Every input index must occur once, next to the key that it has in the input. If all
/// indices occur once and have their own keys, no key can be missing.
template <typename Key>
std::optional<Fault> find_wrong_payload(const StateView& input, const StateView& output, const KeyColumn<Key>& before,
                                        const KeyColumn<Key>& after) {
  const std::uint64_t n = after.size();
  const Seen all = see_payload(output.payload, before, after, 0);
  if (all.first == n && all.fingerprint == index_fingerprint(0, n)) return std::nullopt;
  std::vector<bool> seen(n);
  for (std::uint64_t i = 0; i < n; ++i) {
    const std::uint64_t from = output.payload[i];
    if (from < n && seen[from]) {
      return Fault{fmt::format("the payload of key {} ({}) is {}, but an earlier key already has this payload", i,
                               text(output.keys, i), from),
                   i};
    }
    if (auto fault = find_wrong_index(input, output, before, after, i)) return fault;
    seen[from] = true;
  }
  throw InternalError("two fingerprints of the same indices differ");
}

/// Describes the first key that only the input or only the output has.
Fault name_lost_key(const StateView& input, const StateView& output, const Codes& before, const Codes& after) {
  Codes expected = before;
  std::ranges::sort(expected);
  if (!std::ranges::is_sorted(after)) {  // cannot name the key, because another comparison has sorted the output
    return Fault{"the output is in order, but its keys are not the keys of the input", std::nullopt};
  }
  const auto [wanted, found] = std::ranges::mismatch(expected, after);
  if (found == after.end()) throw InternalError("two fingerprints of the same keys differ");
  const auto i = static_cast<std::uint64_t>(found - after.begin());
  if (*wanted < *found) {
    const auto at = static_cast<std::uint64_t>(std::ranges::find(before, *wanted) - before.begin());
    return Fault{fmt::format("key {} is {}, expected {}: the output has lost key {} of the input or one equal to it", i,
                             text(output.keys, i), text(input.keys, at), at),
                 i};
  }
  return Fault{fmt::format("key {} is {}, which occurs in the input never or less often", i, text(output.keys, i)), i};
}

/// Checks an output without payload. The keys must be in order, and must be those of the input. Sorts the keys only to
/// describe a missing key.
template <typename Key>
std::optional<Fault> find_wrong_key(const StateView& input, const StateView& output, const KeyColumn<Key>& before,
                                    const KeyColumn<Key>& after, Order order, std::uint64_t named_n,
                                    Comparison comparison, KnownInput& known) {
  const Seen seen = see_keys(after, 0);
  if (auto fault = disorder_at(seen.first, output.keys, order, comparison)) return fault;
  if (!known.keys) known.keys = code_fingerprint(before, 0, before.size());
  if (*known.keys == seen.fingerprint) return std::nullopt;
  if (after.size() > named_n) {
    return Fault{"the output is in order, but its keys are not the keys of the input", std::nullopt};
  }
  return name_lost_key(input, output, codes(input.keys, order), codes(output.keys, order));
}

template <typename Key>
std::optional<Fault> find_instability(const StateView& output, const KeyColumn<Key>& after) {
  const std::uint64_t n = after.size();
  const std::uint64_t i = first_where(n, [&](std::uint64_t k) {
    return k > 0 && output.payload[k - 1] >= output.payload[k] && after.rank(k - 1) == after.rank(k);
  });
  if (i == n) return std::nullopt;
  return Fault{fmt::format("keys {} and {} are both {}, but were keys {} and {} of the input: equal keys must keep "
                           "their order",
                           i - 1, i, text(output.keys, i), output.payload[i - 1], output.payload[i]),
               i};
}

/// Implements find_fault() for input and output with the same key type and number of keys.
template <typename Key>
std::optional<Fault> find_fault_of(const StateView& input, const StateView& output, Order order, bool stable,
                                   std::uint64_t named_n, Comparison comparison, KnownInput& known) {
  const KeyColumn<Key> before(input.keys, order, comparison), after(output.keys, order, comparison);
  const bool indexed = !output.payload.empty(), records = input.shape.fields > 0;
  if (!indexed && !records) {  // with records, find_wrong_record() also checks the keys
    return find_wrong_key(input, output, before, after, order, named_n, comparison, known);
  }
  const std::uint64_t falling = first_where(after.size(), falls(after));
  if (auto fault = disorder_at(falling, output.keys, order, comparison)) return fault;
  if (indexed) {
    if (auto fault = find_wrong_payload(input, output, before, after)) return fault;
  }
  if (records) {
    if (auto fault = find_wrong_record(input, output, order, stable, named_n)) return fault;
  }
  return stable && indexed ? find_instability(output, after) : std::nullopt;
}

/// Result of checking one part of an output. The output is correct if the sum over all parts is.
struct Told {
  /// Number of faults, number of keys, and the fingerprints of the input and the output, two words each. They are
  /// summed over all parts.
  std::array<std::uint64_t, 6> numbers{};

  Told(bool faulty, std::uint64_t keys, const Fingerprint& wanted, const Fingerprint& found)
      : numbers{faulty ? 1u : 0u, keys, wanted.first, wanted.second, found.first, found.second} {}
  bool right(std::uint64_t n) const {
    const auto& [faults, keys, first, second, found_first, found_second] = numbers;
    return faults == 0 && keys == n && first == found_first && second == found_second;
  }
};

/// Checks a part of an output against the input range with the same indices. The fingerprints of all parts together
/// show whether keys are lost.
template <typename Key>
Told told_by_part(const Keys& input, const OutputPart& part, Order order, bool stable, Comparison comparison,
                  KnownInput& known) {
  const KeyColumn<Key> before(input, order, comparison), after(part.state.keys, order, comparison);
  const StateView state = part.state;
  const std::uint64_t start = part.follows ? 1 : 0, count = part.count(), last = part.first + count;
  if (last > before.size()) return {true, count, {}, {}};
  if (state.payload.empty()) {
    const Seen seen = see_keys(after, start);
    if (!known.keys) known.keys = code_fingerprint(before, part.first, last);
    return {seen.first < count, count, *known.keys, seen.fingerprint};
  }
  const Seen seen = see_payload(state.payload, before, after, start);
  const bool faulty = seen.first < count || first_where(after.size(), falls(after)) < after.size() ||
                      (stable && find_instability(state, after));
  return {faulty, count, index_fingerprint(part.first, last), seen.fingerprint};
}

/// Calls visit.operator()<Key>() with the C++ type of the keys as Key.
template <typename Visit>
auto with_key_type(const Keys& keys, Visit visit) {
  return std::visit([&]<typename Key>(const std::vector<Key>&) { return visit.template operator()<Key>(); }, keys);
}

}  // namespace

std::optional<Fault> find_disorder(const Keys& keys, Order order) {
  return with_key_type(keys, [&]<typename Key>() {
    constexpr auto natural = Comparison::natural;
    const KeyColumn<Key> column(keys, order, natural);
    return disorder_at(first_where(column.size(), falls(column)), keys, order, natural);
  });
}

std::optional<Fault> find_fault(const StateView& input, const StateView& output, Order order, bool stable,
                                std::uint64_t named_n, Comparison comparison, KnownInput* known) {
  if (auto fault = find_wrong_form(input, output)) return fault;
  KnownInput own;
  return with_key_type(input.keys, [&]<typename Key>() {
    return find_fault_of<Key>(input, output, order, stable, named_n, comparison, known != nullptr ? *known : own);
  });
}

bool is_right(const Keys& input, const OutputPart& part, Order order, bool stable, Comparison comparison,
              KnownInput* known) {
  KnownInput own;
  Told told = with_key_type(input, [&]<typename Key>() {
    return told_by_part<Key>(input, part, order, stable, comparison, known != nullptr ? *known : own);
  });
  if (part.owners) part.owners->add_up(told.numbers);
  return told.right(size(input));
}

}  // namespace texelsort::data
