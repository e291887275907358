#include "compute/algorithms/networks/fused_arrays.h"

#include <bit>
#include <cstring>
#include <utility>

#include "compute/algorithms/arrays/guard_keys.h"
#include "compute/algorithms/arrays/shader_keys.h"

namespace texelsort::algorithms {
namespace {

std::uint32_t word(std::uint64_t value) {
  return static_cast<std::uint32_t>(value);
}

}  // namespace

unsigned FusedArrays::planes(data::KeyType type, data::PayloadKind payload) {
  return static_cast<unsigned>((data::key_bytes(type) + data::payload_bytes(payload)) / 4);
}

std::optional<unsigned> FusedArrays::log2_layers(std::uint64_t targets, data::KeyType type, data::PayloadKind payload) {
  const unsigned words = planes(type, payload);
  if (targets < 2 * words) return std::nullopt;
  return static_cast<unsigned>(std::bit_width(targets / words) - 1);
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
      layout_(linear_layout(index_bits, log2_targets)),
      plain_(problem) {
  const std::uint32_t layers = planes(type_, payload_) << log2_targets;
  for (gpu::ArrayTexture& array : arrays_) {
    array = gpu::ArrayTexture(extent(index_bits, log2_targets), layers, "layers of keys");
  }
  gpu::Defines defines = key_defines(type_, order_, payload_);
  defines["TARGET_BITS"] = std::to_string(log2_targets);
  plain_program_ = &device.draw_program("common/fullscreen.vert", "networks/fused_plain.frag", defines);
  device.check_errors("making the layers");
}

void FusedArrays::load(const data::StateView& state) {
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

void FusedArrays::draw(gpu::DrawCall call, const FusedPass& pass) {
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

KeyPlace FusedArrays::key_place(std::uint64_t i) const {
  const FusedPlace place = layout_.place(i);
  return {.holder = KeyPlace::Holder::texture,
          .x = place.position % extent().width,
          .y = place.position / extent().width,
          .channel = place.channel,
          .channels = 1u << channel_bits,
          .layer = place.layer,
          .layers = 1u << log2_targets_};
}

gpu::Extent FusedArrays::plain_extent() const {
  return {1u << (index_bits_ - index_bits_ / 2), 1u << (index_bits_ / 2)};
}

const Texels& FusedArrays::in_order() const {
  if (plain_is_current_) return plain_;
  if (!plain_.exist()) plain_.make(plain_extent(), " in order");
  gpu::DrawCall call;
  call.program = plain_program_;
  append_address(call);
  call.uniforms.push_back({"plain_log2_width", word(std::countr_zero(plain_extent().width))});
  call.targets = plain_.targets();
  device_.executor().draw_aside(call);
  plain_is_current_ = true;
  return plain_;
}

}  // namespace texelsort::algorithms
