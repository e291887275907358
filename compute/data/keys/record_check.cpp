#include <algorithm>
#include <compare>
#include <numeric>

#include <fmt/core.h>

#include "compute/data/error.h"
#include "compute/data/keys/check.h"
#include "compute/data/keys/order.h"
#include "compute/data/keys/parallel_fingerprint.h"
#include "compute/data/keys/records.h"

namespace texelsort::data {
namespace {

using CodeSpan = std::span<const std::uint64_t>;

/// Records of a state, which compares two records by their encoded keys first, and then field by field.
class Rows {
 public:
  Rows(const StateView& state, CodeSpan codes) : state_(state), codes_(codes) {}

  std::uint32_t field(std::uint64_t i, std::uint32_t f) const {
    return state_.fields[field_place(state_.shape, codes_.size(), i, f)];
  }
  std::strong_ordering compare(std::uint64_t i, const Rows& other, std::uint64_t j) const {
    auto order = codes_[i] <=> other.codes_[j];
    for (std::uint32_t f = 0; order == 0 && f < state_.shape.fields; ++f) order = field(i, f) <=> other.field(j, f);
    return order;
  }
  /// Returns a hash of the key and the fields of record i.
  std::uint64_t hash(std::uint64_t i) const {
    std::uint64_t word = mix(codes_[i]);
    for (std::uint32_t f = 0; f < state_.shape.fields; ++f) word = mix(word + field(i, f) + 1);
    return word;
  }
  std::vector<std::uint64_t> sorted() const {
    std::vector<std::uint64_t> places(codes_.size());
    std::iota(places.begin(), places.end(), std::uint64_t{0});
    std::ranges::sort(places, [this](std::uint64_t i, std::uint64_t j) { return compare(i, *this, j) < 0; });
    return places;
  }

 private:
  const StateView& state_;
  CodeSpan codes_;
};

std::optional<Fault> find_other_fields(const StateView& input, const StateView& output, const Rows& before,
                                       const Rows& after) {
  const auto wrong_field = [&](std::uint64_t i) {
    std::uint32_t f = 0;
    while (f < input.shape.fields && before.field(output.payload[i], f) == after.field(i, f)) ++f;
    return f;
  };
  const std::uint64_t n = output.payload.size();
  const std::uint64_t i = first_where(n, [&](std::uint64_t k) { return wrong_field(k) < input.shape.fields; });
  if (i == n) return std::nullopt;
  const std::uint32_t f = wrong_field(i);
  const std::uint64_t from = output.payload[i];
  return Fault{fmt::format("field {} of record {} (key {}) is {}, but that of record {} of the input is {}", f + 1, i,
                           text(output.keys, i), after.field(i, f), from, before.field(from, f)),
               i};
}

/// Describes the first record of the output that the input does not have, or has less often.
Fault name_unknown_record(const StateView& output, const Rows& before, const Rows& after) {
  const auto wanted = before.sorted(), found = after.sorted();
  for (std::uint64_t k = 0; k < wanted.size(); ++k) {
    if (after.compare(found[k], before, wanted[k]) == 0) continue;
    const std::uint64_t i = found[k];
    return Fault{fmt::format("record {} (key {}, field 1 is {}) does not occur in the input, or another record is "
                             "missing",
                             i, text(output.keys, i), after.field(i, 0)),
                 i};
  }
  throw InternalError("two fingerprints of the same records differ");
}

std::optional<Fault> find_unstable_record(const StateView& output, const Rows& before, const Rows& after,
                                          CodeSpan codes) {
  const std::uint64_t n = codes.size();
  const bool told_apart =
      first_where(n, [&](std::uint64_t k) { return before.field(k, 0) != static_cast<std::uint32_t>(k); }) == n;
  if (!told_apart) return std::nullopt;
  const std::uint64_t i = first_where(n, [&](std::uint64_t k) {
    return k > 0 && codes[k - 1] == codes[k] && after.field(k - 1, 0) >= after.field(k, 0);
  });
  if (i == n) return std::nullopt;
  return Fault{fmt::format("records {} and {} both have key {}, but were records {} and {} of the input: equal keys "
                           "must keep their order",
                           i - 1, i, text(output.keys, i), after.field(i - 1, 0), after.field(i, 0)),
               i};
}

}  // namespace

std::optional<Fault> find_wrong_record(const StateView& input, const StateView& output, Order order, bool stable,
                                       std::uint64_t named_n) {
  const auto before = codes(input.keys, order), after = codes(output.keys, order);
  const Rows rows_before(input, before), rows_after(output, after);
  if (!output.payload.empty()) return find_other_fields(input, output, rows_before, rows_after);
  const auto of = [](const Rows& rows, std::uint64_t n) {
    return fingerprint(n, [&](std::uint64_t i) { return rows.hash(i); });
  };
  if (of(rows_before, before.size()) != of(rows_after, after.size())) {
    if (before.size() + input.fields.size() <= named_n) return name_unknown_record(output, rows_before, rows_after);
    return Fault{"the output is in order, but its records are not the records of the input", std::nullopt};
  }
  return stable ? find_unstable_record(output, rows_before, rows_after, after) : std::nullopt;
}

}  // namespace texelsort::data
