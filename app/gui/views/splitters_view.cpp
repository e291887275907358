#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/export/colours.h"
#include "app/gui/views/buckets_view.h"
#include "app/gui/views/diagrams.h"
#include "app/gui/views/patterns.h"
#include "app/playback/models/buckets.h"
#include "app/problem/short_number.h"

namespace texelsort::app {

namespace {

/// Smallest horizontal distance of the tree's nodes at which they are drawn, in pixels at scale 1.
constexpr float narrowest_node = 3;

struct TreeLayout {
  Box body;     ///< area in which the nodes of the tree are drawn
  Slots strip;  ///< row of cells below the tree, one per bucket
  std::uint64_t range = 0;
  ImFont* font = nullptr;
  std::vector<float> levels;   ///< y in pixels of the middle of each level of nodes
  std::vector<bool> labelled;  ///< true for each level whose nodes contain the values of splitters

  ImVec2 place(const SplitterTree::Node& node) const { return {strip.x(node.splitter + 1), levels[node.depth]}; }
  ImVec2 bucket(std::uint64_t b) const {
    return {strip.box.low.x + strip.pitch * (static_cast<float>(b) + 0.5f), strip.box.low.y};
  }
  /// Returns the width in pixels of all buckets below a node.
  float room(const SplitterTree::Node& node) const { return strip.pitch * static_cast<float>(node.high - node.low); }
};

std::string splitter_text(const Session& session, std::uint64_t range, std::uint64_t splitter) {
  return rank_text(bucket_tables(session.player())->splitters_of(range)[splitter], session.problem());
}

/// Returns a value as text, shortened to `room` pixels. Returns an empty string if even a shortened value does not fit.
std::string label_of(const Ui& ui, ImFont* font, const std::string& value, float room) {
  constexpr std::size_t least = 5, most = 7;  // smallest and greatest length of a shortened number in characters
  const auto letters = static_cast<std::size_t>(std::max(0.0f, room - ui.px(20)) / text_width(font, "0"));
  if (value.size() <= letters) return value;
  return letters >= least ? short_number(value, std::min(letters, most)) : std::string();
}

/// Lays out the tree with a given font. Nodes contain values on all levels from the root to the first level where a
/// value does not fit. On lower levels, nodes are dots.
TreeLayout lay_out(const Ui& ui, const Session& session, const Box& box, const SplitterTree& tree, std::uint64_t range,
                   ImFont* font) {
  const Box strip{{box.low.x, box.high.y - ui.px(20)}, box.high};
  TreeLayout layout{.body = {box.low, {box.high.x, strip.low.y - ui.px(4)}},
                    .strip = Slots::across(strip, std::max<std::uint64_t>(tree.buckets, 1)),
                    .range = range,
                    .font = font,
                    .levels = {},
                    .labelled = {}};
  layout.labelled.assign(tree.depth, true);
  for (const auto& node : tree.nodes) {
    if (label_of(ui, font, splitter_text(session, range, node.splitter), layout.room(node)).empty()) {
      layout.labelled[node.depth] = false;
    }
  }
  const float label = line_height(font) + ui.px(7), dot = ui.px(9);
  float left = layout.body.height() - dot * static_cast<float>(tree.depth);
  for (std::size_t level = 0; level < tree.depth; ++level) {
    layout.labelled[level] =
        layout.labelled[level] && (level == 0 || layout.labelled[level - 1]) && left >= label - dot;
    if (layout.labelled[level]) left -= label - dot;
  }
  const float more = std::max(0.0f, left) / static_cast<float>(std::max(tree.depth, 1u));
  float y = layout.body.low.y;
  for (const bool labelled : layout.labelled) {
    const float tall = (labelled ? label : dot) + more;
    layout.levels.push_back(y + 0.5f * tall);
    y += tall;
  }
  return layout;
}

/// Lays out the tree with the largest font in which all values fit. The space between the levels must suffice for
/// visible edges.
TreeLayout lay_out(const Ui& ui, const Session& session, const Box& box, const SplitterTree& tree,
                   std::uint64_t range) {
  for (ImFont* font : {ui.fonts.mono_large, ui.fonts.mono}) {
    TreeLayout layout = lay_out(ui, session, box, tree, range, font);
    const bool high = layout.body.height() >= 2 * line_height(font) * static_cast<float>(tree.depth);
    if (high && std::ranges::find(layout.labelled, false) == layout.labelled.end()) return layout;
  }
  return lay_out(ui, session, box, tree, range, ui.fonts.mono_small);
}

void draw_edges(const Ui& ui, const SplitterTree& tree, const TreeLayout& layout, const std::vector<std::size_t>& way,
                std::optional<std::uint64_t> bucket) {
  const auto on_way = [&](std::size_t node) { return std::ranges::find(way, node) != way.end(); };
  const auto line = [&](ImVec2 from, ImVec2 to, bool lit) {
    draw_line(from, to, lit ? ui.theme.maximum : ui.theme.faint, ui.px(lit ? 3.5f : 1.25f));
  };
  // Draw highlighted edges last, so that they are above all other edges.
  for (const bool lit : {false, true}) {
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
      const auto& node = tree.nodes[i];
      if (layout.room(node) < ui.px(narrowest_node)) continue;
      const auto child = [&](const std::optional<std::size_t>& next, std::uint64_t leaf) {
        const bool here = on_way(i) && (next ? on_way(*next) : bucket == leaf);
        if (here == lit) line(layout.place(node), next ? layout.place(tree.nodes[*next]) : layout.bucket(leaf), lit);
      };
      child(node.left, node.splitter);
      child(node.right, node.splitter + 1);
    }
  }
}

void draw_nodes(const Ui& ui, const Session& session, const SplitterTree& tree, const TreeLayout& layout,
                const std::vector<std::size_t>& way) {
  ImFont* font = layout.font;
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    const auto& node = tree.nodes[i];
    if (layout.room(node) < ui.px(narrowest_node)) continue;
    const bool lit = std::ranges::find(way, i) != way.end();
    const ImVec2 at = layout.place(node);
    if (!layout.labelled[node.depth]) {
      draw_disc(at, std::min(ui.px(4), 0.35f * layout.room(node)), lit ? ui.theme.maximum : ui.theme.dim, 16);
      continue;
    }
    const std::string whole = splitter_text(session, layout.range, node.splitter);
    const std::string text = label_of(ui, font, whole, layout.room(node));
    const float half = 0.5f * text_width(font, text) + ui.px(5), up = 0.5f * line_height(font) + ui.px(2.5f);
    draw_box(Box::around(at, half, up), ui.theme.raised, ui.px(5));
    draw_outline(Box::around(at, half, up), lit ? ui.theme.maximum : ui.theme.faint, ui.px(lit ? 2.5f : 1), ui.px(5));
    draw_shortened_centred(font, at, ui.theme.text, whole, text);
  }
}

