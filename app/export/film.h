#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compute/data/format/picture.h"

namespace texelsort::app {

using data::Picture;

/// One or more pictures of the same size, shown for equal times in an endless loop.
struct Film {
  std::vector<Picture> frames;
  std::uint32_t milliseconds = 1000;  ///< duration of each frame in ms
};

/// A rectangle of pixels.
struct FilmArea {
  std::uint32_t left = 0, top = 0, width = 1, height = 1;
};

/// Returns the smallest area that contains all differing pixels of two pictures of one size. It is one pixel if none
/// differ.
FilmArea changed_area(const Picture& before, const Picture& after);

/// Returns a film as an animated GIF. Up to 255 colours are exact. With more, the whole film has one palette, and each
/// pixel gets the nearest colour. There is no dithering, because dots would appear around letters. Frames contain only
/// changes. Equal films give equal bytes. Throws InternalError.
std::string gif(const Film& film);

/// Returns a film as an animated PNG with exact pixels. Programs without support for animation show the first frame.
std::string animated_png(const Film& film);

}  // namespace texelsort::app
