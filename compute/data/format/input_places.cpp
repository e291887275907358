#include <algorithm>
#include <utility>

#include "compute/data/io/files.h"
#include "compute/data/keys/order.h"
#include "compute/data/keys/records.h"

namespace texelsort::data {
namespace {

struct Coded {
  std::uint64_t code, place;
};

/// Returns the indices of the keys in ascending order of the keys. Ties are broken by the fields, and then by the
/// index.
std::vector<Coded> in_order(const StateView& state) {
  const std::vector<std::uint64_t> all = codes(state.keys, Order::ascending);
  std::vector<Coded> order(all.size());
  for (std::uint64_t i = 0; i < all.size(); ++i) order[i] = {all[i], i};
  const auto before = [&](const Coded& one, const Coded& other) {
    if (one.code != other.code) return one.code < other.code;
    for (std::uint32_t f = 0; f < state.shape.fields; ++f) {
      const std::uint32_t first = state.fields[field_place(state.shape, all.size(), one.place, f)];
      const std::uint32_t second = state.fields[field_place(state.shape, all.size(), other.place, f)];
      if (first != second) return first < second;
    }
    return one.place < other.place;
  };
  if (!std::ranges::is_sorted(order, before)) std::ranges::sort(order, before);
  return order;
}

}  // namespace

std::vector<std::uint64_t> input_places(const StateView& input, const State& output) {
  if (!output.payload.empty()) return output.payload;
  const std::vector<Coded> from = in_order(input);
  const std::vector<Coded> to = in_order(output);
  std::vector<std::uint64_t> places(to.size());
  for (std::uint64_t i = 0; i < std::min(from.size(), to.size()); ++i) places[to[i].place] = from[i].place;
  return places;
}

}  // namespace texelsort::data
