#include "app/gui/views/buckets_view.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include <fmt/format.h>

#include "app/export/colours.h"
#include "app/gui/views/diagrams.h"
#include "app/gui/views/fitting.h"
#include "app/gui/views/patterns.h"
#include "app/playback/models/key_groups.h"
#include "app/playback/models/selection_progress.h"

namespace texelsort::app {

std::optional<std::uint64_t> chosen_bucket(const Session& session) {
  const BucketTables* tables = bucket_tables(session.player());
  if (!session.selected() || tables == nullptr) return std::nullopt;
  const std::uint64_t place = session.selected()->index;
  const auto& problem = session.problem();
  const std::uint64_t code = code_of(session.player().key(place), 0, problem.order);
  return tables->bucket_of(data::rank_of_code(code, problem.comparison, problem.type(), problem.order), place);
}

namespace {

/// Selects the first key of a bucket, so that all views highlight it.
void point_at_key_of_bucket(Session& session, std::uint64_t bucket) {
  const KeyGroups* groups = key_groups(session.player());
  if (groups == nullptr) return;
  const auto first = std::ranges::find(groups->of_key, bucket);
  if (first == groups->of_key.end()) return;
  point_at(session, pair_of(session.player(), static_cast<std::uint64_t>(first - groups->of_key.begin())));
}

}  // namespace

void point_at_bucket(const Ui& ui, Session& session, std::uint64_t bucket) {
  const BucketTables& tables = *bucket_tables(session.player());
  std::string text = bucket_name(tables, bucket) + ": " + range_text(tables, bucket, session.problem());
  if (!tables.sizes.empty()) {
    const std::uint64_t keys = tables.sizes[bucket];
    text += fmt::format("; {} from index {} on", keys_text(keys), grouped(tables.starts[bucket]));
  }
  show_tooltip(ui, text);
  point_at_key_of_bucket(session, bucket);
}

namespace {

/// Layout of the bars of buckets, side by side and on one scale.
struct BucketBars : Slots {
  double most = 1;  ///< number of keys at which a bar reaches the upper edge of the area

