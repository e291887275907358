#include "compute/algorithms/networks/fused_arrays.h"

#include <bit>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "compute/algorithms/arrays/guard_keys.h"
#include "compute/algorithms/arrays/shader_keys.h"
#include "compute/algorithms/arrays/texel_arrays.h"

namespace texelsort::algorithms {
namespace {

std::uint32_t word(std::uint64_t value) {
  return static_cast<std::uint32_t>(value);
}

}  // namespace

unsigned FusedArrays::planes(data::KeyType type, data::PayloadKind payload) {
  return static_cast<unsigned>((data::key_bytes(type) + data::payload_bytes(payload)) / 4);
}

gpu::Extent FusedArrays::extent(unsigned index_bits, unsigned log2_targets) {
  const unsigned bits = index_bits - log2_targets - 2;
  return {1u << (bits - bits / 2), 1u << (bits / 2)};
}

FusedArrays::FusedArrays(gpu::Device& device, const Problem& problem, unsigned index_bits, unsigned log2_targets,
                         bool images)
    : device_(device),
      n_(problem.n()),
      type_(problem.type()),
      order_(problem.order),
      payload_(problem.payload),
      index_bits_(index_bits),
      log2_targets_(log2_targets),
      images_(images),
      layout_(linear_layout(index_bits, log2_targets)) {
  const std::uint32_t layers = planes(type_, payload_) << log2_targets;
  for (gpu::ArrayTexture& array : arrays_) {
    array = gpu::ArrayTexture(extent(index_bits, log2_targets), layers, "layers of keys");
  }
  gpu::Defines defines = key_defines(type_, order_, payload_);
  defines["TARGET_BITS"] = std::to_string(log2_targets);
  plain_program_ = &device.draw_program("common/fullscreen.vert", "networks/fused_plain.frag", defines);
  device.check_errors("making the layers");
}

void FusedArrays::load(const data::State& state) {
  const std::uint64_t places = std::uint64_t{1} << index_bits_;
  const data::Keys guards = guard_keys(type_, order_, 1);
  const std::size_t key_words = data::key_bytes(type_) / 4;
  const std::uint64_t layer_words = places >> log2_targets_;
  std::vector<std::uint32_t> words(layer_words);
  const auto write_plane = [&](std::size_t plane, auto word_at, std::uint32_t guard) {
    for (std::uint32_t layer = 0; layer < 1u << log2_targets_; ++layer) {
      const std::uint64_t first = layer * layer_words;
      for (std::uint64_t k = 0; k < layer_words; ++k) words[k] = first + k < n_ ? word_at(first + k) : guard;
      arrays_[front_].write(word(plane << log2_targets_) + layer, std::as_bytes(std::span(words)));
    }
  };
  for (std::size_t part = 0; part < key_words; ++part) {
    const auto word_of = [&](std::span<const std::byte> column, std::uint64_t i) {
      std::uint32_t value = 0;
      std::memcpy(&value, column.data() + (i * key_words + part) * sizeof value, sizeof value);
      return value;
    };
    const std::span<const std::byte> column = data::bytes(state.keys);
    write_plane(
        part, [&](std::uint64_t i) { return word_of(column, i); }, word_of(data::bytes(guards), 0));
  }
  if (has_payload()) {
    write_plane(
        key_words, [&](std::uint64_t i) { return static_cast<std::uint32_t>(state.payload[i]); }, guard_payload);
  }
  layout_ = linear_layout(index_bits_, log2_targets_);
  plain_is_current_ = false;
}

void FusedArrays::append_address(gpu::DrawCall& call) const {
  const gpu::Extent size = extent();
  call.textures.push_back({.sampler = "arrays_in", .array = &arrays_[front_]});
  call.uniforms.push_back({"texel_size", 1.0f / glm::vec2(size.width, size.height)});
  call.uniforms.push_back({"log2_width", word(std::countr_zero(size.width))});
  std::vector<std::uint32_t> target_bits;
  for (const std::uint32_t position : layout_.target_bits) target_bits.push_back(1u << position);
  call.uniforms.push_back({"target_bit", std::move(target_bits)});
  call.uniforms.push_back({"reversal", std::vector<std::uint32_t>(layout_.reversals.begin(), layout_.reversals.end())});
}

void FusedArrays::append_elements(gpu::DrawCall& call, const FusedLayout& layout) const {
  std::vector<std::uint32_t> room_masks, indices;
  std::vector<glm::ivec2> texels;
  std::vector<std::int32_t> layers;
  for (const std::uint32_t position : layout.target_bits) room_masks.push_back(~((1u << position) - 1));
  const std::uint64_t width = extent().width;
  for (std::uint32_t layer = 0; layer < 1u << log2_targets_; ++layer) {
    const std::uint64_t index = layout.element(layer);
    const FusedPlace place = layout_.place(index);
    texels.emplace_back(place.position % width, place.position / width);
    layers.push_back(static_cast<std::int32_t>(place.layer));
    indices.push_back(word(index));
  }
  call.uniforms.push_back({"room_mask", std::move(room_masks)});
  call.uniforms.push_back({"element_texel", std::move(texels)});
  call.uniforms.push_back({"element_layer", std::move(layers)});
  call.uniforms.push_back({"element_index", std::move(indices)});
}

void FusedArrays::draw(const gpu::Program& program, const FusedPass& pass, gpu::DrawCall extras) {
  gpu::DrawCall call = std::move(extras);
  call.program = &program;
  const gpu::ArrayTexture& back = arrays_[front_ ^ 1];
  if (images_) {
    call.image = {&back};
  } else {
    call.layers = {&back, layers()};
  }
  append_address(call);
  append_elements(call, pass.layout);
  device_.executor().draw(call);
  front_ ^= 1;
  layout_ = pass.layout;
  plain_is_current_ = false;
}

gpu::Extent FusedArrays::plain_extent() const {
  return {1u << (index_bits_ - index_bits_ / 2), 1u << (index_bits_ / 2)};
}

void FusedArrays::fill_plain() const {
  if (plain_is_current_) return;
  if (plain_keys_.id() == 0) {
    const auto format = data::key_bytes(type_) == 8 ? gpu::TexelFormat::rg32ui : gpu::TexelFormat::r32ui;
    plain_keys_ = gpu::Texture(plain_extent(), format, "keys in order");
    if (has_payload()) plain_payload_ = gpu::Texture(plain_extent(), gpu::TexelFormat::r32ui, "payload in order");
  }
  gpu::DrawCall call;
  call.program = plain_program_;
  append_address(call);
  call.uniforms.push_back({"plain_log2_width", word(std::countr_zero(plain_extent().width))});
  call.targets = {&plain_keys_};
  if (has_payload()) call.targets.push_back(&plain_payload_);
  device_.executor().draw_aside(call);
  plain_is_current_ = true;
}

std::vector<View> FusedArrays::views() const {
  fill_plain();
  const std::uint32_t width = plain_extent().width;
  std::vector<View> views{{tables::Keys{}, type_, n_, width, &plain_keys_, 0}};
  if (has_payload()) views.push_back({tables::Payload{}, data::KeyType::u32, n_, width, &plain_payload_, 0});
  return views;
}

data::State FusedArrays::read(std::uint64_t first, std::uint64_t count) const {
  fill_plain();
  data::State state{data::make_keys(type_, count), {}};
  read_elements(plain_keys_, first, count, data::bytes(state.keys));
  if (has_payload()) {
    std::vector<std::byte> memory(count * data::payload_bytes(data::PayloadKind::index));
    read_elements(plain_payload_, first, count, memory);
    state.payload = data::payload_numbers(memory, data::PayloadKind::index);
  }
  return state;
}

std::optional<std::string> FusedArrays::find_guard_damage() const {
  const data::State guards = read(n_, (std::uint64_t{1} << index_bits_) - n_);
  if (!intact(guards.keys, order_)) return fmt::format("a key at a place from {} on was changed", n_);
  if (!intact(guards.payload)) return fmt::format("a payload at a place from {} on was changed", n_);
  return std::nullopt;
}

}  // namespace texelsort::algorithms
