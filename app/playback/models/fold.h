#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/playback/player.h"

/// Layout of the line of keys in the rows of a texture, and the kinds of passes that result. Independent of ImGui and
/// OpenGL.
namespace texelsort::app {

/// Kind of a pass: where the texture has the two partners of its comparators.
enum class PassKind : std::uint8_t {
  none,    ///< the pass compares no keys
  row,     ///< in the same row
  column,  ///< in the same column
  across,  ///< in different rows and columns
  mixed    ///< different for different comparators
};

/// Returns the kind of one comparator for a texture of this width.
PassKind kind_of(const network::Comparator& comparator, std::uint64_t width);

/// Returns the kind of a pass that executes these steps on n keys.
PassKind kind_of(const std::vector<algorithms::NetworkStep>& steps, std::uint64_t n, std::uint64_t width);

/// Returns the name of a kind, for example "row pass".
const char* name(PassKind kind);

/// Returns the kinds of the run's passes, as far as these are known. Computed once per run.
const std::vector<PassKind>& kinds_of_passes(const Player& player, std::uint64_t width);

/// Returns the distance of the present pass's partners in words, for example "partners are 2 rows apart, in the same
/// column". Empty if no one sentence is true for all comparators.
std::string distance_text(const Player& player, std::uint64_t width);

/// Range [first, last) of keys, in line order, that a rectangle of texels covers in one row or in several full rows. No
/// range reaches past n.
struct LineRun {
  std::uint64_t first = 0, last = 0;
  bool operator==(const LineRun&) const = default;
};
std::vector<LineRun> runs_of(const gpu::Rect& rect, std::uint64_t width, std::uint64_t n);

/// Returns the progress, 0 to 1, of row `row` of `rows` in the animation that folds the line into the texture.
/// `position` is the progress of the whole animation. The rows start one after the other.
double row_progress(double position, std::uint64_t row, std::uint64_t rows);

}  // namespace texelsort::app
