#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/playback/player.h"

/// Layout of the line of keys in a texture's rows, and the resulting kinds of passes. Independent of ImGui and OpenGL.
namespace texelsort::app {

/// Relative position of the partners of a pass's comparators in the texture.
enum class PassKind : std::uint8_t {
  none,    ///< no comparisons
  row,     ///< same row
  column,  ///< same column
  across,  ///< different row and column
  mixed    ///< different kinds
};

/// Returns the kind of one comparator for a texture of this width.
PassKind kind_of(const network::Comparator& comparator, std::uint64_t width);

/// Returns the kind of a pass that executes these steps on n keys.
PassKind kind_of(const std::vector<algorithms::NetworkStep>& steps, std::uint64_t n, std::uint64_t width);

/// Returns for example "row pass".
const char* name(PassKind kind);

/// Returns the kinds of all passes of the run, as far as they are known. Computed once per run.
const std::vector<PassKind>& kinds_of_passes(const Player& player, std::uint64_t width);

/// Returns for example "partners are 2 rows apart, in the same column". Empty if no one sentence is true for all
/// comparators.
std::string distance_text(const Player& player, std::uint64_t width);

/// Range [first, last) of the line that a rectangle of texels covers in one row, or in several full rows. None reaches
/// past n.
struct LineRun {
  std::uint64_t first = 0, last = 0;
  bool operator==(const LineRun&) const = default;
};
std::vector<LineRun> runs_of(const gpu::Rect& rect, std::uint64_t width, std::uint64_t n);

/// Returns the progress from 0 to 1 of row `row` of `rows` in the animation that folds the line into the texture.
/// `position`: progress of the whole animation. The rows start one after the other.
double row_progress(double position, std::uint64_t row, std::uint64_t rows);

}  // namespace texelsort::app
