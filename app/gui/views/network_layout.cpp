#include "app/gui/views/network_layout.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/problem/short_number.h"
#include "compute/network/drawing.h"

namespace texelsort::app {

namespace {

WireDiagram find_diagram(const Session& session) {
  const network::Family* family = session.algorithm().network();
  const std::uint64_t n = session.problem().n();
  if (family == nullptr) {
    return {.reason =
                session.algorithm().info().title + " is not a comparator network, so this view cannot draw its wires."};
  }
  if (n < 2) return {.reason = fmt::format("A network on {} has no comparators.", keys_text(n))};
  if (n > WireDiagram::most_wires) {
    return {.reason = fmt::format("{} wires are too many to draw: the diagram shows up to {}.", grouped(n),
                                  grouped(WireDiagram::most_wires))};
  }
  WireDiagram diagram;
  const auto headers = session.player().headers();
  const auto passes = session.player().run().steps_of_passes();
  for (std::uint64_t pass = 0; pass < passes.size(); ++pass) {
    diagram.fused = diagram.fused || passes[pass].size() > 1;
    for (std::uint64_t step = 0; step < passes[pass].size(); ++step) {
      const network::Network alone{{}, n, {{{}, {*passes[pass][step]}}}};
      for (auto& column : network::diagram_columns(alone)) {
        diagram.columns.push_back({headers[pass].stage_index, step, pass, std::move(column.comparators)});
      }
    }
  }
  diagram.passes = passes.size();
  if (diagram.columns.empty()) diagram.reason = "This view cannot draw the passes of this method.";
  return diagram;
}

/// Greatest width of a column of comparators, in pixels at scale 1. A greater width does not make the picture clearer.
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

namespace {

/// Returns the weight by which the width of the picture is divided among passes. It is the pass's number of columns. In
/// the overview of a large network, it is the square root of this number.
float weight_of(const NetworkLayout::Pass& pass, bool overview) {
  const auto columns = static_cast<float>(std::max<std::size_t>(pass.columns.size(), 1));
  return overview ? std::sqrt(columns) : columns;
}

/// Returns the box of the whole picture at the camera's zoom and position. The view `box` shows only a part of it.
Box zoomed(const Camera& camera, const Box& box) {
  const ImVec2 half{0.5f * box.width() * camera.zoom, 0.5f * box.height() * camera.zoom}, middle = box.middle();
  const ImVec2 at{middle.x + camera.pan.x, middle.y + camera.pan.y};
  return {{at.x - half.x, at.y - half.y}, {at.x + half.x, at.y + half.y}};
}

}  // namespace

NetworkLayout lay_out_network(const Ui& ui, const Session& session, const Box& view) {
  const Box box = zoomed(ui.network_camera, view);
  const WireDiagram& diagram = wire_diagram(session);
  NetworkLayout layout;
  layout.view = view;
  layout.body = box;
  const std::uint64_t n = session.problem().n();
  layout.passes.resize(diagram.passes);
  const auto headers = session.player().headers();
  for (std::size_t pass = 0; pass < layout.passes.size(); ++pass) {
    layout.passes[pass].stage = headers[pass].stage_index;
  }
  for (const auto& column : diagram.columns) layout.passes[column.pass].columns.push_back(&column);
  const bool overview = n > WireDiagram::few_wires;
  float weights = 0;
  for (const auto& pass : layout.passes) weights += weight_of(pass, overview);
  const auto slots = static_cast<float>(layout.passes.size() + 1);
  layout.wire_pitch = std::min(box.height() / static_cast<float>(n), ui.px(56));
  layout.body.high.y = box.low.y + layout.wire_pitch * static_cast<float>(n);
  const float spare = box.height() - (layout.body.high.y - layout.body.low.y);
  layout.body.low.y += 0.5f * spare;
  layout.body.high.y += 0.5f * spare;

  const float value = widest_value(ui, session);
  const bool high = layout.wire_pitch >= ui.px(smallest_written_wire);
  const auto pitch_with = [&](float gap) { return (box.width() - slots * (value + ui.px(gap))) / weights; };
  // A dot that represents a key between two passes needs one and a half times the width of a column.
  float pitch = box.width() / (weights + 1.5f * slots);
  // Prefer a wide gap around values. With the least space, the values of the present pass cover neighbouring columns.
  for (const float gap : {22.0f, 10.0f}) {
    if (layout.written || !high || pitch_with(gap) < ui.px(narrowest_written_column)) continue;
    layout.written = true;
    pitch = pitch_with(gap);
  }
  layout.written = layout.written || (high && value + ui.px(6) <= 3.5f * pitch);
  pitch = std::min(pitch, ui.px(widest_step));
  layout.slot_width = (box.width() - pitch * weights) / slots;

  float x = box.low.x;
  for (auto& pass : layout.passes) {
    pass.slot = x + 0.5f * layout.slot_width;
    pass.begin = x + layout.slot_width;
    pass.end = pass.begin + pitch * weight_of(pass, overview);
    pass.pitch = (pass.end - pass.begin) / static_cast<float>(std::max<std::size_t>(pass.columns.size(), 1));
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
