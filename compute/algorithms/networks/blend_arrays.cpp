#include "compute/algorithms/networks/blend_arrays.h"

#include <algorithm>
#include <concepts>
#include <limits>

#include <fmt/format.h>

#include "compute/algorithms/arrays/shader_keys.h"

namespace texelsort::algorithms {
namespace {

/// Returns the number of rows that the host reads or writes at once. The rows have about 2^20 floats, so that the host
/// needs no third array.
std::uint32_t band_rows(std::uint32_t width) {
  constexpr std::uint32_t texels = 1 << 18;
  return std::max(1u, texels / width);
}

/// Converts a float to a key. Clamps values that the integer type cannot represent, because a cast of such a value is
/// undefined. Only a faulty pass leaves such values.
template <typename Key>
Key to_key(float value) {
  if constexpr (std::integral<Key>) {
    constexpr float limit = 16'777'216.0f;  // 2^24 is the largest n that make_run accepts
    constexpr float low = std::is_signed_v<Key> ? -limit : 0.0f;
    if (value > limit) return std::numeric_limits<Key>::max();
    if (!(value >= low)) return std::numeric_limits<Key>::min();
  }
  return static_cast<Key>(value);
}

}  // namespace

BlendLists BlendArrays::lists(std::uint64_t n, std::uint32_t width) {
  const std::uint64_t quarter = std::max<std::uint64_t>((n + BlendLists::count - 1) / BlendLists::count, 1);
  return {(quarter + width - 1) / width * width};
}

BlendArrays::BlendArrays(gpu::Device& device, const Problem& problem, std::uint32_t width)
    : device_(device),
      n_(problem.n()),
      type_(problem.type()),
      order_(problem.order),
      lists_(lists(n_, width)),
      extent_{width, static_cast<std::uint32_t>(lists_.length / width)} {
  for (gpu::Texture& texture : keys_) texture = gpu::Texture(extent_, gpu::TexelFormat::rgba32f, "four lists");
  device.check_errors("making the textures");
}

float BlendArrays::guard() const {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  return order_ == data::Order::ascending ? infinity : -infinity;
}

KeyPlace BlendArrays::key_place(std::uint64_t i) const {
  const std::uint64_t place = i % lists_.length;
  return {.holder = KeyPlace::Holder::texture,
          .x = place % extent_.width,
          .y = place / extent_.width,
          .channel = static_cast<std::uint32_t>(i / lists_.length),
          .channels = BlendLists::count};
}

void BlendArrays::load(const data::StateView& state) {
  for (std::uint32_t top = 0; top < extent_.height; top += band_rows(extent_.width)) {
    const std::uint32_t rows = std::min(band_rows(extent_.width), extent_.height - top);
    const std::uint64_t first = std::uint64_t{top} * extent_.width, texels = std::uint64_t{rows} * extent_.width;
    std::vector<float> band(BlendLists::count * texels, guard());
    std::visit(
        [&](const auto& keys) {
          for (unsigned list = 0; list < BlendLists::count; ++list) {
            const std::uint64_t start = list * lists_.length + first;
            for (std::uint64_t t = 0; t < texels && start + t < n_; ++t) {
              band[BlendLists::count * t + list] = static_cast<float>(keys[start + t]);
            }
          }
        },
        state.keys);
    keys_[front_].write({0, top, extent_.width, rows}, std::as_bytes(std::span(band)));
  }
  view_is_current_ = false;
}

template <typename Visit>
void BlendArrays::for_each_place(std::uint64_t first, std::uint64_t last, Visit visit) const {
  if (first >= last) return;
  const std::uint64_t length = lists_.length;
  const bool within_one = first / length == (last - 1) / length;
  const std::uint64_t low = within_one ? first % length : 0;
  const std::uint64_t high = within_one ? (last - 1) % length + 1 : length;
  const auto end = static_cast<std::uint32_t>((high - 1) / extent_.width + 1);
  for (auto top = static_cast<std::uint32_t>(low / extent_.width); top < end; top += band_rows(extent_.width)) {
    const std::uint32_t rows = std::min(band_rows(extent_.width), end - top);
    std::vector<float> texels(std::size_t{BlendLists::count} * rows * extent_.width);
    keys_[front_].read({0, top, extent_.width, rows}, std::as_writable_bytes(std::span(texels)));
    const std::uint64_t start = std::uint64_t{top} * extent_.width, stop = start + std::uint64_t{rows} * extent_.width;
    for (unsigned list = 0; list < BlendLists::count; ++list) {
      const std::uint64_t base = list * length;
      for (std::uint64_t i = std::max(first, base + start); i < std::min(last, base + stop); ++i) {
        visit(i, texels[BlendLists::count * (i - base - start) + list]);
      }
    }
  }
}

data::State BlendArrays::read(std::uint64_t first, std::uint64_t count) const {
  data::State state{data::make_keys(type_, count), {}};
  std::visit(
      [&]<typename Key>(std::vector<Key>& keys) {
        for_each_place(first, first + count, [&](std::uint64_t i, float key) { keys[i - first] = to_key<Key>(key); });
      },
      state.keys);
  return state;
}

std::optional<std::string> BlendArrays::find_guard_damage() const {
  std::optional<std::string> damage;
  for_each_place(n_, lists_.places(), [&](std::uint64_t i, float key) {
    if (key != guard() && !damage) damage = fmt::format("place {}, past the {} keys, was written", i, n_);
  });
  return damage;
}

void BlendArrays::draw_view() const {
  gpu::DrawCall call;
  call.program = &device_.draw_program("common/fullscreen.vert", "networks/blend_unpack.frag",
                                       key_defines(type_, order_, data::PayloadKind::none));
  call.targets = {&view_};
  call.textures = {{"lists_in", &keys_[front_]}};
  call.uniforms = {{"list_rows", extent_.height}, {"width", extent_.width}, {"n", static_cast<std::uint32_t>(n_)}};
  device_.executor().draw(call);
}

std::vector<View> BlendArrays::views() const {
  if (view_.id() == 0) {
    view_ = gpu::Texture({extent_.width, BlendLists::count * extent_.height}, gpu::TexelFormat::r32ui, "keys");
  }
  if (!view_is_current_) draw_view();
  view_is_current_ = true;
  View keys{tables::Keys{}, type_, n_, extent_.width, &view_, 0};
  keys.list = lists_.length;
  return {std::move(keys)};
}

void BlendArrays::bind(gpu::DrawCall& call) const {
  call.textures = {{"lists_in", &keys_[front_]}};
  call.uniforms = {{"texel_size", 1.0f / glm::vec2(extent_.width, extent_.height)}};
  call.targets = {&keys_[front_ ^ 1]};
}

void BlendArrays::swap() {
  front_ ^= 1;
  view_is_current_ = false;
}

}  // namespace texelsort::algorithms
