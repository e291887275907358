#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compute/data/format/picture.h"

namespace texelsort::app {

using data::Picture;

/// Pictures of one size, at least one, each shown as long as the others; then from the first one again.
struct Film {
  std::vector<Picture> frames;
  std::uint32_t milliseconds = 1000;  ///< of each frame
};

/// A rectangle of pixels.
struct FilmArea {
  std::uint32_t left = 0, top = 0, width = 1, height = 1;
};

/// All pixels that differ between two pictures of one size lie in it; one pixel if none do.
FilmArea changed_area(const Picture& before, const Picture& after);

/// An animated GIF. Up to 255 colours are kept; of more, those that stand for all are chosen once for the whole film,
/// and each pixel gets the nearest one: no dithering puts dots around letters. Frames hold what changed. Equal films
/// give equal bytes. Throws InternalError.
std::string gif(const Film& film);

/// An animated PNG, every pixel as it was. Programs that know no animation show the first frame.
std::string animated_png(const Film& film);

}  // namespace texelsort::app