void draw_buckets(const Ui& ui, Session& session, const TreeLayout& layout, std::optional<std::uint64_t> chosen) {
  const BucketTables& tables = *bucket_tables(session.player());
  const Slots& strip = layout.strip;
  const float gap = strip.pitch >= 4 ? 1.0f : 0.0f;
  const bool numbered = text_width(ui.fonts.small, fmt::format("{}", tables.pass.buckets - 1)) + 2 <= strip.pitch;
  for (std::uint64_t b = 0; b < tables.pass.buckets; ++b) {
    const std::uint64_t number = layout.range * tables.pass.buckets + b;
    const glm::vec3 colour = palette_colour(number);
    const Box cell{{strip.x(b), strip.box.low.y}, {strip.x(b) + strip.pitch - gap, strip.box.high.y}};
    draw_group_box(ui, cell, colour, number, 1, gap > 0 ? ui.px(2) : 0);
    if (numbered) {
      const std::string text = fmt::format("{}", b);
      const float half = 0.5f * text_width(ui.fonts.small, text) + ui.px(3);
      // Draw a plate behind the number, because the bucket's pattern would make it illegible.
      draw_box(Box::around(cell.middle(), half, 0.45f * line_height(ui.fonts.small)), to_color(colour), ui.px(3));
      draw_text_centred(ui.fonts.small, cell.middle(), readable_on(colour), text);
    }
    if (chosen == b) {
      const Box frame = cell.grown(2);
      draw_outline(frame, ui.theme.selected, ui.px(2), ui.px(3));
    }
  }
  if (const auto b = strip.pointed()) point_at_bucket(ui, session, layout.range * tables.pass.buckets + *b);
}

