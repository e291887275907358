#include "app/views/network_layout.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "compute/algorithms/primitives/step_schedule.h"

namespace texelsort::app {

namespace {

/// Whether the run's passes are the network's steps.
bool is_step_by_step(const algorithms::Run& run, const network::Network& network) {
  const auto steps = algorithms::Schedule(network).passes;
  return std::ranges::equal(
      steps, run.known_passes(), {}, [](const auto& pass) { return std::pair(pass.header.stage, pass.header.label); },
      [](const auto& header) { return std::pair(header.stage, header.label); });
}

WireDiagram find_diagram(const Session& session) {
  const network::Family* family = session.algorithm().network();
  const std::uint64_t n = session.problem().n();
  if (family == nullptr) {
    return {.reason = session.algorithm().info().title +
                      " is not a comparator network, so there is no diagram of wires to draw."};
  }
  if (n < 2) return {.reason = fmt::format("A network on {} has no comparators.", keys_text(n))};
  if (n > WireDiagram::most_wires) {
    return {.reason = fmt::format("{} wires are too many to tell apart: the diagram is drawn for up to {}.", n,
                                  WireDiagram::most_wires)};
  }
  const auto network = family->generate(n);
  if (!is_step_by_step(session.player().run(), network)) {
    return {.reason = "The passes of this method are not the steps of the network, one by one."};
  }
  return {.columns = network::diagram_columns(network)};
}

/// Columns wider than this only pull the picture apart, pixels before scaling.
constexpr float widest_step = 34;
constexpr float narrowest_written_column = 7;
constexpr float smallest_written_wire = 14.5f;

float widest_value(const Ui& ui, const Session& session) {
  float widest = 0;
  const auto& keys = session.problem().keys;
  for (std::uint64_t i = 0; i < session.problem().n(); ++i) {
    widest = std::max(widest, text_width(ui.fonts.mono_small, short_number(data::text(keys, i), 7)));
  }
  return widest;
}

}  // namespace

const WireDiagram& wire_diagram(const Session& session) {
  return session.player().of_run().get([&session] { return find_diagram(session); });
}

NetworkLayout lay_out_network(const Ui& ui, const Session& session, const Box& box) {
  NetworkLayout layout;
  layout.body = box;
  const std::uint64_t n = session.problem().n();
  for (const auto& column : wire_diagram(session).columns) {
    if (layout.passes.size() <= column.pass) {
      layout.passes.emplace_back();
      layout.passes.back().stage = column.stage;
    }
    layout.passes[column.pass].columns.push_back(&column);
  }
  const auto columns = static_cast<float>(wire_diagram(session).columns.size());
  const auto slots = static_cast<float>(layout.passes.size() + 1);
  layout.wire_pitch = std::min(box.height() / static_cast<float>(n), ui.px(56));
  layout.body.high.y = box.low.y + layout.wire_pitch * static_cast<float>(n);
  const float spare = box.height() - (layout.body.high.y - layout.body.low.y);
  layout.body.low.y += 0.5f * spare;
  layout.body.high.y += 0.5f * spare;

  const float written_slot = widest_value(ui, session) + ui.px(22);
  const float written_pitch = (box.width() - slots * written_slot) / columns;
  layout.written =
      layout.wire_pitch >= ui.px(smallest_written_wire) && written_pitch >= ui.px(narrowest_written_column);
  // Dots need as much room as one and a half columns.
  float pitch = layout.written ? written_pitch : box.width() / (columns + 1.5f * slots);
  pitch = std::min(pitch, ui.px(widest_step));
  layout.slot_width = (box.width() - pitch * columns) / slots;

  float x = box.low.x;
  for (auto& pass : layout.passes) {
    pass.slot = x + 0.5f * layout.slot_width;
    pass.begin = x + layout.slot_width;
    pass.pitch = pitch;
    pass.end = pass.begin + pitch * static_cast<float>(pass.columns.size());
    x = pass.end;
  }
  layout.last_slot = x + 0.5f * layout.slot_width;
  return layout;
}

std::uint64_t NetworkLayout::position_at(float x) const {
  for (std::size_t position = 0; position <= passes.size(); ++position) {
    const float begin = position == 0 ? 0 : passes[position - 1].slot + 0.5f * slot_width;
    const float end = position < passes.size() ? passes[position].slot + 0.5f * slot_width : x + 1;
    if (x >= begin && x < end) return position;
  }
  return 0;
}

std::optional<NetworkLayout::Hit> NetworkLayout::hit(ImVec2 point, float reach) const {
  std::optional<Hit> best;
  float nearest = reach;
  for (std::size_t p = 0; p < passes.size(); ++p) {
    const Pass& pass = passes[p];
    if (point.x < pass.begin - reach || point.x > pass.end + reach) continue;
    for (std::size_t c = 0; c < pass.columns.size(); ++c) {
      const float away = std::abs(point.x - pass.column_x(c));
      if (away > nearest) continue;
      for (const auto& comparator : pass.columns[c]->comparators) {
        if (point.y < wire_y(comparator.low) - reach || point.y > wire_y(comparator.high) + reach) continue;
        nearest = away;
        best = Hit{comparator, p};
      }
    }
  }
  return best;
}

std::optional<std::uint64_t> NetworkLayout::wire_at(ImVec2 point, std::uint64_t n) const {
  const float wire = std::floor((point.y - body.low.y) / wire_pitch);
  if (wire < 0 || wire >= static_cast<float>(n)) return std::nullopt;
  return static_cast<std::uint64_t>(wire);
}

}  // namespace texelsort::app
