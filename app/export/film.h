#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compute/data/format/picture.h"

namespace texelsort::app {

using data::Picture;

/// An animation: one or more pictures of the same size, each shown for the same time, in an endless loop.
struct Film {
  std::vector<Picture> frames;
  std::uint32_t milliseconds = 1000;  ///< duration of each frame in ms
};

struct FilmArea {
  std::uint32_t left = 0, top = 0, width = 1, height = 1;
};

/// Returns the smallest rectangle that contains all differing pixels of two pictures of one size. Returns one pixel if
/// the pictures are equal.
FilmArea changed_area(const Picture& before, const Picture& after);

/// Returns a film as an animated GIF. If the film has at most 255 colours, they are exact. Otherwise, each pixel gets
/// the nearest colour of one palette for the whole film. Nothing is dithered, because dots would appear around letters.
/// A frame contains only the changed area. Equal films give equal bytes. Throws InternalError.
std::string gif(const Film& film);

/// Returns a film as an animated PNG with exact pixels. Programs without support for animation show the first frame.
std::string animated_png(const Film& film);

}  // namespace texelsort::app
