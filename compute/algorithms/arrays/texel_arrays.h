#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "compute/algorithms/core/run.h"
#include "compute/gpu/executor.h"

namespace texelsort::algorithms {

/// Elements [first, first + count) of a texture into `out`, which has exactly their size; element i is texel
/// (i mod width, i div width).
void read_elements(const gpu::Texture& texture, std::uint64_t first, std::uint64_t count, std::span<std::byte> out);

/// Keys and payload as ping-pong pairs of 2-D textures: element i is texel (i mod width, i div width), or stands in
/// square tiles, see place_of(). The front pair holds the data; a pass reads the front, writes the whole back, and
/// swap() makes the back the front.
///
/// Texels past n hold the key with the largest code. A comparator exchanges only on strictly smaller, and always moves
/// the larger key up, so these texels are never exchanged with a real key, not even with an equal one; they serve as
/// guard words.
class TexelArrays {
 public:
  /// Keys that are only read need no back.
  enum class Sides : std::uint8_t { one, two };

  /// `log2_tile` 0 is row-major; otherwise tiles have 2^log2_tile texels a side.
  TexelArrays(gpu::Device& device, const Problem& problem, std::uint32_t width, std::uint32_t log2_tile = 0,
              Sides sides = Sides::two);

  /// Texels a row that any device may have; OpenGL implementations stop at 32,768.
  static constexpr std::uint32_t max_width = 32'768;

  /// The smallest power of two, up to max_width, whose square is at least n: the squarest texture.
  static std::uint32_t square_width(std::uint64_t n);
  static std::uint64_t rows(std::uint64_t n, std::uint32_t width) { return (n + width - 1) / width; }

  /// Whole tiles in both directions, and one row (of tiles) at least, so that there is always something to look at.
  static gpu::Extent extent(std::uint64_t n, std::uint32_t width, std::uint32_t log2_tile);

  gpu::Extent extent() const { return extent_; }
  std::uint32_t width() const { return extent_.width; }
  std::uint32_t log2_tile() const { return log2_tile_; }

  /// The texel of element i, counted row by row. Tiles follow one another row by row, and so do the texels of a tile:
  /// the counterpart of shaders/networks/texel_index.glsl.
  std::uint64_t place_of(std::uint64_t i) const;

  void load(const data::State& state);
  data::State read(std::uint64_t first, std::uint64_t count) const;

  /// Always row-major: tiles are put in order by the GPU, in textures of their own, when somebody asks.
  std::vector<View> views() const;
  std::optional<std::string> find_guard_damage() const;

  /// Sources of a pass that writes elsewhere, for a draw with shaders/common/texel_arrays.glsl.
  void bind_sources(gpu::DrawCall& call) const;
  /// Sources and targets of the next pass, for a draw with shaders/common/texel_arrays.glsl.
  void bind(gpu::DrawCall& call) const;
  void swap() {
    front_ ^= 1;
    plain_is_current_ = false;
  }

 private:
  bool has_payload() const { return payload_[0].id() != 0; }
  void write(gpu::Texture& texture, std::span<const std::byte> column, std::span<const std::byte> guards) const;
  void read(const gpu::Texture& texture, std::uint64_t first, std::uint64_t count, std::span<std::byte> out) const;
  void fill_plain() const;

  gpu::Device& device_;
  std::uint64_t n_;
  data::KeyType type_;
  data::Order order_;
  std::uint32_t log2_tile_;
  gpu::Extent extent_;
  std::array<gpu::Texture, 2> keys_, payload_;
  unsigned front_ = 0;
  const gpu::Program* plain_program_ = nullptr;
  mutable gpu::Texture plain_keys_, plain_payload_;
  mutable bool plain_is_current_ = false;
};

}  // namespace texelsort::algorithms