/// Selects the first key that equals a splitter, so that all views highlight it.
void point_at_splitter(Session& session, std::uint64_t splitter) {
  const auto* state = session.player().state();
  if (state == nullptr) return;
  const auto& problem = session.problem();
  const auto codes = data::codes(state->keys, problem.order);
  const auto equals = [&](std::uint64_t code) {
    return data::rank_of_code(code, problem.comparison, problem.type(), problem.order) == splitter;
  };
  const auto found = std::ranges::find_if(codes, equals);
  if (found != codes.end())
    point_at(session, pair_of(session.player(), static_cast<std::uint64_t>(found - codes.begin())));
}

void point_at_node(const Ui& ui, Session& session, const SplitterTree& tree, const TreeLayout& layout) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (!ImGui::IsWindowHovered() || !layout.body.contains(mouse)) return;
  const BucketTables& tables = *bucket_tables(session.player());
  for (const auto& node : tree.nodes) {
    const ImVec2 at = layout.place(node);
    if (std::abs(mouse.x - at.x) > ui.px(8) || std::abs(mouse.y - at.y) > ui.px(9)) continue;
    std::string text =
        fmt::format("splitter {}: {}", node.splitter, splitter_text(session, layout.range, node.splitter));
    if (!tables.places.empty()) text += fmt::format(", from index {}", tables.places[node.splitter]);
    show_tooltip(ui, text);
    return point_at_splitter(session, tables.splitters_of(layout.range)[node.splitter]);
  }
}

std::string caption_of(const Session& session, const SplitterTree& tree, std::uint64_t range,
                       std::optional<std::uint64_t> bucket) {
  const BucketTables& tables = *bucket_tables(session.player());
  std::string text;
  if (tables.pass.ranges.size() > 1) {
    text =
        fmt::format("level {}, range {} of {}: ", tables.pass.level + 1, range + 1, grouped(tables.pass.ranges.size()));
  }
  if (bucket) {
    return fmt::format("{}key {} goes to bucket {}: {}", text, session.player().key_text(session.selected()->index),
                       *bucket % tables.pass.buckets, range_text(tables, *bucket, session.problem()));
  }
  const bool ascending = session.problem().order == data::Order::ascending;
  return fmt::format("{}{} splitters, {} comparisons per key: {} to the left, {} to the right", text,
                     grouped(tables.pass.buckets - 1), tree.depth, ascending ? "\u2264" : "\u2265",
                     ascending ? ">" : "<");
}

std::string why_no_splitters(const Session& session) {
  if (bucket_tables(session.player()) != nullptr) return "";
  if (session.player().at_end()) return "The input is small and needs no splitters.";
  return "A later pass chooses the splitters from a sample of the keys.";
}

void draw_splitters_diagram(Ui& ui, Session& session, const Box& box) {
  const BucketTables& tables = *bucket_tables(session.player());
  const SplitterTree tree = splitter_tree(tables.pass.buckets);
  const auto chosen = chosen_bucket(session);
  const std::uint64_t range = chosen ? *chosen / tables.pass.buckets : 0;
  const Box body = view_header(ui, box, "Splitters", caption_of(session, tree, range, chosen));
  if (body.height() < ui.px(50)) return;
  const TreeLayout layout = lay_out(ui, session, body, tree, range);
  const auto own = chosen ? std::optional(*chosen % tables.pass.buckets) : std::nullopt;
  const auto way = own ? tree.way_to(*own) : std::vector<std::size_t>();
  draw_edges(ui, tree, layout, way, own);
  draw_nodes(ui, session, tree, layout, way);
  draw_buckets(ui, session, layout, own);
  point_at_node(ui, session, tree, layout);
}

}  // namespace

/// Returns the diagram of a sample sort's splitters: the search tree that assigns keys to buckets.
Diagram splitters_diagram() {
  return {.name = "splitters",
          .title = "Splitters and buckets",
          .absent = " has no splitters.",
          .tables = {algorithms::tables::Splitters{}, algorithms::tables::SplitterPlaces{}},
          .reason = why_no_splitters,
          .draw = draw_splitters_diagram,
          .pointing = "Point at a texel, a bar or a bucket to see the path of a key to its bucket. Click to pin it."};
}

}  // namespace texelsort::app
