#include "app/playback/models/fold.h"

#include <algorithm>

#include <fmt/format.h>

#include "compute/data/text/number_format.h"

namespace texelsort::app {

namespace {

/// Greatest number of comparators in a run whose passes are classified. Classifying more comparators would take too
/// long.
constexpr std::uint64_t most_compared = std::uint64_t{1} << 22;

PassKind together(PassKind a, PassKind b) {
  if (a == PassKind::none || a == b) return b;
  return b == PassKind::none ? a : PassKind::mixed;
}

std::string apart(const network::Comparator& c, std::uint64_t width) {
  const std::uint64_t rows = c.high / width - c.low / width;
  switch (kind_of(c, width)) {
    case PassKind::row:
      return fmt::format("partners are {} apart in the same row", data::counted(c.high - c.low, "texel"));
    case PassKind::column:
      return fmt::format("partners are {} apart in the same column", data::counted(rows, "row"));
    default:
      return {};
  }
}

}  // namespace

PassKind kind_of(const network::Comparator& c, std::uint64_t width) {
  if (c.low / width == c.high / width) return PassKind::row;
  return c.low % width == c.high % width ? PassKind::column : PassKind::across;
}

PassKind kind_of(const std::vector<algorithms::NetworkStep>& steps, std::uint64_t n, std::uint64_t width) {
  PassKind kind = PassKind::none;
  for (const auto& step : steps) {
    network::for_each_comparator(*step, n,
                                 [&](const network::Comparator& c) { kind = together(kind, kind_of(c, width)); });
  }
  return kind;
}

const char* name(PassKind kind) {
  switch (kind) {
    case PassKind::row:
      return "row pass";
    case PassKind::column:
      return "column pass";
    case PassKind::across:
      return "pass across rows and columns";
    case PassKind::mixed:
      return "pass in rows and across";
    case PassKind::none:
      break;
  }
  return "no comparisons";
}

const std::vector<PassKind>& kinds_of_passes(const Player& player, std::uint64_t width) {
  struct Kinds {
    std::vector<PassKind> of_pass;
  };
  return player.of_run()
      .get([&] {
        Kinds kinds;
        const auto passes = player.run().steps_of_passes();
        const std::uint64_t n = player.problem().n();
        if (n / 2 * passes.size() > most_compared) return kinds;
        for (const auto& steps : passes) kinds.of_pass.push_back(kind_of(steps, n, width));
        return kinds;
      })
      .of_pass;
}

std::string distance_text(const Player& player, std::uint64_t width) {
  const auto* record = player.record();
  if (record == nullptr || record->step() == nullptr) return {};
  std::optional<std::string> text;
  network::for_each_comparator(*record->step(), player.problem().n(), [&](const network::Comparator& c) {
    const std::string own = apart(c, width);
    text = !text || *text == own ? own : std::string();
  });
  if (text && !text->empty()) return *text;
  const PassKind kind = kind_of({std::get<algorithms::NetworkStep>(record->detail)}, player.problem().n(), width);
  if (kind == PassKind::row)
    return "partners are in the same row, the first half with the second half in reverse order";
  if (kind == PassKind::across) return "partners differ in row and column, and one row is in reverse order";
  return {};
}

std::vector<LineRun> runs_of(const gpu::Rect& rect, std::uint64_t width, std::uint64_t n) {
  std::vector<LineRun> runs;
  for (std::uint64_t y = rect.y; y < std::uint64_t{rect.y} + rect.height; ++y) {
    const LineRun run{std::min(n, y * width + rect.x), std::min(n, y * width + rect.x + rect.width)};
    if (run.first == run.last) continue;
    // Join two adjacent rows to one range if their keys are consecutive.
    if (!runs.empty() && runs.back().last == run.first) {
      runs.back().last = run.last;
    } else {
      runs.push_back(run);
    }
  }
  return runs;
}

double row_progress(double position, std::uint64_t row, std::uint64_t rows) {
  constexpr double together = 0.35;  // duration of the movement of one row, as a fraction of the whole animation
  const double start = rows < 2 ? 0 : (1 - together) * static_cast<double>(row) / static_cast<double>(rows - 1);
  const double x = std::clamp((position - start) / together, 0.0, 1.0);
  return x * x * (3 - 2 * x);
}

}  // namespace texelsort::app
