#pragma once

#include <cstdint>
#include <span>

#include "app/gui/panels/widgets.h"
#include "app/gui/window/ui.h"
#include "app/session/session.h"

/// Keys as columns of their bits, highest bit on top. They show the bits that a radix sort has processed, and the
/// present digit.
namespace texelsort::app {

/// Range of visible bits [low, high), with one row per bit.
struct BitRows {
  std::uint32_t low = 0, high = 0;
  std::uint32_t count() const { return high - low; }
};

/// Returns the bits to show: all up to the highest one set in any key, or as many around the present digit as fit in
/// `room` pixels. Empty if not even the digit fits.
BitRows bit_rows(const Ui& ui, const algorithms::DigitPass& pass, std::span<const std::uint64_t> codes, float room);

/// Returns the height of the rows in pixels, at most `room`.
float key_bits_height(const Ui& ui, const BitRows& rows, float room);

/// Draws the bits of each encoded key below its position. The present digit has a frame, and earlier digits have the
/// colour of sorted ones.
void draw_key_bits(const Ui& ui, const algorithms::DigitPass& pass, std::span<const std::uint64_t> codes,
                   const BitRows& rows, const Slots& places, const Box& box);

}  // namespace texelsort::app
