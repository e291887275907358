#include "compute/algorithms/arrays/host_arrays.h"

#include <algorithm>

#include "compute/algorithms/core/view.h"
#include "compute/data/keys/order.h"

namespace texelsort::algorithms {
namespace {

// pattern of the guard words, which a sort is unlikely to write
constexpr std::uint64_t guard_code = 0xA5A5'5A5A'C3C3'3C3C;

}  // namespace

std::uint32_t shown_width(std::uint64_t n) {
  std::uint32_t width = 1;
  while (std::uint64_t{width} * width < n) width *= 2;
  return width;
}

HostArrays::HostArrays(const Problem& problem)
    : n_(problem.n()), type_(problem.type()), order_(problem.order), payload_kind_(problem.payload) {
  codes_.assign(n_ + 2 * guard_words, guard_code);
  if (has_payload()) payload_.assign(n_ + 2 * guard_words, guard_code);
}

std::span<std::uint64_t> HostArrays::payload() {
  return has_payload() ? std::span(payload_).subspan(guard_words, n_) : std::span<std::uint64_t>();
}

void HostArrays::load(const data::StateView& state) {
  const std::vector<std::uint64_t> codes = data::codes(state.keys, order_);
  std::ranges::copy(codes, codes_.begin() + guard_words);
  if (has_payload()) std::ranges::copy(state.payload, payload_.begin() + guard_words);
}

data::State HostArrays::read(std::uint64_t first, std::uint64_t count) const {
  data::State state{data::make_keys(type_, count), {}};
  const std::span codes = std::span(codes_).subspan(guard_words + first, count);
  std::visit(
      [&]<typename Key>(std::vector<Key>& keys) {
        std::ranges::transform(codes, keys.begin(), [&](std::uint64_t code) {
          return data::decode<Key>(static_cast<data::CodeOf<Key>>(code), order_);
        });
      },
      state.keys);
  if (has_payload()) {
    const std::span payload = std::span(payload_).subspan(guard_words + first, count);
    state.payload.assign(payload.begin(), payload.end());
  }
  return state;
}

std::vector<View> HostArrays::views() const {
  return state_views(read(0, n_), payload_kind_);
}

std::optional<std::string> HostArrays::find_guard_damage() const {
  const auto outside_changed = [](const std::vector<std::uint64_t>& words) {
    const std::span all(words);
    const auto is_guard = [](std::uint64_t word) { return word == guard_code; };
    return !std::ranges::all_of(all.first(guard_words), is_guard) ||
           !std::ranges::all_of(all.last(guard_words), is_guard);
  };
  if (outside_changed(codes_)) return "a word outside the keys was written";
  if (has_payload() && outside_changed(payload_)) return "a word outside the payload was written";
  return std::nullopt;
}

}  // namespace texelsort::algorithms
