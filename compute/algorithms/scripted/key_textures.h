#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compute/algorithms/core/run.h"
#include "compute/gpu/device.h"
#include "compute/gpu/objects.h"

namespace texelsort::algorithms::scripted {

/// Returns whether the keys of fragment sorts lie in a texture of floats. Others lie in a texture of unsigned integers:
/// u32 and i32 as one word, 64-bit keys as two words, the low word first. i32 keys of shaders that use signed integers
/// lie in a texture of these.
constexpr bool in_float_texture(data::KeyType type) {
  return type == data::KeyType::f32;
}

/// Keys and payload of a fragment sort in ping-pong pairs of textures. Element i is texel (i mod width, i div width).
/// Scripts name the front textures "keys" and "payload", and the back textures "keys_out" and "payload_out". Texels
/// after the n elements hold guards.
class KeyTextures {
 public:
  /// `is_signed` chooses a texture of signed integers for the keys, which must be i32.
  KeyTextures(gpu::Device& device, const Problem& problem, bool is_signed);

  gpu::Extent extent() const { return extent_; }
  std::uint64_t texels() const { return std::uint64_t{extent_.width} * extent_.height; }
  bool is_signed() const { return is_signed_; }
  /// Returns the texture that a script names, or null.
  const gpu::Texture* find(std::string_view name) const;
  /// Returns the names of the front textures: "keys", and "payload" if there is one.
  std::vector<std::string> front_names() const;

  /// Loads the elements into the front textures, and copies these to the back textures.
  void load(const data::StateView& state);
  void load_back(const data::StateView& state);
  data::State read(std::uint64_t first, std::uint64_t count) const { return read_side(front_, first, count); }
  data::State read_back() const { return read_side(front_ ^ 1, 0, n_); }
  /// Reads 32-bit words of the elements of a front texture.
  std::vector<std::uint32_t> words(std::string_view name, std::uint64_t first, std::uint64_t count) const;
  std::uint64_t word_count(std::string_view name) const;

  /// Copies a front texture to its back texture.
  void copy_to_back(std::string_view name) const;
  void swap();

  std::vector<View> views() const;
  std::optional<std::string> find_guard_damage() const;

 private:
  struct Side {
    gpu::Texture keys, payload;
  };
  void write_side(Side& side, const data::StateView& state) const;
  data::State read_side(unsigned side, std::uint64_t first, std::uint64_t count) const;
  std::vector<std::byte> guards_of_keys() const;
  void draw_bits() const;

  gpu::Device& device_;
  std::uint64_t n_;
  data::KeyType type_;
  data::Order order_;
  data::PayloadKind payload_;
  bool is_signed_;
  gpu::Extent extent_;
  std::array<Side, 2> sides_;
  unsigned front_ = 0;
  mutable gpu::Texture bits_;  ///< bits of float keys and of keys in a signed texture, for views
  mutable bool bits_are_current_ = false;
};

}  // namespace texelsort::algorithms::scripted
