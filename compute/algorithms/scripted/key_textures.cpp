#include "compute/algorithms/scripted/key_textures.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include <fmt/format.h>

#include "compute/algorithms/arrays/guard_keys.h"
#include "compute/algorithms/arrays/shader_keys.h"
#include "compute/algorithms/arrays/texel_arrays.h"
#include "compute/algorithms/scripted/description.h"
#include "compute/data/error.h"
#include "compute/gpu/executor.h"

namespace texelsort::algorithms::scripted {
namespace {

gpu::Extent extent_of(std::uint64_t n) {
  const std::uint64_t width = texture_width(n), height = std::max<std::uint64_t>((n + width - 1) / width, 1);
  return {static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height)};
}

gpu::TexelFormat words_format(std::size_t bytes) {
  return bytes == 8 ? gpu::TexelFormat::rg32ui : gpu::TexelFormat::r32ui;
}

}  // namespace

KeyTextures::KeyTextures(gpu::Device& device, const Problem& problem, bool is_signed)
    : device_(device),
      n_(problem.n()),
      type_(problem.type()),
      order_(problem.order),
      payload_(problem.payload),
      is_signed_(is_signed),
      extent_(extent_of(problem.n())) {
  const gpu::TexelFormat format = in_float_texture(type_) ? gpu::TexelFormat::r32f
                                  : is_signed             ? gpu::TexelFormat::r32i
                                                          : words_format(data::key_bytes(type_));
  for (Side& side : sides_) {
    side.keys = gpu::Texture(extent_, format, "keys");
    if (payload_ == data::PayloadKind::none) continue;
    side.payload = gpu::Texture(extent_, words_format(data::payload_bytes(payload_)), "payload");
  }
  device.check_errors("making the textures");
}

const gpu::Texture* KeyTextures::find(std::string_view name) const {
  const Side &front = sides_[front_], &back = sides_[front_ ^ 1];
  if (name == "keys") return &front.keys;
  if (name == "keys_out") return &back.keys;
  if (payload_ == data::PayloadKind::none) return nullptr;
  if (name == "payload") return &front.payload;
  if (name == "payload_out") return &back.payload;
  return nullptr;
}

std::vector<std::string> KeyTextures::front_names() const {
  if (payload_ == data::PayloadKind::none) return {"keys"};
  return {"keys", "payload"};
}

/// Returns guards that no float unit changes, and that blending with themselves does not change: infinities for floats.
std::vector<std::byte> KeyTextures::guards_of_keys() const {
  const std::uint64_t count = texels() - n_;
  data::Keys guards = guard_keys(type_, order_, count);
  if (in_float_texture(type_)) {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    guards = std::vector<float>(count, order_ == data::Order::ascending ? infinity : -infinity);
  }
  const auto bytes = data::bytes(guards);
  return {bytes.begin(), bytes.end()};
}

void KeyTextures::write_side(Side& side, const data::StateView& state) const {
  write_elements(side.keys, data::bytes(state.keys), guards_of_keys());
  if (payload_ == data::PayloadKind::none) return;
  const std::vector<std::uint64_t> guards(texels() - n_, ~std::uint64_t{0});
  write_elements(side.payload, data::payload_memory(state.payload, payload_), data::payload_memory(guards, payload_));
}

void KeyTextures::load(const data::StateView& state) {
  write_side(sides_[front_], state);
  // Guards belong to both sides. Equal keys on both sides make replays equal, whatever a pass leaves undrawn.
  for (const std::string& name : front_names()) copy_to_back(name);
  bits_are_current_ = false;
}

void KeyTextures::load_back(const data::StateView& state) {
  write_side(sides_[front_ ^ 1], state);
}

data::State KeyTextures::read_side(unsigned side, std::uint64_t first, std::uint64_t count) const {
  data::State state{data::make_keys(type_, count), {}};
  read_elements(sides_[side].keys, first, count, data::bytes(state.keys));
  if (payload_ != data::PayloadKind::none) {
    std::vector<std::byte> memory(count * data::payload_bytes(payload_));
    read_elements(sides_[side].payload, first, count, memory);
    state.payload = data::payload_numbers(memory, payload_);
  }
  return state;
}

std::uint64_t KeyTextures::word_count(std::string_view name) const {
  return n_ * gpu::texel_bytes(find(name)->format()) / sizeof(std::uint32_t);
}

std::vector<std::uint32_t> KeyTextures::words(std::string_view name, std::uint64_t first, std::uint64_t count) const {
  if (count == 0) return {};
  const gpu::Texture& texture = *find(name);
  const std::uint64_t per_texel = gpu::texel_bytes(texture.format()) / sizeof(std::uint32_t);
  const std::uint64_t from = first / per_texel, to = (first + count - 1) / per_texel + 1;
  std::vector<std::uint32_t> read((to - from) * per_texel);
  read_elements(texture, from, to - from, std::as_writable_bytes(std::span(read)));
  const auto start = read.begin() + static_cast<std::ptrdiff_t>(first - from * per_texel);
  return {start, start + static_cast<std::ptrdiff_t>(count)};
}

void KeyTextures::copy_to_back(std::string_view name) const {
  device_.executor().copy(*find(name), {0, 0, extent_.width, extent_.height}, *find(std::string(name) + "_out"));
}

void KeyTextures::swap() {
  front_ ^= 1;
  bits_are_current_ = false;
}

void KeyTextures::draw_bits() const {
  if (bits_.id() == 0) bits_ = gpu::Texture(extent_, gpu::TexelFormat::r32ui, "bits of keys");
  gpu::DrawCall call;
  gpu::Defines defines = key_defines(type_, order_, data::PayloadKind::none);
  if (is_signed_) defines["SIGNED_TEXTURE"] = "";
  call.program = &device_.draw_program("common/fullscreen.vert", "networks/blend_unpack.frag", defines);
  call.targets = {&bits_};
  call.textures = {{"lists_in", &sides_[front_].keys}};
  call.uniforms = {{"list_rows", extent_.height}, {"width", extent_.width}, {"n", static_cast<std::uint32_t>(n_)}};
  device_.executor().draw_aside(call);
  bits_are_current_ = true;
}

std::vector<View> KeyTextures::views() const {
  const Side& front = sides_[front_];
  const bool has_bits = in_float_texture(type_) || is_signed_;
  if (has_bits && !bits_are_current_) draw_bits();
  const gpu::Texture& keys = has_bits ? bits_ : front.keys;
  std::vector<View> views{{tables::Keys{}, type_, n_, extent_.width, &keys, 0}};
  if (payload_ != data::PayloadKind::none) {
    views.push_back({tables::Payload{}, data::payload_type(payload_), n_, extent_.width, &front.payload, 0});
  }
  return views;
}

std::optional<std::string> KeyTextures::find_guard_damage() const {
  const data::State guards = read(n_, texels() - n_);
  if (!std::ranges::equal(data::bytes(guards.keys), guards_of_keys())) {
    return fmt::format("a key texel at or past {} was written", n_);
  }
  const std::uint64_t guard = data::payload_bytes(payload_) == 8 ? ~std::uint64_t{0} : guard_payload;
  if (!std::ranges::all_of(guards.payload, [guard](std::uint64_t word) { return word == guard; })) {
    return fmt::format("a payload texel at or past {} was written", n_);
  }
  return std::nullopt;
}

}  // namespace texelsort::algorithms::scripted
