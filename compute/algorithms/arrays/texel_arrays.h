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

/// A problem's keys, and payload if there is one, in textures of one extent: element i is texel (i mod width, i div
/// width). Texels past n hold guards.
class Texels {
 public:
  /// No textures yet.
  explicit Texels(const Problem& problem)
      : n_(problem.n()), type_(problem.type()), order_(problem.order), payload_kind_(problem.payload) {}

  /// `order`: what is said of the elements' order in their labels.
  void make(gpu::Extent extent, std::string_view order = {});
  bool exist() const { return keys_.id() != 0; }
  bool has_payload() const { return payload_kind_ != data::PayloadKind::none; }
  gpu::Texture& keys() { return keys_; }
  gpu::Texture& payload() { return payload_; }
  const gpu::Texture& keys() const { return keys_; }
  const gpu::Texture& payload() const { return payload_; }
  std::vector<const gpu::Texture*> targets() const;

  data::State read(std::uint64_t first, std::uint64_t count) const;
  std::vector<View> views() const;
  std::optional<std::string> find_guard_damage() const;

 private:
  std::uint64_t n_;
  data::KeyType type_;
  data::Order order_;
  data::PayloadKind payload_kind_;
  gpu::Texture keys_, payload_;
};

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
  KeyPlace key_place(std::uint64_t i) const;

  void load(const data::StateView& state);

  // Always row-major: tiles are put in order by the GPU, in textures of their own, when somebody asks.
  std::vector<View> views() const { return in_order().views(); }
  data::State read(std::uint64_t first, std::uint64_t count) const { return in_order().read(first, count); }
  std::optional<std::string> find_guard_damage() const { return in_order().find_guard_damage(); }

  /// Sources of a pass that writes elsewhere, for a draw with shaders/common/texel_arrays.glsl.
  void bind_sources(gpu::DrawCall& call) const;
  /// Sources and targets of the next pass, for a draw with shaders/common/texel_arrays.glsl.
  void bind(gpu::DrawCall& call) const;
  void swap() {
    front_ ^= 1;
    plain_is_current_ = false;
  }

 private:
  void write(gpu::Texture& texture, std::span<const std::byte> column, std::span<const std::byte> guards) const;
  const Texels& in_order() const;

  gpu::Device& device_;
  std::uint64_t n_;
  data::KeyType type_;
  data::Order order_;
  std::uint32_t log2_tile_;
  gpu::Extent extent_;
  std::array<Texels, 2> sides_;
  unsigned front_ = 0;
  const gpu::Program* plain_program_ = nullptr;
  mutable Texels plain_;
  mutable bool plain_is_current_ = false;
};

}  // namespace texelsort::algorithms
