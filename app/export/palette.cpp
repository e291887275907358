#include "app/export/palette.h"

#include <algorithm>
#include <cmath>

namespace texelsort::app {

namespace {

struct Counted {
  Palette::Rgb colour;
  std::uint64_t pixels = 0;
};

/// A box of similar colours in the colour space. It is a contiguous range of the list of all colours.
struct ColourBox {
  std::span<Counted> colours;
  std::uint64_t pixels = 0;
  std::size_t channel = 0;  ///< index of the channel with the widest range of values
  int width = 0;            ///< range of the box's values in its widest channel

  explicit ColourBox(std::span<Counted> all) : colours(all) {
    for (const Counted& one : all) pixels += one.pixels;
    for (std::size_t c = 0; c < 3; ++c) {
      const auto [low, high] = std::ranges::minmax(all, {}, [c](const Counted& one) { return one.colour[c]; });
      if (const int extent = high.colour[c] - low.colour[c]; extent > width) {
        width = extent;
        channel = c;
      }
    }
  }

  /// Returns the priority of cutting a box: wide boxes with many pixels come first. The square root prevents large flat
  /// areas from getting all cuts.
  double weight() const { return width * std::sqrt(static_cast<double>(pixels)); }

  std::array<ColourBox, 2> cut() const {
    std::ranges::sort(colours, [c = channel](const Counted& a, const Counted& b) {
      return std::pair(a.colour[c], a.colour) < std::pair(b.colour[c], b.colour);
    });
    std::uint64_t before = 0;
    std::size_t at = 0;
    while (at + 1 < colours.size() && (at == 0 || 2 * (before + colours[at].pixels) <= pixels)) {
      before += colours[at++].pixels;
    }
    return {ColourBox(colours.first(at)), ColourBox(colours.subspan(at))};
  }

  Palette::Rgb colour() const {
    const Counted& commonest = *std::ranges::max_element(colours, {}, &Counted::pixels);
    if (2 * commonest.pixels >= pixels) return commonest.colour;
    Palette::Rgb mean{};
    for (std::size_t c = 0; c < 3; ++c) {
      std::uint64_t sum = 0;
      for (const Counted& one : colours) sum += one.pixels * one.colour[c];
      mean[c] = static_cast<std::uint8_t>((sum + pixels / 2) / pixels);
    }
    return mean;
  }
};

std::vector<Counted> count_colours(std::span<const Picture> pictures) {
  std::unordered_map<std::uint32_t, std::uint64_t> counts;
  for (const Picture& picture : pictures) {
    for (std::size_t i = 0; i < picture.rgba.size(); i += 4) {
      const std::uint8_t* t = picture.rgba.data() + i;
      ++counts[std::uint32_t{t[0]} << 16 | std::uint32_t{t[1]} << 8 | t[2]];
    }
  }
  std::vector<Counted> colours;
  for (const auto& [packed, pixels] : counts) {
    const auto channel = [value = packed](int shift) { return static_cast<std::uint8_t>(value >> shift & 255u); };
    colours.push_back({{channel(16), channel(8), channel(0)}, pixels});
  }
  std::ranges::sort(colours, {}, &Counted::colour);
  return colours;
}

int distance(const Palette::Rgb& a, const Palette::Rgb& b) {
  int sum = 0;
  for (std::size_t c = 0; c < 3; ++c) sum += (a[c] - b[c]) * (a[c] - b[c]);
  return sum;
}

}  // namespace

Palette::Palette(std::span<const Picture> pictures, std::size_t most) {
  std::vector<Counted> counted = count_colours(pictures);
  if (counted.size() <= most) {
    for (const Counted& one : counted) colours_.push_back(one.colour);
  } else {
    std::vector<ColourBox> boxes{ColourBox(counted)};
    while (boxes.size() < most) {
      const auto widest = std::ranges::max_element(boxes, {}, &ColourBox::weight);
      auto [low, high] = widest->cut();
      *widest = low;
      boxes.push_back(high);
    }
    for (const ColourBox& box : boxes) colours_.push_back(box.colour());
  }
  for (const Counted& one : counted) {
    const auto nearest =
        std::ranges::min_element(colours_, {}, [&one](const Rgb& colour) { return distance(one.colour, colour); });
    indices_[key(one.colour)] = static_cast<std::uint8_t>(nearest - colours_.begin());
  }
}

}  // namespace texelsort::app
