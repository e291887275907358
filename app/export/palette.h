#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "compute/data/format/picture.h"

namespace texelsort::app {

using data::Picture;

/// The colours that stand for all those of some pictures.
class Palette {
 public:
  using Rgb = std::array<std::uint8_t, 3>;

  /// At most `most` colours: all there are if they are no more. Else the colours' box is cut where it is widest, by
  /// median, again and again (P. Heckbert, "Color image quantization for frame buffer display", SIGGRAPH 1982). A box's
  /// commonest colour stands for it if it has half its pixels, so that flat areas keep their colours, else the mean.
  Palette(std::span<const Picture> pictures, std::size_t most);

  const std::vector<Rgb>& colours() const { return colours_; }

  /// Which one stands for this colour of the pictures.
  std::uint8_t index(const Rgb& colour) const { return indices_.at(key(colour)); }

 private:
  static std::uint32_t key(const Rgb& c) { return std::uint32_t{c[0]} << 16 | std::uint32_t{c[1]} << 8 | c[2]; }

  std::vector<Rgb> colours_;
  std::unordered_map<std::uint32_t, std::uint8_t> indices_;
};

}  // namespace texelsort::app
