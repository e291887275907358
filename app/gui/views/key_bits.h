#pragma once

#include <cstdint>
#include <span>

#include "app/gui/panels/widgets.h"
#include "app/gui/window/ui.h"
#include "app/session/session.h"

/// Picture of keys as columns of bits, with the highest bit on top. It shows which bits a radix sort has processed, and
/// the present digit.
namespace texelsort::app {

/// Half-open range [low, high) of visible bits, with one row per bit.
struct BitRows {
  std::uint32_t low = 0, high = 0;
  std::uint32_t count() const { return high - low; }
};

/// Returns the range of bits to show: all bits up to the highest bit that is set in any key. If `room` pixels are too
/// few for them, returns a part of this range around the present digit. Returns an empty range if not even the digit
/// fits.
BitRows bit_rows(const Ui& ui, const algorithms::DigitPass& pass, std::span<const std::uint64_t> codes, float room);

/// Returns the height in pixels of the rows of bits, at most `room`.
float key_bits_height(const Ui& ui, const BitRows& rows, float room);

/// Draws the bits of each encoded key below its position. The present digit has a frame. Earlier digits have the colour
/// of sorted digits.
void draw_key_bits(const Ui& ui, const algorithms::DigitPass& pass, std::span<const std::uint64_t> codes,
                   const BitRows& rows, const Slots& places, const Box& box);

}  // namespace texelsort::app
