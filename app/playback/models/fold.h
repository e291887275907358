#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/playback/player.h"

/// Folding of the line of keys into the rows of a texture, and the kinds of passes in the folded layout. Independent of
/// ImGui and OpenGL.
namespace texelsort::app {

/// Kind of a pass. It depends on where the partners of each comparator are in the texture.
enum class PassKind : std::uint8_t {
  none,    ///< the pass compares no keys
  row,     ///< both partners are in the same row
  column,  ///< both partners are in the same column
  across,  ///< the partners are in different rows and columns
  mixed    ///< the comparators of the pass have different kinds
};

/// Returns the kind of a comparator in a texture with `width` texels per row.
PassKind kind_of(const network::Comparator& comparator, std::uint64_t width);

/// Returns the kind of a pass that executes network steps on n keys in a texture with `width` texels per row.
PassKind kind_of(const std::vector<algorithms::NetworkStep>& steps, std::uint64_t n, std::uint64_t width);

/// Returns the name of a kind of pass, for example "row pass".
const char* name(PassKind kind);

/// Returns the kinds of those passes of the run that are known so far. Computes them once per run.
const std::vector<PassKind>& kinds_of_passes(const Player& player, std::uint64_t width);

/// Returns the distance between partners in the present pass in words, for example "partners are 2 rows apart, in the
/// same column". Returns an empty string if no sentence is true for all comparators.
std::string distance_text(const Player& player, std::uint64_t width);

/// Half-open range [first, last) of the line of keys, within n. In the texture, it is a rectangle: a part of one row,
/// or several full rows.
struct LineRun {
  std::uint64_t first = 0, last = 0;
  bool operator==(const LineRun&) const = default;
};
std::vector<LineRun> runs_of(const gpu::Rect& rect, std::uint64_t width, std::uint64_t n);

/// Returns how far one row has moved, from 0 to 1, in the animation that folds the line of keys into the texture.
/// `position` is the progress of the whole animation, from 0 to 1. The rows start one after the other.
double row_progress(double position, std::uint64_t row, std::uint64_t rows);

}  // namespace texelsort::app
