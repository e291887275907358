#include <algorithm>
#include <cmath>
#include <functional>

#include <fmt/format.h>

#include "app/views/bucket_choice.h"
#include "app/views/diagrams.h"
#include "app/views/group_colours.h"

namespace texelsort::app {

namespace {

/// Bars side by side on one scale.
struct BucketBars {
  Box body;
  std::uint64_t count = 1;
  double most = 1;  ///< keys at the upper edge

  float pitch() const { return body.width() / static_cast<float>(count); }
  float x(std::uint64_t bucket) const { return body.low.x + pitch() * static_cast<float>(bucket); }
  float y(double keys) const { return body.high.y - body.height() * static_cast<float>(keys / most); }
  float gap() const { return pitch() >= 4 ? std::max(1.0f, std::round(0.12f * pitch())) : 0.0f; }
};

/// The mean size of a range's buckets.
double mean_of(const BucketTables& tables, std::uint64_t range) {
  return static_cast<double>(tables.pass.ranges[range].count) / static_cast<double>(tables.pass.buckets);
}

/// Bars narrower than a pixel share a column: the highest of them is seen.
void draw_bars(const BucketBars& bars, const std::vector<std::uint64_t>& sizes,
               const std::function<ImU32(std::uint64_t)>& colour) {
  auto& draw = *ImGui::GetWindowDrawList();
  for (std::uint64_t b = 0; b < bars.count; ++b) {
    const float left = bars.x(b), right = std::max(left + 1, left + bars.pitch() - bars.gap());
    const float top = std::min(bars.y(static_cast<double>(sizes[b])), bars.body.high.y - (sizes[b] > 0 ? 1.0f : 0.0f));
    draw.AddRectFilled({left, top}, {right, bars.body.high.y}, colour(b));
  }
}

/// The sizes over their bars, on plates that keep lines out of them.
void draw_sizes(const Ui& ui, const BucketBars& bars, const std::vector<std::uint64_t>& sizes) {
  auto& draw = *ImGui::GetWindowDrawList();
  const std::string longest = fmt::format("{}", std::ranges::max(sizes));
  const auto fits = [&](ImFont* font) { return text_width(font, longest) + ui.px(4) <= bars.pitch(); };
  ImFont* font = fits(ui.fonts.mono) ? ui.fonts.mono : ui.fonts.mono_small;
  if (!fits(font)) return;
  for (std::uint64_t b = 0; b < bars.count; ++b) {
    const std::string text = fmt::format("{}", sizes[b]);
    const float half = 0.5f * text_width(font, text) + 1, tall = line_height(font);
    const ImVec2 middle{bars.x(b) + 0.5f * (bars.pitch() - bars.gap()),
                        bars.y(static_cast<double>(sizes[b])) - 0.5f * tall - 1};
    draw.AddRectFilled({middle.x - half, middle.y - 0.5f * tall}, {middle.x + half, middle.y + 0.5f * tall},
                       ui.theme.panel);
    draw_text_centred(font, middle, sizes[b] > 0 ? ui.theme.text : ui.theme.dim, text);
  }
}

void draw_floor(const Ui& ui, const BucketBars& bars) {
  ImGui::GetWindowDrawList()->AddLine({bars.body.low.x, bars.body.high.y + 1}, {bars.body.high.x, bars.body.high.y + 1},
                                      ui.theme.faint, 1);
}

/// A line across some bars, its name in the margin at its right end.
void draw_level(const Ui& ui, const BucketBars& bars, double keys, float from, float to, bool bound,
                const std::string& name) {
  auto& draw = *ImGui::GetWindowDrawList();
  const float y = std::round(bars.y(keys));
  const ImU32 color = bound ? ui.theme.maximum : ui.theme.text;
  draw_dashed(draw, {from, y}, {to, y}, ui.px(bound ? 9 : 4), ui.px(bound ? 2.25f : 1.5f), color);
  draw_text(ui.fonts.small, {to + ui.px(6), y - 0.5f * line_height(ui.fonts.small)}, color, name);
}

/// Every one, or every second, fifth, tenth ..., as there is room.
void draw_numbers(const Ui& ui, const BucketTables& tables, const BucketBars& bars) {
  const std::uint64_t own = tables.pass.buckets, ranges = tables.pass.ranges.size();
  const float y = bars.body.high.y + ui.px(3) + 0.5f * line_height(ui.fonts.small);
  const float widest = text_width(ui.fonts.small, fmt::format("{}", own - 1)) + ui.px(8);
  std::uint64_t every = 1;
  for (const std::uint64_t next : {2, 5, 10, 20, 50, 100, 200, 500, 1000}) {
    if (static_cast<float>(every) * bars.pitch() < widest) every = next;
  }
  if (every == 1 || ranges == 1) {
    for (std::uint64_t b = 0; b < bars.count; ++b) {
      if (b % own % every != 0) continue;
      draw_text_centred(ui.fonts.small, {bars.x(b) + 0.5f * (bars.pitch() - bars.gap()), y}, ui.theme.dim,
                        fmt::format("{}", b % own));
    }
    return;
  }
  draw_text_elided(ui.fonts.small, {bars.body.low.x, bars.body.high.y + ui.px(3)}, ui.theme.dim,
                   fmt::format("{} ranges of {} buckets", grouped(ranges), own), bars.body.width());
}

/// Every bucket in its place, with the bound and the mean.
void draw_occupancy(Ui& ui, Session& session, const Box& box, double most) {
  const BucketTables& tables = *bucket_tables(session.player());
  const bool one_mean = tables.pass.ranges.size() == 1;
  const std::string parts = tables.pass.most > 0 ? "s" : "k";
  const std::string mean = fmt::format("n/{} = {:.4g}", parts, mean_of(tables, 0));
  const std::string bound = fmt::format("2n/{} = {}", parts, tables.pass.most);
  const float names = one_mean ? std::max(text_width(ui.fonts.small, mean),
                                          tables.pass.most > 0 ? text_width(ui.fonts.small, bound) : 0.0f) +
                                     ui.px(8)
                               : 0.0f;
  const float line = line_height(ui.fonts.small);
  const BucketBars bars{
      {{box.low.x, box.low.y + line}, {box.high.x - names, box.high.y - line - ui.px(3)}}, tables.count(), most};
  draw_bars(bars, tables.sizes, [&](std::uint64_t b) { return to_color(palette_colour(b)); });
  draw_floor(ui, bars);
  draw_numbers(ui, tables, bars);
  for (std::uint64_t range = 0; range < tables.pass.ranges.size(); ++range) {
    draw_level(ui, bars, mean_of(tables, range), bars.x(range * tables.pass.buckets),
               bars.x((range + 1) * tables.pass.buckets), false, one_mean ? mean : "");
  }
  if (tables.pass.most > 0) {
    draw_level(ui, bars, static_cast<double>(tables.pass.most), bars.body.low.x, bars.body.high.x, true, bound);
  }
  draw_sizes(ui, bars, tables.sizes);
  if (const auto chosen = chosen_bucket(session)) {
    const float grow = std::max(1.0f, ui.px(3) - 0.5f * bars.pitch());
    ImGui::GetWindowDrawList()->AddRect({bars.x(*chosen) - grow, bars.body.low.y},
                                        {bars.x(*chosen + 1) - bars.gap() + grow, bars.body.high.y + 2},
                                        ui.theme.selected, ui.px(3), 0, ui.px(2));
  }
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (!ImGui::IsWindowHovered() || !bars.body.contains(mouse)) return;
  point_at_bucket(ui, session,
                  std::min(bars.count - 1, static_cast<std::uint64_t>((mouse.x - bars.body.low.x) / bars.pitch())));
}

/// From the largest bucket to the smallest, and how large those of each rank are with other seeds.
void draw_spread(const Ui& ui, const Session& session, const BucketSpread& spread, const Box& box, double most) {
  const float line = line_height(ui.fonts.small);
  std::vector<std::uint64_t> sizes = bucket_tables(session.player())->sizes;
  std::ranges::sort(sizes, std::greater());
  const BucketBars bars{
      {{box.low.x, box.low.y + line}, {box.high.x, box.high.y - line - ui.px(3)}}, sizes.size(), most};
  const ImU32 quiet = blend(ui.theme.panel, ui.theme.dim, 0.45f);
  auto& draw = *ImGui::GetWindowDrawList();
  for (std::uint64_t rank = 0; rank < bars.count; ++rank) {
    const float left = bars.x(rank), right = std::max(left + 1, left + bars.pitch() - bars.gap());
    const float middle = 0.5f * (left + right), half = std::clamp(0.28f * bars.pitch(), 0.5f, ui.px(5));
    draw.AddRectFilled({left, bars.y(static_cast<double>(sizes[rank]))}, {right, bars.body.high.y}, quiet);
    const float high = bars.y(static_cast<double>(spread.high[rank])),
                low = bars.y(static_cast<double>(spread.low[rank]));
    const float thick = std::clamp(0.12f * bars.pitch(), 1.0f, ui.px(1.75f));
    draw.AddLine({middle, high}, {middle, low}, ui.theme.minimum, thick);
    for (const float end : {high, low})
      draw.AddLine({middle - half, end}, {middle + half, end}, ui.theme.minimum, thick);
    draw.AddCircleFilled({middle, bars.y(static_cast<double>(spread.median[rank]))}, std::max(1.5f, 0.8f * half),
                         ui.theme.maximum, 12);
  }
  draw_floor(ui, bars);
  draw_text_elided(ui.fonts.small, {bars.body.low.x, bars.body.high.y + ui.px(3)}, ui.theme.dim,
                   fmt::format("sorted by size; whiskers: least to most, dot: median, of {} seeds", spread.seeds),
                   bars.body.width());
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (!ImGui::IsWindowHovered() || !bars.body.contains(mouse)) return;
  const auto rank = std::min(bars.count - 1, static_cast<std::uint64_t>((mouse.x - bars.body.low.x) / bars.pitch()));
  show_tooltip(ui, fmt::format("number {} by size: {} keys; with {} seeds {} to {}, median {}", rank + 1,
                               grouped(sizes[rank]), spread.seeds, grouped(spread.low[rank]),
                               grouped(spread.high[rank]), grouped(spread.median[rank])));
}

std::string caption_of(const BucketTables& tables) {
  const auto [least, most] = std::ranges::minmax(tables.sizes);
  std::string text = fmt::format("{} buckets of {} to {} keys", grouped(tables.count()), grouped(least), grouped(most));
  if (tables.pass.most > 0) text += fmt::format(", never more than 2n/s = {}", grouped(tables.pass.most));
  if (tables.pass.ranges.size() > 1) text = fmt::format("level {}: ", tables.pass.level + 1) + text;
  return text;
}

double highest(const BucketTables& tables, const BucketSpread* spread) {
  auto most = static_cast<double>(std::max(tables.pass.most, std::ranges::max(tables.sizes)));
  for (std::uint64_t range = 0; range < tables.pass.ranges.size(); ++range)
    most = std::max(most, mean_of(tables, range));
  if (spread != nullptr) most = std::max(most, static_cast<double>(spread->high.front()));
  return std::max(1.0, 1.04 * most);
}

std::string why_no_buckets(const Session& session) {
  const BucketTables* tables = bucket_tables(session.player());
  if (tables == nullptr) return "There are no buckets without splitters.";
  return tables->sizes.empty() ? "Their sizes are known once the counts have been scanned." : "";
}

void draw_buckets_diagram(Ui& ui, Session& session, const Box& box) {
  const BucketTables& tables = *bucket_tables(session.player());
  const BucketSpread* spread = bucket_spread(session.player());
  Box body = view_header(ui, box, "Buckets", caption_of(tables));
  if (body.height() < ui.px(50)) return;
  body.high.y += ui.px(6);
  const double most = highest(tables, spread);
  const float gap = ui.px(28);
  const float share = spread != nullptr ? 0.62f : 1.0f;
  const Box left{body.low, {body.low.x + share * body.width() - (spread != nullptr ? gap : 0), body.high.y}};
  draw_occupancy(ui, session, left, most);
  if (spread != nullptr) draw_spread(ui, session, *spread, {{left.high.x + gap, body.low.y}, body.high}, most);
}

}  // namespace

/// How full a sample sort's buckets are.
Diagram buckets_diagram() {
  return {.name = "buckets",
          .subject = "sample sorts",
          .title = "Buckets",
          .absent = " has no buckets.",
          .tables = {algorithms::tables::BucketStarts{}, algorithms::tables::BucketSizes{}},
          .reason = why_no_buckets,
          .draw = draw_buckets_diagram};
}

}  // namespace texelsort::app
