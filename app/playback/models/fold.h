#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/playback/player.h"

/// How the line of keys lies in the texture's rows: what kind of pass a step is there. Knows neither ImGui nor OpenGL.
namespace texelsort::app {

/// Where the partners of a pass's comparators lie.
enum class PassKind : std::uint8_t {
  none,    ///< it compares nothing, or is no network's
  row,     ///< in one row
  column,  ///< in one column
  across,  ///< neither
  mixed    ///< not all alike
};

/// How a comparator's two places lie to each other in rows of that width.
PassKind kind_of(const network::Comparator& comparator, std::uint64_t width);

/// The same for a pass that executes these steps on n keys.
PassKind kind_of(const std::vector<algorithms::NetworkStep>& steps, std::uint64_t n, std::uint64_t width);

/// "row pass", "pass across rows".
const char* name(PassKind kind);

/// The same for every pass of the run, as far as they are known; found once a run.
const std::vector<PassKind>& kinds_of_passes(const Player& player, std::uint64_t width);

/// "partners are 2 rows apart, in the same column": the present pass, if one sentence says it of all comparators.
std::string distance_text(const Player& player, std::uint64_t width);

/// Ranges of the line that a rectangle of texels covers, [first, last) each, and none past n.
struct LineRun {
  std::uint64_t first = 0, last = 0;
  bool operator==(const LineRun&) const = default;
};
std::vector<LineRun> runs_of(const gpu::Rect& rect, std::uint64_t width, std::uint64_t n);

/// How far row `row` of `rows` is on its way from the line into the texture when the whole is at `position`: one row
/// begins after the other.
double row_progress(double position, std::uint64_t row, std::uint64_t rows);

}  // namespace texelsort::app
