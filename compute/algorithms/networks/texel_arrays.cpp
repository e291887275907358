#include "compute/algorithms/networks/texel_arrays.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include <fmt/format.h>

#include "compute/algorithms/networks/guard_keys.h"

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

TexelArrays::TexelArrays(gpu::Device& device, const Problem& problem, std::uint32_t width)
    : n_(problem.n()), type_(problem.type()), order_(problem.order) {
  // An empty problem has a texture of one guard texel, so that there is always something to look at.
  extent_ = {width, static_cast<std::uint32_t>(std::max<std::uint64_t>(rows(n_, width), 1))};
  for (gpu::Texture& texture : keys_) texture = gpu::Texture(extent_, texel_format(type_), "keys");
  if (problem.payload == data::PayloadKind::index) {
    for (gpu::Texture& texture : payload_) texture = gpu::Texture(extent_, gpu::TexelFormat::r32ui, "payload");
  }
  device.check_errors("making the textures");
}

void TexelArrays::load(const data::State& state) {
  const std::uint64_t padding = std::uint64_t{extent_.width} * extent_.height - n_;
  write_column(keys_[front_], data::bytes(state.keys), data::bytes(guard_keys(type_, order_, padding)));
  if (has_payload()) {
    const std::vector<std::uint32_t> guards(padding, guard_payload);
    write_column(payload_[front_], std::as_bytes(std::span(state.payload)), std::as_bytes(std::span(guards)));
  }
}

data::State TexelArrays::read(std::uint64_t first, std::uint64_t count) const {
  data::State state{data::make_keys(type_, count), {}};
  read_elements(keys_[front_], first, count, data::bytes(state.keys));
  if (has_payload()) {
    state.payload.resize(count);
    read_elements(payload_[front_], first, count, std::as_writable_bytes(std::span(state.payload)));
  }
  return state;
}

std::vector<View> TexelArrays::views() const {
  std::vector<View> views{{"keys", type_, n_, extent_.width, &keys_[front_], 0}};
  if (has_payload()) views.push_back({"payload", data::KeyType::u32, n_, extent_.width, &payload_[front_], 0});
  return views;
}

std::optional<std::string> TexelArrays::find_guard_damage() const {
  const data::State guards = read(n_, std::uint64_t{extent_.width} * extent_.height - n_);
  if (!intact(guards.keys, order_)) return fmt::format("a key texel at or past {} was written", n_);
  if (!intact(guards.payload)) return fmt::format("a payload texel at or past {} was written", n_);
  return std::nullopt;
}

void TexelArrays::bind(gpu::DrawCall& call) const {
  call.textures = {{"keys_in", &keys_[front_]}};
  call.uniforms = {{"texel_size", 1.0f / glm::vec2(extent_.width, extent_.height)}};
  call.targets = {&keys_[front_ ^ 1]};
  if (has_payload()) {
    call.textures.push_back({"payload_in", &payload_[front_]});
    call.targets.push_back(&payload_[front_ ^ 1]);
  }
}

}  // namespace texelsort::algorithms
