#include <algorithm>
#include <cmath>

#include "app/export/plots/plot.h"
#include "app/export/plots/table.h"
#include "app/export/report.h"
#include "app/gui/window/plot_painting.h"
#include "tests/app/cli_support.h"
#include "tests/support/xml.h"

namespace texelsort::app {
namespace {

using measure::summarise;

TrialResult plotted_row(std::uint64_t n, int digit, int workgroup, double ms) {
  TrialResult row{.reason = {},
                  .algorithm = "radix/srts@compute",
                  .type = "u32",
                  .distribution = "uniform",
                  .order = "asc",
                  .payload = "none",
                  .n = n};
  row.given = row.parameters = {{"digit", std::to_string(digit)}, {"workgroup", std::to_string(workgroup)}};
  for (int i = 0; i < 9; ++i) row.samples_ms.push_back(ms * (1 + 0.01 * i));
  row.ms = summarise(row.samples_ms);
  row.bytes = 64 * n;
  return row;
}

/// Returns 24 results of a sweep. For each n, (4, 128) is fastest, (8, 256) is rejected, and (1, 32) sorts wrongly.
std::vector<TrialResult> plotted_rows() {
  std::vector<TrialResult> rows;
  for (const std::uint64_t n : {1024u, 65536u}) {
    for (const int digit : {1, 4, 8}) {
      for (const int workgroup : {32, 64, 128, 256}) {
        const double off = std::abs(digit - 4) + std::abs(std::log2(workgroup / 128.0));
        rows.push_back(plotted_row(n, digit, workgroup, static_cast<double>(n) * 1e-5 * (1 + 0.3 * off)));
        TrialResult& row = rows.back();
        if (digit == 8 && workgroup == 256) row.status = TrialStatus::refused;
        if (digit == 1 && workgroup == 32) row.status = TrialStatus::failed;
        if (row.status != TrialStatus::measured) {
          row.samples_ms.clear();
          row.ms = {};
          row.reason = "for a test & <more>";
        }
      }
    }
  }
  return rows;
}

PlotStyle test_style(float em = 15) {
  return plot_style(ThemeName::light, ColormapName::viridis, em);
}

/// Returns the shape that is drawn in an area of a plot, or null if there is none.
const Shape* filled_in(const Plot& plot, const Area& area) {
  for (const DrawnPart& part : plot.drawing.parts) {
    const auto* shape = std::get_if<Shape>(&part.what);
    if (shape == nullptr || shape->line_width > 0 || shape->points.size() != 4) continue;
    if (shape->points[0].x == area.left && shape->points[2].y == area.bottom) return shape;
  }
  return nullptr;
}

double luminance(const Colour& c) {
  return 0.2126 * c.red + 0.7152 * c.green + 0.0722 * c.blue;
}

std::vector<Plot> all_plots(const std::vector<TrialResult>& rows, const PlotStyle& style) {
  const std::vector<StageBar> bars{{.name = "now", .parts = {{"digit 1", 2}, {"digit 2", 3}}},
                                   {.name = "before", .parts = {{"digit 1", 4}, {"digit 2", 3}}, .ghost = true}};
  return {heat_map(rows, {.title = "A heat map"}, style),
          parallel_coordinates(rows, {.title = "Lines"}, style),
          sorted_parameters(rows, {.title = "Parameters"}, style),
          throughput(rows, {.title = "Throughput"}, style),
          box_plots(rows, {.title = "Samples"}, style),
          predicted_times(rows, {.title = "Roof"}, style),
          stacked_stages(bars, {.title = "Stages"}, style)};
}

TEST(SweepPlot, ColoursMeasuredCellsAndTheFastestCellDarkest) {
  const auto rows = plotted_rows();
  const Plot plot = heat_map(rows, {.x = "digit", .y = "workgroup", .where = {{"n", "1024"}}}, test_style());
  ASSERT_EQ(plot.hits.size(), 12u);
  double darkest = 256;
  std::size_t darkest_row = 0, coloured = 0;
  for (const Hit& hit : plot.hits) {
    const Shape* cell = filled_in(plot, hit.area);
    EXPECT_EQ(cell != nullptr, rows[hit.row].status == TrialStatus::measured) << hit.text;
    if (cell == nullptr) continue;
    ++coloured;
    if (luminance(cell->colour) < darkest) {
      darkest = luminance(cell->colour);
      darkest_row = hit.row;
    }
  }
  EXPECT_EQ(coloured, 10u);
  EXPECT_EQ(value_of(rows[darkest_row], "digit"), "4");
  EXPECT_EQ(value_of(rows[darkest_row], "workgroup"), "128");
}

TEST(SweepPlot, ShowsTimesRelativeToTheFastestOfEachInputSize) {
  const auto rows = plotted_rows();
  const Plot plot = heat_map(rows, {.x = "digit", .y = "workgroup"}, test_style());
  EXPECT_EQ(plot.hits.size(), 12u);
  EXPECT_TRUE(std::ranges::any_of(plot.drawing.parts, [](const DrawnPart& part) {
    const auto* text = std::get_if<TextRun>(&part.what);
    return text != nullptr && text->text == "1.00\u00d7";
  }));
}

TEST(SweepPlot, FramesTheFastestCellOfEveryInputSize) {
  const PlotStyle style = test_style();
  const auto thick_frames = [&](const HeatMapOptions& options) {
    const Plot plot = heat_map(plotted_rows(), options, style);
    return std::ranges::count_if(plot.drawing.parts, [&](const DrawnPart& part) {
      const auto* shape = std::get_if<Shape>(&part.what);
      return shape != nullptr && shape->line_width > 0.1f * 15 && shape->colour == style.accent;
    });
  };
  const auto one = thick_frames({.x = "workgroup", .y = "n", .where = {{"n", "1024"}}});
  EXPECT_GT(one, 0);
  EXPECT_EQ(thick_frames({.x = "workgroup", .y = "n"}), one + 1);
}

TEST(SweepPlot, SpacesDecadesEquallyOnALogAxis) {
  const AxisScale scale{.log = true, .low = 1, .high = 1000, .from = 100, .to = 400};
  EXPECT_NEAR(scale.place(10), 200, 1e-3);
  EXPECT_NEAR(scale.place(100), 300, 1e-3);
  EXPECT_NEAR(scale.value(200), 10, 1e-4);
  const ValueSpan closer = zoomed(scale, 200, 0.5);
  EXPECT_NEAR(AxisScale({true, closer.low, closer.high, 100, 400}).place(10), 200, 1e-2);
  EXPECT_NEAR(std::log(closer.high / closer.low), 0.5 * std::log(1000.0), 1e-6);
  const ValueSpan moved = panned(scale, 100);
  EXPECT_NEAR(moved.low, 0.1, 1e-6);
  EXPECT_NEAR(moved.high, 100, 1e-4);
}

TEST(SweepPlot, HighlightsTheRequestedPercentageOfFastestConfigurations) {
  const auto rows = plotted_rows();  // 20 of the 24 rows are measured
  const PlotStyle style = test_style();
  for (const auto& [percent, lit] : {std::pair(5.0, 1), std::pair(10.0, 2), std::pair(11.0, 3), std::pair(100.0, 20)}) {
    const Plot plot = parallel_coordinates(rows, {.best_percent = percent}, style);
    const auto count = std::ranges::count_if(plot.drawing.parts, [&](const DrawnPart& part) {
      const auto* shape = std::get_if<Shape>(&part.what);
      return shape != nullptr && shape->line_width > 0 && shape->colour == style.accent;
    });
    EXPECT_EQ(count, lit) << percent;
    EXPECT_EQ(plot.hits.size(), 20u);
  }
}

TEST(SweepPlot, DrawsQuartilesOfTheSamples) {
  const std::vector<TrialResult> rows{plotted_row(1024, 4, 128, 100)};  // the samples are 100, 101, ..., 108
  const Plot plot = box_plots(rows, {}, test_style());
  ASSERT_EQ(plot.hits.size(), 1u);
  ASSERT_TRUE(plot.x.has_value());
  const float left = plot.x->place(102), right = plot.x->place(106);
  EXPECT_TRUE(std::ranges::any_of(plot.drawing.parts, [&](const DrawnPart& part) {
    const auto* shape = std::get_if<Shape>(&part.what);
    return shape != nullptr && shape->line_width == 0 && shape->points.size() == 4 &&
           std::abs(shape->points[0].x - left) < 0.1f && std::abs(shape->points[1].x - right) < 0.1f;
  }));
}

TEST(SweepPlot, OrdersParametersByTheirInfluenceOnTheTime) {
  auto rows = plotted_rows();
  const auto kept = rows_where(rows, {});
  const auto weighted = by_importance(rows, kept, standings(rows, kept));
  ASSERT_EQ(weighted.size(), 3u);
  EXPECT_EQ(weighted[0].dimension.name, "digit");
  EXPECT_EQ(weighted[1].dimension.name, "workgroup");
  EXPECT_LT(weighted[2].weight, 1e-9) << "times are relative to the fastest of each n";
}

/// Returns the bounding box of a text's letters, without the free space above and below them.
Area box_of(const TextRun& run) {
  return {run.pens.front(), run.baseline - 0.75f * run.em, run.pens.back(), run.baseline + 0.2f * run.em};
}

TEST(SweepPlot, KeepsAllTextsInsideWithoutOverlaps) {
  const auto rows = plotted_rows();
  for (const auto& [em, width, height] :
       {std::tuple(15.0f, 960.0f, 600.0f), std::tuple(27.0f, 1280.0f, 720.0f), std::tuple(13.0f, 420.0f, 300.0f)}) {
    PlotStyle style = test_style(em);
    style.width = width;
    style.height = height;
    for (const Plot& plot : all_plots(rows, style)) {
      std::vector<const TextRun*> texts;
      for (const DrawnPart& part : plot.drawing.parts) {
        if (const auto* run = std::get_if<TextRun>(&part.what)) texts.push_back(run);
      }
      EXPECT_GT(texts.size(), 4u) << plot.drawing.title;
      const Area all{0, 0, plot.drawing.width, plot.drawing.height};
      for (std::size_t i = 0; i < texts.size(); ++i) {
        const Area a = box_of(*texts[i]);
        EXPECT_TRUE(all.holds(a)) << plot.drawing.title << " at " << em << ": " << texts[i]->text;
        for (std::size_t j = 0; j < i; ++j) {
          const Area b = box_of(*texts[j]);
          const bool apart = a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
          EXPECT_TRUE(apart) << plot.drawing.title << " at " << em << ": '" << texts[i]->text << "' and '"
                             << texts[j]->text << "'";
        }
      }
    }
  }
}

TEST(SweepPlot, FindsTheMeasurementUnderTheMouse) {
  const auto rows = plotted_rows();
  for (const Plot& plot : all_plots(rows, test_style())) {
    for (const Hit& hit : plot.hits) {
      const Point at = hit.line.empty()
                           ? Point{0.5f * (hit.area.left + hit.area.right), 0.5f * (hit.area.top + hit.area.bottom)}
                           : hit.line.back();
      EXPECT_NE(hit_at(plot, at), nullptr) << plot.drawing.title;
    }
    EXPECT_EQ(hit_at(plot, {-100, -100}), nullptr);
  }
}

TEST(SweepPlot, IsExportedAsWellFormedSvgAndHtml) {
  SweepResults results;
  results.header.command = "texelsort sweep -a 'x' & <y>";
  results.header.trials = 24;
  results.rows = plotted_rows();
  for (const Plot& plot : all_plots(results.rows, test_style())) {
    EXPECT_TRUE(tests::balanced(svg(plot))) << plot.drawing.title;
    const Picture picture = raster(plot.drawing);
    EXPECT_EQ(picture.rgba.size(), std::size_t{4} * picture.width * picture.height);
  }
  const auto page = [&results] {
    return report_page(results, test_style(), plot_style(ThemeName::dark, ColormapName::viridis, 15));
  };
  const std::string html = page(), start = "<!DOCTYPE html>\n";
  EXPECT_EQ(html, page());
  ASSERT_TRUE(html.starts_with(start));
  EXPECT_EQ(html.find("http://"), std::string::npos);
  EXPECT_EQ(html.find("https://"), std::string::npos);
  EXPECT_NE(html.find("for a test &amp; &lt;more&gt;"), std::string::npos);
  EXPECT_EQ(tests::occurrences(html, "id=\"heat-light-title\""), 1u);
}

TEST(SweepPlot, MarksCellsThatAreTiedWithTheBest) {
  auto rows = plotted_rows();
  rows = {plotted_row(1024, 2, 64, 100), plotted_row(1024, 4, 64, 100), plotted_row(1024, 8, 64, 200)};
  for (TrialResult& row : rows) {
    row.group = 1;
    row.is_final = true;
  }
  const auto mentions_tie = [](const Plot& plot) {
    return std::ranges::any_of(plot.drawing.parts, [](const DrawnPart& part) {
      const auto* text = std::get_if<TextRun>(&part.what);
      return text != nullptr && text->text == "tied with it";
    });
  };
  const auto standing = standings(rows, rows_where(rows, {}));
  EXPECT_EQ(standing[0].verdict, RankVerdict::tied);
  EXPECT_EQ(standing[1].verdict, RankVerdict::tied);
  EXPECT_EQ(standing[2].verdict, RankVerdict::slower);
  EXPECT_TRUE(mentions_tie(heat_map(rows, {.x = "digit"}, test_style())));
  EXPECT_FALSE(mentions_tie(heat_map(std::span(rows).subspan(1), {.x = "digit"}, test_style())));
}

TEST(SweepPlot, LabelsBoxesOnlyWithDifferingValues) {
  const std::vector<TrialResult> rows{plotted_row(1024, 2, 64, 100), plotted_row(1024, 4, 64, 110)};
  const Plot plot = box_plots(rows, {}, test_style());
  const auto has = [&plot](std::string_view wanted) {
    return std::ranges::any_of(plot.drawing.parts, [wanted](const DrawnPart& part) {
      const auto* text = std::get_if<TextRun>(&part.what);
      return text != nullptr && text->text == wanted;
    });
  };
  EXPECT_TRUE(has("digit 2"));
  EXPECT_TRUE(has("digit 4"));
  ASSERT_TRUE(plot.x.has_value());
  EXPECT_TRUE(plot.x->log);
}

TEST(SweepPlot, SuggestsTheNearestOptionValueForAnUnknownOne) {
  const TemporaryFolder folder;
  const std::string path = folder / "sweep.jsonl";
  {
    SweepHeader header;
    header.version = "1";
    header.processor = "p";
    header.command = "c";
    header.date = "d";
    SweepWriter writer = SweepWriter::create(path, header);
    for (const TrialResult& row : plotted_rows()) writer.add(row);
  }
  const auto plot = [&](const std::vector<std::string>& words, const std::string& output) {
    std::vector<std::string> all{"export", "plot", path, "-o", folder / output};
    all.insert(all.end(), words.begin(), words.end());
    return run_program(all);
  };
  EXPECT_EQ(plot({"--x", "digit"}, "x.png").exit_code, 0);
  EXPECT_EQ(plot({"--kind", "parallel"}, "x.svg").exit_code, 0);
  expect_one_line_error(plot({"--x", "digits"}, "y.png"), 2, {"did you mean 'digit'?"});
  expect_one_line_error(plot({"--kind", "heatmap"}, "y.png"), 2, {"did you mean 'heat-map'?"});
  expect_one_line_error(plot({"--kind", "boxes", "--x", "digit"}, "y.png"), 2, {"--x", "heat-map"});
  expect_one_line_error(plot({"--where", "n=5"}, "y.png"), 2, {"1024"});
  expect_one_line_error(plot({}, "y.jpg"), 2, {".png", ".svg"});
  const std::string whole = read_file(path);
  write_file(path, whole.substr(0, whole.size() - 5));
  expect_one_line_error(plot({}, "y.png"), 2, {"incomplete"});
  expect_one_line_error(run_program({"export", "report", path, "-o", folder / "y.html"}), 2, {"incomplete"});
  write_file(path, "{\"schema\":\"texelsort/sweep/9\"}\n");
  expect_one_line_error(run_program({"export", "report", path, "-o", folder / "y.html"}), 2, {"sweep/9"});
  for (const char* name : {"y.png", "y.jpg", "y.html"}) EXPECT_FALSE(std::filesystem::exists(folder / name)) << name;
}

}  // namespace
}  // namespace texelsort::app
