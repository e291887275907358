#include "app/playback/models/buffer_words.h"

#include <algorithm>
#include <cstddef>
#include <variant>

namespace texelsort::app {

namespace {

using algorithms::View;

bool is_buffer(const View& view) {
  return std::holds_alternative<algorithms::tables::Numbers>(view.kind);
}

}  // namespace

const std::vector<ShownBuffer>& shown_buffers(const Player& player) {
  return player.of_state().get([&player] {
    std::vector<ShownBuffer> shown;
    for (const View& view : player.run().views()) {
      if (is_buffer(view)) shown.push_back({view.name(), view.count, std::max<std::uint64_t>(view.width, 1)});
    }
    return shown;
  });
}

std::vector<std::uint64_t> buffer_words(const Player& player, std::string_view name, std::uint64_t first,
                                        std::uint64_t count) {
  const std::vector<View> views = player.run().views();
  const View* const found = find_view(views, algorithms::tables::Numbers{name});
  if (found == nullptr || first >= found->count) return {};
  count = std::min(count, found->count - first);
  View part = *found;
  if (std::holds_alternative<const gpu::Texture*>(part.holder)) {
    std::vector<std::uint64_t> all = read_view(part);
    return {all.begin() + static_cast<std::ptrdiff_t>(first), all.begin() + static_cast<std::ptrdiff_t>(first + count)};
  }
  const std::uint64_t bytes = part.packed_bytes > 0 ? part.packed_bytes : data::key_bytes(part.element);
  part.offset += first * bytes;
  part.count = count;
  return read_view(part);
}

}  // namespace texelsort::app
