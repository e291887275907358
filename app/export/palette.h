#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "compute/data/format/picture.h"

namespace texelsort::app {

using data::Picture;

/// A palette of few colours. It replaces the colours of one or more pictures, because a GIF has at most 256 colours.
class Palette {
 public:
  using Rgb = std::array<std::uint8_t, 3>;

  /// Chooses at most `most` colours for the pictures. Keeps all colours if the pictures have no more than `most`.
  /// Otherwise repeatedly cuts the box of colours at the median of its widest channel (P. Heckbert, "Color image
  /// quantization for frame buffer display", SIGGRAPH 1982). Each box becomes one colour. This is its commonest colour
  /// if at least half of the box's pixels have that colour, so that flat areas keep their colours. Otherwise it is the
  /// mean of the box's pixels.
  Palette(std::span<const Picture> pictures, std::size_t most);

  const std::vector<Rgb>& colours() const { return colours_; }

  /// Returns the index of the palette colour that replaces a colour of the pictures.
  std::uint8_t index(const Rgb& colour) const { return indices_.at(key(colour)); }

 private:
  static std::uint32_t key(const Rgb& c) { return std::uint32_t{c[0]} << 16 | std::uint32_t{c[1]} << 8 | c[2]; }

  std::vector<Rgb> colours_;
  std::unordered_map<std::uint32_t, std::uint8_t> indices_;
};

}  // namespace texelsort::app
