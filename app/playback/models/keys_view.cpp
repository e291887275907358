#include "app/playback/models/keys_view.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

namespace texelsort::app {

const char* channel_name(std::uint64_t list) {
  constexpr const char* names[] = {"R", "G", "B", "A"};
  return names[list % 4];
}

std::uint32_t shown_width(const algorithms::View& view) {
  if (view.width > 0) return view.width;
  const auto root = static_cast<std::uint64_t>(std::ceil(std::sqrt(static_cast<double>(view.count))));
  return static_cast<std::uint32_t>(std::bit_ceil(std::max<std::uint64_t>(root, 1)));
}

std::optional<algorithms::View> keys_view(const Player& player) {
  const std::vector<algorithms::View> views = player.run().views();
  const algorithms::View* view = find_view(views, algorithms::tables::Keys{});
  return view != nullptr && view->count > 0 ? std::optional(*view) : std::nullopt;
}

}  // namespace texelsort::app
