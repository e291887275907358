#include "app/gui/views/network_editor_bench.h"

#include <algorithm>
#include <cmath>

namespace texelsort::app {

namespace {

/// Distributes the comparators of a step to columns, so that at least `between` wires are between comparators in a
/// column. Each one, in the order of low places, goes into the first column that has space for it.
std::vector<Bench::Column> pack(const std::vector<network::Comparator>& list, std::uint64_t between) {
  std::vector<Bench::Column> columns;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const auto fits = [&](const Bench::Column& column) {
      return list[column.comparators.back()].high + between < list[i].low;
    };
    auto column = std::ranges::find_if(columns, fits);
    if (column == columns.end()) column = columns.emplace(columns.end());
    column->comparators.push_back(i);
  }
  return columns;
}

}  // namespace

Bench::Bench(const NetworkEditor::Design& design, const Box& box, float widest) : body(box), n(design.n) {
  pitch = box.height() / static_cast<float>(n);
  // On close wires, comparators below each other would look like the rungs of a ladder. Draw neighbours side by side.
  const std::uint64_t between = pitch < 0.3f * widest ? 1 : 0;
  std::size_t columns = 0;
  for (const auto& list : design.steps) {
    steps.push_back({0, 0, pack(list, between)});
    columns += steps.back().columns.size();
  }
  const float width = std::min(box.width() / static_cast<float>(columns + steps.size() + 1), widest);
  room = width;
  float x = box.low.x;
  for (StepColumns& step : steps) {
    step.begin = x + room;
    x = step.begin;
    for (Column& column : step.columns) {
      column.x = x + 0.5f * width;
      x += width;
    }
    step.end = x;
  }
}

std::uint64_t Bench::wire_at(float y) const {
  const float wire = std::floor((y - body.low.y) / pitch);
  return static_cast<std::uint64_t>(std::clamp(wire, 0.0f, static_cast<float>(n - 1)));
}

NetworkEditor::Target Bench::target_at(float x) const {
  for (std::size_t s = 0; s < steps.size(); ++s) {
    if (x < steps[s].begin) return {s, true};
    if (x <= steps[s].end) return {s, false};
  }
  return {steps.size(), true};
}

float Bench::target_x(const NetworkEditor::Target& target) const {
  if (!target.own && target.step < steps.size()) return 0.5f * (steps[target.step].begin + steps[target.step].end);
  const float end = target.step == 0 ? body.low.x : steps[target.step - 1].end;
  return end + 0.5f * room;
}

std::optional<NetworkEditor::Spot> Bench::hit(const NetworkEditor::Design& design, ImVec2 point, float reach) const {
  std::optional<NetworkEditor::Spot> best;
  float nearest = reach;
  for (std::size_t s = 0; s < steps.size(); ++s) {
    for (const Column& column : steps[s].columns) {
      const float away = std::abs(point.x - column.x);
      if (away > nearest) continue;
      for (const std::size_t i : column.comparators) {
        const network::Comparator& c = design.steps[s][i];
        if (point.y < wire_y(c.low) - reach || point.y > wire_y(c.high) + reach) continue;
        nearest = away;
        best = NetworkEditor::Spot{s, i};
      }
    }
  }
  return best;
}

float Bench::x_of(const NetworkEditor::Spot& spot) const {
  for (const Column& column : steps[spot.step].columns) {
    if (std::ranges::find(column.comparators, spot.index) != column.comparators.end()) return column.x;
  }
  return steps[spot.step].begin;
}

}  // namespace texelsort::app
