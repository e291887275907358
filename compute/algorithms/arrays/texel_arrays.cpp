#include "compute/algorithms/arrays/texel_arrays.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include <fmt/format.h>

#include "compute/algorithms/arrays/guard_keys.h"
#include "compute/algorithms/arrays/shader_keys.h"

namespace texelsort::algorithms {
namespace {

gpu::TexelFormat texel_format(data::KeyType type) {
  return data::key_bytes(type) == 8 ? gpu::TexelFormat::rg32ui : gpu::TexelFormat::r32ui;
}

/// Writes a column over whole rows; what is left of the last row is filled from `guards`.
void write_column(gpu::Texture& texture, std::span<const std::byte> column, std::span<const std::byte> guards) {
  const gpu::Extent extent = texture.extent();
  const std::size_t row = extent.width * gpu::texel_bytes(texture.format());
  const auto full_rows = static_cast<std::uint32_t>(column.size() / row);
  if (full_rows > 0) texture.write({0, 0, extent.width, full_rows}, column.first(full_rows * row));
  if (full_rows == extent.height) return;
  std::vector<std::byte> last(column.begin() + static_cast<std::ptrdiff_t>(full_rows * row), column.end());
  last.insert(last.end(), guards.begin(), guards.end());
  texture.write({0, full_rows, extent.width, 1}, last);
}

}  // namespace

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
      extent_(extent(problem.n(), width, log2_tile)) {
  const std::size_t count = sides == Sides::two ? 2 : 1;
  for (std::size_t side = 0; side < count; ++side) {
    keys_[side] = gpu::Texture(extent_, texel_format(type_), "keys");
    if (problem.payload == data::PayloadKind::none) continue;
    payload_[side] = gpu::Texture(extent_, gpu::TexelFormat::r32ui, "payload");
  }
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

void TexelArrays::write(gpu::Texture& texture, std::span<const std::byte> column,
                        std::span<const std::byte> guards) const {
  if (log2_tile_ == 0) return write_column(texture, column, guards);
  const std::size_t texel = gpu::texel_bytes(texture.format());
  std::vector<std::byte> texels(column.size() + guards.size());
  for (std::size_t i = 0; i < texels.size() / texel; ++i) {
    const std::byte* source = i < n_ ? column.data() + i * texel : guards.data() + (i - n_) * texel;
    std::memcpy(texels.data() + place_of(i) * texel, source, texel);
  }
  texture.write({0, 0, extent_.width, extent_.height}, texels);
}

void TexelArrays::read(const gpu::Texture& texture, std::uint64_t first, std::uint64_t count,
                       std::span<std::byte> out) const {
  if (log2_tile_ == 0) return read_elements(texture, first, count, out);
  if (count == 0) return;
  // All rows of tiles that hold some of them.
  const std::uint64_t row_of_tiles = std::uint64_t{extent_.width} << log2_tile_;
  const std::uint64_t start = first / row_of_tiles * row_of_tiles;
  const std::uint64_t end = ((first + count - 1) / row_of_tiles + 1) * row_of_tiles;
  const std::size_t texel = gpu::texel_bytes(texture.format());
  std::vector<std::byte> texels((end - start) * texel);
  texture.read({0, static_cast<std::uint32_t>(start / extent_.width), extent_.width,
                static_cast<std::uint32_t>((end - start) / extent_.width)},
               texels);
  for (std::uint64_t i = 0; i < count; ++i) {
    std::memcpy(out.data() + i * texel, texels.data() + (place_of(first + i) - start) * texel, texel);
  }
}

void TexelArrays::load(const data::State& state) {
  const std::uint64_t padding = std::uint64_t{extent_.width} * extent_.height - n_;
  write(keys_[front_], data::bytes(state.keys), data::bytes(guard_keys(type_, order_, padding)));
  if (has_payload()) {
    const std::vector<std::uint32_t> guards(padding, guard_payload);
    write(payload_[front_], data::payload_memory(state.payload, data::PayloadKind::index),
          std::as_bytes(std::span(guards)));
  }
  plain_is_current_ = false;
}

data::State TexelArrays::read(std::uint64_t first, std::uint64_t count) const {
  data::State state{data::make_keys(type_, count), {}};
  read(keys_[front_], first, count, data::bytes(state.keys));
  if (has_payload()) {
    std::vector<std::byte> memory(count * data::payload_bytes(data::PayloadKind::index));
    read(payload_[front_], first, count, memory);
    state.payload = data::payload_numbers(memory, data::PayloadKind::index);
  }
  return state;
}

std::vector<View> TexelArrays::views() const {
  const bool tiled = log2_tile_ > 0;
  if (tiled) fill_plain();
  std::vector<View> views{{tables::Keys{}, type_, n_, extent_.width, tiled ? &plain_keys_ : &keys_[front_], 0}};
  if (has_payload()) {
    const gpu::Texture* payload = tiled ? &plain_payload_ : &payload_[front_];
    views.push_back({tables::Payload{}, data::KeyType::u32, n_, extent_.width, payload, 0});
  }
  return views;
}

std::optional<std::string> TexelArrays::find_guard_damage() const {
  const data::State guards = read(n_, std::uint64_t{extent_.width} * extent_.height - n_);
  if (!intact(guards.keys, order_)) return fmt::format("a key texel at or past {} was written", n_);
  if (!intact(guards.payload)) return fmt::format("a payload texel at or past {} was written", n_);
  return std::nullopt;
}

void TexelArrays::bind_sources(gpu::DrawCall& call) const {
  call.textures = {{"keys_in", &keys_[front_]}};
  if (has_payload()) call.textures.push_back({"payload_in", &payload_[front_]});
  call.uniforms = {{"texel_size", 1.0f / glm::vec2(extent_.width, extent_.height)}};
}

void TexelArrays::bind(gpu::DrawCall& call) const {
  bind_sources(call);
  call.targets = {&keys_[front_ ^ 1]};
  if (has_payload()) call.targets.push_back(&payload_[front_ ^ 1]);
}

void TexelArrays::fill_plain() const {
  if (plain_is_current_) return;
  if (plain_keys_.id() == 0) {
    plain_keys_ = gpu::Texture(extent_, texel_format(type_), "keys in order");
    if (has_payload()) plain_payload_ = gpu::Texture(extent_, gpu::TexelFormat::r32ui, "payload in order");
  }
  gpu::DrawCall call;
  call.program = plain_program_;
  bind(call);
  call.uniforms.push_back({"log2_width", static_cast<std::uint32_t>(std::countr_zero(extent_.width))});
  call.targets = {&plain_keys_};
  if (has_payload()) call.targets.push_back(&plain_payload_);
  device_.executor().draw_aside(call);
  plain_is_current_ = true;
}

}  // namespace texelsort::algorithms
