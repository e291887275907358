#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compute/data/format/picture.h"

namespace texelsort::app {

using data::Picture;

/// At least one picture, all of one size and shown for equally long, in an endless loop.
struct Film {
  std::vector<Picture> frames;
  std::uint32_t milliseconds = 1000;  ///< per frame
};

/// A rectangle of pixels.
struct FilmArea {
  std::uint32_t left = 0, top = 0, width = 1, height = 1;
};

/// Returns the smallest area with all pixels that differ between two pictures of one size; one pixel if none do.
FilmArea changed_area(const Picture& before, const Picture& after);

/// Returns an animated GIF. Keeps up to 255 colours exactly. With more, chooses one palette for the whole film and
/// replaces each pixel by the nearest colour. It does not dither, because dots would appear around letters. Frames
/// contain only changes. Equal films give equal bytes. Throws InternalError.
std::string gif(const Film& film);

/// Returns an animated PNG with exact pixels. Programs without animation support show the first frame.
std::string animated_png(const Film& film);

}  // namespace texelsort::app
