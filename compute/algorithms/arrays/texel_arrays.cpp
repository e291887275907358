#include "compute/algorithms/arrays/texel_arrays.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include <fmt/format.h>

#include "compute/algorithms/arrays/guard_keys.h"
#include "compute/algorithms/arrays/shader_keys.h"

namespace texelsort::algorithms {

void write_elements(gpu::Texture& texture, std::span<const std::byte> elements, std::span<const std::byte> guards) {
  const gpu::Extent extent = texture.extent();
  const std::size_t row = extent.width * gpu::texel_bytes(texture.format());
  const auto full_rows = static_cast<std::uint32_t>(elements.size() / row);
  if (full_rows > 0) texture.write({0, 0, extent.width, full_rows}, elements.first(full_rows * row));
  if (full_rows == extent.height) return;
  std::vector<std::byte> last(elements.begin() + static_cast<std::ptrdiff_t>(full_rows * row), elements.end());
  last.insert(last.end(), guards.begin(), guards.end());
  texture.write({0, full_rows, extent.width, 1}, last);
}

void read_elements(const gpu::Texture& texture, std::uint64_t first, std::uint64_t count, std::span<std::byte> out) {
  if (count == 0) return;
  const std::uint32_t width = texture.extent().width;
  const std::size_t texel = gpu::texel_bytes(texture.format());
  const auto top = static_cast<std::uint32_t>(first / width);
  const auto rows = static_cast<std::uint32_t>((first + count - 1) / width) - top + 1;
  if (first % width == 0 && count == std::uint64_t{rows} * width) {
    texture.read({0, top, width, rows}, out);
    return;
  }
  if (rows == 1) {
    texture.read({static_cast<std::uint32_t>(first % width), top, static_cast<std::uint32_t>(count), 1}, out);
    return;
  }
  std::vector<std::byte> texels(std::size_t{rows} * width * texel);
  texture.read({0, top, width, rows}, texels);
  std::memcpy(out.data(), texels.data() + (first % width) * texel, count * texel);
}

void Texels::make(gpu::Extent extent, std::string_view order) {
  const auto format = data::key_bytes(type_) == 8 ? gpu::TexelFormat::rg32ui : gpu::TexelFormat::r32ui;
  keys_ = gpu::Texture(extent, format, fmt::format("keys{}", order));
  if (has_payload()) payload_ = gpu::Texture(extent, gpu::TexelFormat::r32ui, fmt::format("payload{}", order));
}

std::vector<const gpu::Texture*> Texels::targets() const {
  if (has_payload()) return {&keys_, &payload_};
  return {&keys_};
}

data::State Texels::read(std::uint64_t first, std::uint64_t count) const {
  data::State state{data::make_keys(type_, count), {}};
  read_elements(keys_, first, count, data::bytes(state.keys));
  if (has_payload()) {
    std::vector<std::byte> memory(count * data::payload_bytes(data::PayloadKind::index));
    read_elements(payload_, first, count, memory);
    state.payload = data::payload_numbers(memory, data::PayloadKind::index);
  }
  return state;
}

std::vector<View> Texels::views() const {
  const std::uint32_t width = keys_.extent().width;
  std::vector<View> views{{tables::Keys{}, type_, n_, width, &keys_, 0}};
  if (has_payload()) views.push_back({tables::Payload{}, data::KeyType::u32, n_, width, &payload_, 0});
  return views;
}

std::optional<std::string> Texels::find_guard_damage() const {
  const data::State guards = read(n_, std::uint64_t{keys_.extent().width} * keys_.extent().height - n_);
  if (!intact(guards.keys, order_)) return fmt::format("a key texel at or past {} was written", n_);
  if (!intact(guards.payload)) return fmt::format("a payload texel at or past {} was written", n_);
  return std::nullopt;
}

std::uint32_t TexelArrays::square_width(std::uint64_t n) {
  std::uint32_t width = 1;
  while (width < max_width && std::uint64_t{width} * width < n) width *= 2;
  return width;
}

gpu::Extent TexelArrays::extent(std::uint64_t n, std::uint32_t width, std::uint32_t log2_tile) {
  const std::uint32_t tile = 1u << log2_tile;
  const std::uint32_t whole_width = std::max(width, tile);
  const auto least_rows = static_cast<std::uint32_t>(std::max<std::uint64_t>(rows(n, whole_width), 1));
  return {whole_width, (least_rows + tile - 1) & ~(tile - 1)};
}

TexelArrays::TexelArrays(gpu::Device& device, const Problem& problem, std::uint32_t width, std::uint32_t log2_tile,
                         Sides sides)
    : device_(device),
      n_(problem.n()),
      type_(problem.type()),
      order_(problem.order),
      log2_tile_(log2_tile),
      extent_(extent(problem.n(), width, log2_tile)),
      sides_{Texels(problem), Texels(problem)},
      plain_(problem) {
  sides_[0].make(extent_);
  if (sides == Sides::two) sides_[1].make(extent_);
  if (log2_tile_ > 0) {
    gpu::Defines defines = key_defines(type_, order_, problem.payload);
    defines["LOG2_TILE"] = std::to_string(log2_tile_);
    plain_program_ = &device.draw_program("common/fullscreen.vert", "networks/untiled.frag", defines);
  }
  device.check_errors("making the textures");
}

std::uint64_t TexelArrays::place_of(std::uint64_t i) const {
  if (log2_tile_ == 0) return i;
  const std::uint64_t inside = (std::uint64_t{1} << log2_tile_) - 1;
  const std::uint64_t tile = i >> 2 * log2_tile_, log2_width = std::countr_zero(extent_.width);
  const std::uint64_t log2_tiles_a_row = log2_width - log2_tile_;
  const std::uint64_t tile_x = tile & ((std::uint64_t{1} << log2_tiles_a_row) - 1), tile_y = tile >> log2_tiles_a_row;
  const std::uint64_t x = tile_x << log2_tile_ | (i & inside);
  const std::uint64_t y = tile_y << log2_tile_ | (i >> log2_tile_ & inside);
  return y << log2_width | x;
}

KeyPlace TexelArrays::key_place(std::uint64_t i) const {
  const std::uint64_t place = place_of(i);
  return {.holder = KeyPlace::Holder::texture, .x = place % extent_.width, .y = place / extent_.width};
}

void TexelArrays::write(gpu::Texture& texture, std::span<const std::byte> column,
                        std::span<const std::byte> guards) const {
  if (log2_tile_ == 0) return write_elements(texture, column, guards);
  const std::size_t texel = gpu::texel_bytes(texture.format());
  std::vector<std::byte> texels(column.size() + guards.size());
  for (std::size_t i = 0; i < texels.size() / texel; ++i) {
    const std::byte* source = i < n_ ? column.data() + i * texel : guards.data() + (i - n_) * texel;
    std::memcpy(texels.data() + place_of(i) * texel, source, texel);
  }
  texture.write({0, 0, extent_.width, extent_.height}, texels);
}

void TexelArrays::load(const data::StateView& state) {
  const std::uint64_t padding = std::uint64_t{extent_.width} * extent_.height - n_;
  Texels& front = sides_[front_];
  write(front.keys(), data::bytes(state.keys), data::bytes(guard_keys(type_, order_, padding)));
  if (front.has_payload()) {
    const std::vector<std::uint32_t> guards(padding, guard_payload);
    write(front.payload(), data::payload_memory(state.payload, data::PayloadKind::index),
          std::as_bytes(std::span(guards)));
  }
  plain_is_current_ = false;
}

void TexelArrays::bind_sources(gpu::DrawCall& call) const {
  const Texels& front = sides_[front_];
  call.textures = {{"keys_in", &front.keys()}};
  if (front.has_payload()) call.textures.push_back({"payload_in", &front.payload()});
  call.uniforms = {{"texel_size", 1.0f / glm::vec2(extent_.width, extent_.height)}};
}

void TexelArrays::bind(gpu::DrawCall& call) const {
  bind_sources(call);
  call.targets = sides_[front_ ^ 1].targets();
}

const Texels& TexelArrays::in_order() const {
  if (log2_tile_ == 0) return sides_[front_];
  if (plain_is_current_) return plain_;
  if (!plain_.exist()) plain_.make(extent_, " in order");
  gpu::DrawCall call;
  call.program = plain_program_;
  bind_sources(call);
  call.targets = plain_.targets();
  call.uniforms.push_back({"log2_width", static_cast<std::uint32_t>(std::countr_zero(extent_.width))});
  device_.executor().draw_aside(call);
  plain_is_current_ = true;
  return plain_;
}

}  // namespace texelsort::algorithms
