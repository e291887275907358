#pragma once

#include <cstdint>
#include <span>

#include "app/gui/panels/widgets.h"
#include "app/gui/window/ui.h"
#include "app/session/session.h"

/// Keys as columns of their bits, highest on top: what a radix sort has put in order so far, and by what it does now.
namespace texelsort::app {

/// Bits [low, high) of which each is a row.
struct BitRows {
  std::uint32_t low = 0, high = 0;
  std::uint32_t count() const { return high - low; }
};

/// Those that tell codes apart, up to the highest that any has, or as many of them around the present digit as fit in
/// `room` pixels; none where not even the digit does.
BitRows bit_rows(const Ui& ui, const algorithms::DigitPass& pass, std::span<const std::uint64_t> codes, float room);

/// The pixels that a picture of these wants, at most `room`.
float key_bits_height(const Ui& ui, const BitRows& rows, float room);

/// The bits of each code under its place, the present digit in a frame, digits before it as sorted already.
void draw_key_bits(const Ui& ui, const algorithms::DigitPass& pass, std::span<const std::uint64_t> codes,
                   const BitRows& rows, const Slots& places, const Box& box);

}  // namespace texelsort::app
