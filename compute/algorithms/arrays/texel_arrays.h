#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "compute/algorithms/core/run.h"
#include "compute/gpu/executor.h"

namespace texelsort::algorithms {

/// Reads elements [first, first + count) of a texture into `out`, which must have the size of the elements in bytes.
/// Element i is texel (i mod width, i div width).
void read_elements(const gpu::Texture& texture, std::uint64_t first, std::uint64_t count, std::span<std::byte> out);

/// Writes elements to the texels from 0 on, and `guards` to the texels after them. Both together must fill the texture.
void write_elements(gpu::Texture& texture, std::span<const std::byte> elements, std::span<const std::byte> guards);

/// Textures of equal extent for keys and, if there is one, payload. Element i is texel (i mod width, i div width).
/// Texels after the n elements contain guard keys.
class Texels {
 public:
  /// Creates an object without textures. make() creates the textures.
  explicit Texels(const Problem& problem)
      : n_(problem.n()), type_(problem.type()), order_(problem.order), payload_kind_(problem.payload) {}

  /// Creates the textures. `order` is a text for the textures' labels. It describes the order of the elements.
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

/// Keys and payload in ping-pong pairs of 2-D textures. Element i is texel (i mod width, i div width), or lies in a
/// square tile (see place_of()). The front pair has the data. A pass reads the front and writes the whole back. Then
/// swap() makes the back the front.
///
/// Texels after the n elements contain the key with the largest encoding, and serve as guards. A comparator exchanges
/// keys only if one is strictly smaller, and always moves the larger key to the higher index. A comparator therefore
/// never exchanges a guard with a real key, even if they are equal.
class TexelArrays {
 public:
  /// Number of texture pairs for keys and payload. Keys that are only read need no back pair.
  enum class Sides : std::uint8_t { one, two };

  /// Creates textures of `width` texels per row. If `log2_tile` is 0, elements are in row-major order. Otherwise
  /// elements are in tiles of 2^log2_tile texels per side.
  TexelArrays(gpu::Device& device, const Problem& problem, std::uint32_t width, std::uint32_t log2_tile = 0,
              Sides sides = Sides::two);

  /// Maximum width of a texture in texels that works on every device. OpenGL implementations support up to 32,768.
  static constexpr std::uint32_t max_width = 32'768;

  /// Returns the smallest power of two whose square is at least n, but at most max_width.
  static std::uint32_t square_width(std::uint64_t n);
  static std::uint64_t rows(std::uint64_t n, std::uint32_t width) { return (n + width - 1) / width; }

  /// Returns the extent of textures for n elements, in whole tiles. There is at least one row of tiles, so that there
  /// is always something to display.
  static gpu::Extent extent(std::uint64_t n, std::uint32_t width, std::uint32_t log2_tile);

  gpu::Extent extent() const { return extent_; }
  std::uint32_t width() const { return extent_.width; }
  std::uint32_t log2_tile() const { return log2_tile_; }

  /// Returns the row-major position of the texel that has element i. Tiles are in row-major order, and so are the
  /// texels of a tile. shaders/networks/texel_index.glsl computes the same position.
  std::uint64_t place_of(std::uint64_t i) const;
  KeyPlace key_place(std::uint64_t i) const;

  void load(const data::StateView& state);

  // The following functions return elements in row-major order. If the data is tiled, each call reorders it on the GPU
  // into separate textures.
  std::vector<View> views() const { return in_order().views(); }
  data::State read(std::uint64_t first, std::uint64_t count) const { return in_order().read(first, count); }
  std::optional<std::string> find_guard_damage() const { return in_order().find_guard_damage(); }

  /// Binds only the textures that a draw with shaders/common/texel_arrays.glsl reads. For passes that draw to a texture
  /// of another object.
  void bind_sources(gpu::DrawCall& call) const;
  /// Binds the textures that the next pass reads and writes, for a draw with shaders/common/texel_arrays.glsl.
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
