#pragma once

#include <cstdint>
#include <span>

#include "app/gui/panels/widgets.h"
#include "app/gui/window/ui.h"
#include "app/session/session.h"

/// Picture of keys as columns of bits, with the highest bit on top. It shows which bits a radix sort has processed, and
/// the present digit.
namespace texelsort::app {

/// Half-open range [low, high) of bit numbers that are visible. Each bit is a row of the picture.
struct BitRows {
  std::uint32_t low = 0, high = 0;
  std::uint32_t count() const { return high - low; }
};

/// Returns the range of bits to draw: from bit 0 to the highest bit that is set in any key. If `room` pixels are too
/// few, returns only bits around the present digit. Returns an empty range if even the digit is too high.
BitRows bit_rows(const Ui& ui, const algorithms::DigitPass& pass, std::span<const std::uint64_t> codes, float room);

/// Returns the height in pixels of the rows of bits, at most `room`.
float key_bits_height(const Ui& ui, const BitRows& rows, float room);

/// Draws the bits of each encoded key in a column below the key's position. A frame marks the present digit. Digits
/// that are already sorted have their own colour.
void draw_key_bits(const Ui& ui, const algorithms::DigitPass& pass, std::span<const std::uint64_t> codes,
                   const BitRows& rows, const Slots& places, const Box& box);

}  // namespace texelsort::app
