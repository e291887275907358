#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "compute/algorithms/run.h"
#include "compute/gpu/executor.h"

namespace texelsort::algorithms {

/// Elements [first, first + count) of a texture into `out`, which has exactly their size; element i is texel
/// (i mod width, i div width).
void read_elements(const gpu::Texture& texture, std::uint64_t first, std::uint64_t count, std::span<std::byte> out);

/// Keys and payload as ping-pong pairs of 2-D textures: element i is texel (i mod width, i div width). The front pair
/// holds the data; a pass reads the front, writes the whole back, and swap() makes the back the front.
///
/// Texels past n hold the key with the largest code. A comparator exchanges only on strictly smaller, and always moves
/// the larger key up, so these texels are never exchanged with a real key, not even with an equal one; they serve as
/// guard words.
class TexelArrays {
 public:
  TexelArrays(gpu::Device& device, const Problem& problem, std::uint32_t width);

  /// Texels a row that any device may have; OpenGL implementations stop at 32,768.
  static constexpr std::uint32_t max_width = 32'768;

  /// The smallest power of two, up to max_width, whose square is at least n: the squarest texture.
  static std::uint32_t square_width(std::uint64_t n);
  static std::uint64_t rows(std::uint64_t n, std::uint32_t width) { return (n + width - 1) / width; }

  gpu::Extent extent() const { return extent_; }
  std::uint32_t width() const { return extent_.width; }

  void load(const data::State& state);
  data::State read(std::uint64_t first, std::uint64_t count) const;
  std::vector<View> views() const;
  std::optional<std::string> find_guard_damage() const;

  /// Sources and targets of the next pass, for a draw with shaders/common/texel_arrays.glsl.
  void bind(gpu::DrawCall& call) const;
  void swap() { front_ ^= 1; }

 private:
  bool has_payload() const { return payload_[0].id() != 0; }

  std::uint64_t n_;
  data::KeyType type_;
  data::Order order_;
  gpu::Extent extent_;
  std::array<gpu::Texture, 2> keys_, payload_;
  unsigned front_ = 0;
};

}  // namespace texelsort::algorithms
