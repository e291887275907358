#include "app/gui/views/key_source.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

#include "app/export/colours.h"

namespace texelsort::app {

namespace {

/// Greatest absolute value of a key that is drawn to scale. shaders/display/value.glsl must have the same limit.
constexpr double largest_drawn = 1e37;

void bind_scale(const Session& session, gpu::DrawCall& call) {
  const auto& range = value_range(session.player());
  const auto type = session.problem().type();
  const bool floating = type == data::KeyType::f32 || type == data::KeyType::f64;
  const double low = floating ? std::clamp(range.low, -largest_drawn, largest_drawn) : range.low;
  const double high =
      floating ? std::clamp(range.low + range.span, -largest_drawn, largest_drawn) : range.low + range.span;
  const double span = floating ? high - low : range.span;
  const double inverse = span > 0 ? std::min(1.0 / span, largest_drawn) : 0.0;
  call.uniforms.push_back({"lowest_key", glm::uvec2(static_cast<std::uint32_t>(range.low_bits),
                                                    static_cast<std::uint32_t>(range.low_bits >> 32))});
  call.uniforms.push_back({"lowest_value", static_cast<float>(low)});
  call.uniforms.push_back({"inverse_range", static_cast<float>(inverse)});
}

}  // namespace

void KeySource::upload(const Session& session, const algorithms::View& view, std::span<const std::byte> bytes) {
  const std::pair wanted{session.problem_revision(), session.player().revision()};
  if (std::exchange(uploaded_of_, wanted) == wanted) return;
  const std::size_t size = data::key_bytes(view.element);
  const auto format = size == 8 ? gpu::TexelFormat::rg32ui : gpu::TexelFormat::r32ui;
  const auto width = static_cast<std::uint32_t>(
      std::min<std::uint64_t>(device_->info().max_texture_extent,
                              std::bit_ceil(std::max<std::uint64_t>(
                                  1024, static_cast<std::uint64_t>(std::sqrt(static_cast<double>(view.count)))))));
  const auto rows = static_cast<std::uint32_t>((view.count + width - 1) / width);
  const gpu::Extent extent{width, rows};
  if (uploaded_.extent() != extent || uploaded_.format() != format)
    uploaded_ = gpu::Texture(extent, format, "keys of the host");
  const auto full_rows = static_cast<std::uint32_t>(view.count / width);
  const auto rest = static_cast<std::uint32_t>(view.count % width);
  const std::size_t full_bytes = std::size_t{full_rows} * width * size;
  if (full_rows > 0) uploaded_.write({0, 0, width, full_rows}, bytes.first(full_bytes));
  if (rest > 0) uploaded_.write({0, full_rows, rest, 1}, bytes.subspan(full_bytes, rest * size));
}

void KeySource::bind(const Session& session, const algorithms::View& view, gpu::DrawCall& call, gpu::Defines& defines) {
  const std::size_t size = data::key_bytes(view.element);
  defines["KEY_WORDS"] = std::to_string(size / 4);
  defines["KEY_TYPE"] = std::to_string(static_cast<int>(view.element));
  const gpu::Texture* texture = nullptr;
  if (const auto* held = std::get_if<const gpu::Texture*>(&view.holder)) {
    texture = *held;
  } else if (const auto* buffer = std::get_if<const gpu::Buffer*>(&view.holder)) {
    defines["SOURCE_BUFFER"] = "1";
    call.buffers.push_back({0, *buffer, view.offset, view.count * size});
  } else {
    upload(session, view, std::get<std::span<const std::byte>>(view.holder).first(view.count * size));
    texture = &uploaded_;
  }
  if (texture) {
    call.textures.push_back({"source", texture});
    call.uniforms.push_back({"source_width", texture->extent().width});
  }
  bind_scale(session, call);
  const auto colormap = session.look.colormap;
  defines["COLORMAP_COUNT"] = std::to_string(stops(colormap).size());
  defines["COLORMAP_STOPS"] = glsl_stops(colormap);
}

}  // namespace texelsort::app
