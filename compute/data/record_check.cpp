#include "compute/data/record_check.h"

#include <algorithm>
#include <compare>
#include <numeric>

#include <fmt/core.h>

#include "compute/data/records.h"

namespace texelsort::data {
namespace {

using Codes = std::span<const std::uint64_t>;

/// Records of a state by their index, compared by code and then field by field.
class Rows {
 public:
  Rows(const State& state, Codes codes) : state_(state), codes_(codes) {}

  std::uint32_t field(std::uint64_t i, std::uint32_t f) const {
    return state_.fields[field_place(state_.shape, codes_.size(), i, f)];
  }
  std::strong_ordering compare(std::uint64_t i, const Rows& other, std::uint64_t j) const {
    auto order = codes_[i] <=> other.codes_[j];
    for (std::uint32_t f = 0; order == 0 && f < state_.shape.fields; ++f) order = field(i, f) <=> other.field(j, f);
    return order;
  }
  std::vector<std::uint64_t> sorted() const {
    std::vector<std::uint64_t> places(codes_.size());
    std::iota(places.begin(), places.end(), std::uint64_t{0});
    std::ranges::sort(places, [this](std::uint64_t i, std::uint64_t j) { return compare(i, *this, j) < 0; });
    return places;
  }

 private:
  const State& state_;
  Codes codes_;
};

std::optional<Fault> find_other_fields(const State& input, const State& output, const Rows& before, const Rows& after) {
  for (std::uint64_t i = 0; i < output.payload.size(); ++i) {
    const std::uint64_t from = output.payload[i];
    for (std::uint32_t f = 0; f < input.shape.fields; ++f) {
      if (before.field(from, f) == after.field(i, f)) continue;
      return Fault{fmt::format("field {} of record {} (key {}) is {}, but that of record {} of the input is {}", f + 1,
                               i, text(output.keys, i), after.field(i, f), from, before.field(from, f)),
                   i};
    }
  }
  return std::nullopt;
}

std::optional<Fault> find_unknown_record(const State& output, const Rows& before, const Rows& after) {
  const auto wanted = before.sorted(), found = after.sorted();
  for (std::uint64_t k = 0; k < wanted.size(); ++k) {
    if (after.compare(found[k], before, wanted[k]) == 0) continue;
    const std::uint64_t i = found[k];
    return Fault{fmt::format("record {} (key {}, field 1 is {}) is none of the input's, or another one is missing", i,
                             text(output.keys, i), after.field(i, 0)),
                 i};
  }
  return std::nullopt;
}

std::optional<Fault> find_unstable_record(const State& output, const Rows& before, const Rows& after, Codes codes) {
  for (std::uint64_t i = 0; i < codes.size(); ++i) {
    if (before.field(i, 0) != static_cast<std::uint32_t>(i)) return std::nullopt;  // nothing tells equal keys apart
  }
  for (std::uint64_t i = 1; i < codes.size(); ++i) {
    if (codes[i - 1] != codes[i] || after.field(i - 1, 0) < after.field(i, 0)) continue;
    return Fault{fmt::format("records {} and {} both have key {}, but were records {} and {} of the input: equal keys "
                             "must keep their order",
                             i - 1, i, text(output.keys, i), after.field(i - 1, 0), after.field(i, 0)),
                 i};
  }
  return std::nullopt;
}

}  // namespace

std::optional<Fault> find_wrong_record(const State& input, const State& output, Codes before, Codes after,
                                       bool stable) {
  if (input.shape.fields == 0) return std::nullopt;
  const Rows rows_before(input, before), rows_after(output, after);
  if (!output.payload.empty()) return find_other_fields(input, output, rows_before, rows_after);
  if (auto fault = find_unknown_record(output, rows_before, rows_after)) return fault;
  return stable ? find_unstable_record(output, rows_before, rows_after, after) : std::nullopt;
}

}  // namespace texelsort::data