  float y(double keys) const { return box.high.y - box.height() * static_cast<float>(keys / most); }
  /// Returns the right edge of a bar, at least a pixel to the right of its left edge. Of several bars in one pixel
  /// column, the highest is visible.
  float right(std::uint64_t bar) const { return std::max(x(bar) + 1, x(bar) + pitch - gap(0.12f)); }
  float middle(std::uint64_t bar) const { return x(bar) + 0.5f * (pitch - gap(0.12f)); }
};

/// Returns the mean bucket size of a range, in keys.
double mean_of(const BucketTables& tables, std::uint64_t range) {
  return static_cast<double>(tables.pass.ranges[range].count) / static_cast<double>(tables.pass.buckets);
}

/// Draws the size of each bucket above its bar. A plate behind the text covers lines.
void draw_sizes(const Ui& ui, const BucketBars& bars, const std::vector<std::uint64_t>& sizes) {
  const std::string longest = fmt::format("{}", std::ranges::max(sizes));
  const auto fits = [&](ImFont* font) { return text_width(font, longest) + ui.px(4) <= bars.pitch; };
  ImFont* font = fits(ui.fonts.mono) ? ui.fonts.mono : ui.fonts.mono_small;
  if (!fits(font)) return;
  for (std::uint64_t b = 0; b < bars.count; ++b) {
    const std::string text = fmt::format("{}", sizes[b]);
    const float half = 0.5f * text_width(font, text) + 1, tall = line_height(font);
    const ImVec2 at{bars.middle(b), bars.y(static_cast<double>(sizes[b])) - 0.5f * tall - 1};
    draw_box(Box::around(at, half, 0.5f * tall), ui.theme.panel);
    draw_text_centred(font, at, sizes[b] > 0 ? ui.theme.text : ui.theme.dim, text);
  }
}

void draw_floor(const Ui& ui, const BucketBars& bars) {
  draw_line({bars.box.low.x, bars.box.high.y + 1}, {bars.box.high.x, bars.box.high.y + 1}, ui.theme.faint);
}

/// Draws a horizontal line across several bars, with its name at the right end.
void draw_level(const Ui& ui, const BucketBars& bars, double keys, float from, float to, bool bound,
                const std::string& name) {
  const float y = std::round(bars.y(keys));
  const ImU32 color = bound ? ui.theme.maximum : ui.theme.text;
  draw_dashed({from, y}, {to, y}, ui.px(bound ? 9 : 4), ui.px(bound ? 2.25f : 1.5f), color);
  draw_text(ui.fonts.small, {to + ui.px(6), y - 0.5f * line_height(ui.fonts.small)}, color, name);
}

/// Draws the number of each bucket below its bar. If there is little space, draws only every second, fifth, tenth
/// number and so on.
void draw_numbers(const Ui& ui, const BucketTables& tables, const BucketBars& bars) {
  const std::uint64_t own = tables.pass.buckets, ranges = tables.pass.ranges.size();
  const float y = bars.box.high.y + ui.px(3) + 0.5f * line_height(ui.fonts.small);
  const float widest = text_width(ui.fonts.small, fmt::format("{}", own - 1)) + ui.px(8);
  std::uint64_t every = 1;
  for (const std::uint64_t next : {2, 5, 10, 20, 50, 100, 200, 500, 1000}) {
    if (static_cast<float>(every) * bars.pitch < widest) every = next;
  }
  if (every == 1 || ranges == 1) {
    for (std::uint64_t b = 0; b < bars.count; ++b) {
      if (b % own % every != 0) continue;
      draw_text_centred(ui.fonts.small, {bars.middle(b), y}, ui.theme.dim, fmt::format("{}", b % own));
    }
    return;
  }
  draw_text_elided(ui.fonts.small, {bars.box.low.x, bars.box.high.y + ui.px(3)}, ui.theme.dim,
                   fmt::format("{} ranges of {} buckets", grouped(ranges), grouped(own)), bars.box.width());
}

/// Draws one bar per bucket, in order, for the number of its keys. Lines show the upper bound and the mean.
void draw_occupancy(Ui& ui, Session& session, const Box& box, double most) {
  const BucketTables& tables = *bucket_tables(session.player());
  const bool one_mean = tables.pass.ranges.size() == 1;
  const std::string parts = tables.pass.most > 0 ? "s" : "k";
  const std::string mean = fmt::format("n/{} = {:.4g}", parts, mean_of(tables, 0));
  const std::string bound = fmt::format("2n/{} = {}", parts, grouped(tables.pass.most));
  const float names = one_mean ? std::max(text_width(ui.fonts.small, mean),
                                          tables.pass.most > 0 ? text_width(ui.fonts.small, bound) : 0.0f) +
                                     ui.px(8)
                               : 0.0f;
  const float line = line_height(ui.fonts.small);
  const Box body{{box.low.x, box.low.y + line}, {box.high.x - names, box.high.y - line - ui.px(3)}};
  const BucketBars bars{Slots::across(body, tables.count()), most};
  for (std::uint64_t b = 0; b < bars.count; ++b) {
    const std::uint64_t keys = tables.sizes[b];
    const float top = std::min(bars.y(static_cast<double>(keys)), body.high.y - (keys > 0 ? 1.0f : 0.0f));
    draw_group_box(ui, {{bars.x(b), top}, {bars.right(b), body.high.y}}, palette_colour(b), b);
  }
  draw_floor(ui, bars);
  draw_numbers(ui, tables, bars);
  for (std::uint64_t range = 0; range < tables.pass.ranges.size(); ++range) {
    draw_level(ui, bars, mean_of(tables, range), bars.x(range * tables.pass.buckets),
               bars.x((range + 1) * tables.pass.buckets), false, one_mean ? mean : "");
  }
  if (tables.pass.most > 0) {
    draw_level(ui, bars, static_cast<double>(tables.pass.most), bars.box.low.x, bars.box.high.x, true, bound);
  }
  draw_sizes(ui, bars, tables.sizes);
  if (const auto chosen = chosen_bucket(session)) {
    const float grow = std::max(1.0f, ui.px(3) - 0.5f * bars.pitch);
    draw_outline(
        {{bars.x(*chosen) - grow, body.low.y}, {bars.x(*chosen + 1) - bars.gap(0.12f) + grow, body.high.y + 2}},
        ui.theme.selected, ui.px(2), ui.px(3));
  }
  if (const auto bucket = bars.pointed()) point_at_bucket(ui, session, *bucket);
}

/// Draws a line at the bucket size that the deterministic sample sort never exceeds, for comparison with the sizes of
/// the randomized one.
void draw_promise(const Ui& ui, const BucketBars& bars, std::uint64_t most) {
  const float y = std::round(bars.y(static_cast<double>(most)));
  draw_dashed({bars.box.low.x, y}, {bars.box.high.x, y}, ui.px(9), ui.px(1.75f), ui.theme.maximum);
}

std::string spread_text(const Ui& ui, const BucketSpread& spread, const SamplingComparison* both, float room) {
  const std::string whiskers = fmt::format("whiskers: {} seeds", spread.seeds), seeds = "sorted by size; " + whiskers;
  if (both == nullptr || both->even.empty()) {
    return fitting_text(
        ui.fonts.small,
        {fmt::format("sorted by size; whiskers: smallest to largest of {} seeds; dots: median", spread.seeds), seeds,
         whiskers, "by size"},
        room);
  }
  const char* own = both->own_is_random ? "bars: this run; squares: deterministic" : "bars: deterministic";
  return fitting_text(ui.fonts.small,
                      {fmt::format("sorted by size; {}; whiskers: randomized, {} seeds; dashed line: 2n/s = {}", own,
                                   spread.seeds, grouped(both->most)),
                       fmt::format("sorted by size; {}; whiskers: randomized", own), seeds, whiskers, "by size"},
                      room);
}

/// Draws the bucket sizes of the run, sorted from largest to smallest. Whiskers show the range of sizes that other
/// seeds give. Squares show the sizes by deterministic sampling of the same keys.
void draw_spread(const Ui& ui, Session& session, const BucketSpread& spread, const Box& box, double most) {
  const float line = line_height(ui.fonts.small);
  const SamplingComparison* both = sampling_comparison(session.player());
  std::vector<std::uint64_t> sizes = bucket_tables(session.player())->sizes;
  std::ranges::sort(sizes, std::greater());
  const Box body{{box.low.x, box.low.y + line}, {box.high.x, box.high.y - line - ui.px(3)}};
  const BucketBars bars{Slots::across(body, sizes.size()), most};
  // Without space for the whole legend below the bars, explain the squares above them.
  const bool squares = both != nullptr && both->own_is_random && !both->even.empty();
  const std::string legend = spread_text(ui, spread, both, body.width());
  if (squares && legend.find("squares") == std::string::npos) {
    draw_text_before(ui.fonts.small, {box.high.x, box.low.y}, ui.theme.dim, "squares: deterministic");
  }
  const ImU32 quiet = blend(ui.theme.panel, ui.theme.dim, 0.45f);
  for (std::uint64_t rank = 0; rank < bars.count; ++rank) {
    const float left = bars.x(rank), right = bars.right(rank);
    const float middle = 0.5f * (left + right), half = std::clamp(0.28f * bars.pitch, 0.5f, ui.px(5));
    draw_box({{left, bars.y(static_cast<double>(sizes[rank]))}, {right, bars.box.high.y}}, quiet);
    const float high = bars.y(static_cast<double>(spread.high[rank])),
                low = bars.y(static_cast<double>(spread.low[rank]));
    const float thick = std::clamp(0.12f * bars.pitch, 1.0f, ui.px(1.75f));
    draw_line({middle, high}, {middle, low}, ui.theme.minimum, thick);
    for (const float end : {high, low}) draw_line({middle - half, end}, {middle + half, end}, ui.theme.minimum, thick);
    draw_disc({middle, bars.y(static_cast<double>(spread.median[rank]))}, std::max(1.5f, 0.8f * half), ui.theme.maximum,
              12);
    if (both == nullptr || !both->own_is_random || rank >= both->even.size()) continue;
    const Box square =
        Box::around({left + 0.2f * bars.pitch, bars.y(static_cast<double>(both->even[rank]))}, half, half);
    draw_box(square, ui.theme.kept);
    draw_outline(square, ui.theme.text);
  }
  draw_floor(ui, bars);
  if (both != nullptr && !both->even.empty()) draw_promise(ui, bars, both->most);
  draw_text_elided(ui.fonts.small, {bars.box.low.x, bars.box.high.y + ui.px(3)}, ui.theme.dim, legend,
                   bars.box.width());
  const auto rank = bars.pointed();
  if (!rank) return;
  // Select the first bucket of this size. The tooltip describes the size rank instead of the bucket.
  const std::vector<std::uint64_t>& all = bucket_tables(session.player())->sizes;
  point_at_key_of_bucket(session, static_cast<std::uint64_t>(std::ranges::find(all, sizes[*rank]) - all.begin()));
  std::string text = fmt::format("bucket of size rank {}: {}; randomized, {} seeds: {} to {}, median {}", *rank + 1,
                                 keys_text(sizes[*rank]), spread.seeds, grouped(spread.low[*rank]),
                                 grouped(spread.high[*rank]), grouped(spread.median[*rank]));
  if (both != nullptr && *rank < both->even.size())
    text += fmt::format("; deterministic: {}", grouped(both->even[*rank]));
  show_tooltip(ui, text);
}

std::string caption_of(const Ui& ui, const BucketTables& tables, const Box& box) {
  const auto [least, most] = std::ranges::minmax(tables.sizes);
  const std::string count = counted(tables.count(), "bucket");
  std::string text = fmt::format("{} of {} to {}", count, grouped(least), keys_text(most));
  if (tables.pass.ranges.size() > 1) text = fmt::format("level {}: ", tables.pass.level + 1) + text;
  const std::string bound = fmt::format(", at most 2n/s = {}", grouped(tables.pass.most));
  return fitting_caption(ui, box, "Buckets", {tables.pass.most > 0 ? text + bound : text, text, count, ""});
}

double highest(const BucketTables& tables, const BucketSpread* spread, const SamplingComparison* both) {
  auto most = static_cast<double>(std::max(tables.pass.most, std::ranges::max(tables.sizes)));
  if (both != nullptr && !both->even.empty()) most = std::max(most, static_cast<double>(both->most));
  for (std::uint64_t range = 0; range < tables.pass.ranges.size(); ++range)
    most = std::max(most, mean_of(tables, range));
  if (spread != nullptr) most = std::max(most, static_cast<double>(spread->high.front()));
  return std::max(1.0, 1.04 * most);
}

std::string why_no_buckets(const Session& session) {
  const BucketTables* tables = bucket_tables(session.player());
  if (tables == nullptr) return "This view shows buckets after a pass has chosen splitters.";
  return tables->sizes.empty() ? "The sizes of the buckets are known after the scan of the counts." : "";
}

void draw_buckets_diagram(Ui& ui, Session& session, const Box& box) {
  const BucketTables& tables = *bucket_tables(session.player());
  const SamplingComparison* both = sampling_comparison(session.player());
  const BucketSpread* spread = both != nullptr ? &*both->random : bucket_spread(session.player());
  Box body = view_header(ui, box, "Buckets", caption_of(ui, tables, box));
  if (body.height() < ui.px(50)) return;
  body.high.y += ui.px(6);
  const double most = highest(tables, spread, both);
  const float gap = ui.px(28);
  const float share = spread != nullptr ? 0.62f : 1.0f;
  const Box left{body.low, {body.low.x + share * body.width() - (spread != nullptr ? gap : 0), body.high.y}};
  draw_occupancy(ui, session, left, most);
  if (spread != nullptr) draw_spread(ui, session, *spread, {{left.high.x + gap, body.low.y}, body.high}, most);
}

}  // namespace

/// Returns the diagram of a sample sort's bucket sizes.
Diagram buckets_diagram() {
  return {.name = "buckets",
          .title = "Buckets",
          .absent = " has no buckets.",
          .tables = {algorithms::tables::BucketStarts{}, algorithms::tables::BucketSizes{}},
          .reason = why_no_buckets,
          .draw = draw_buckets_diagram};
}

}  // namespace texelsort::app
