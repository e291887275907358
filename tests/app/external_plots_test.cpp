#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/export/plots/external_plot.h"
#include "app/external/report_file.h"
#include "app/gui/window/plot_painting.h"
#include "compute/data/error.h"
#include "tests/app/cli_support.h"

namespace texelsort::app {
namespace {

using external::SortPhase, external::TaskKind;

external::SortReport merging() {
  external::SortReport report;
  report.algorithm = "std/stable-sort@cpu";
  report.bytes = 4'000'000'000;
  report.plan = {.largest_run = 80'000'000,
                 .input_bytes = 4'000'000'000,
                 .salzberg_read = 2'000'000,
                 .salzberg = external::salzberg_run(2e6, 4e9),
                 .run_bytes = 80'000'000,
                 .runs = 50,
                 .read_bytes = 2'000'000,
                 .fan_in = 20,
                 .levels = 2,
                 .reasons = {}};
  report.state = {.phase = SortPhase::merging,
                  .seconds = 30,
                  .runs_s = 20,
                  .merge_s = 10,
                  .input_bytes = 4'000'000'000,
                  .runs = 50,
                  .merged_bytes = 2'000'000'000,
                  .merge_bytes = 8'000'000'000};
  for (std::size_t i = 0; i < external::task_count; ++i) {
    report.state.tasks.push_back({.task = static_cast<TaskKind>(i),
                                  .bytes = 2'000'000'000,
                                  .busy_s = 5,
                                  .share = 0.1 * static_cast<double>(i + 1),
                                  .waiting = i % 4,
                                  .room = i % 2 == 0 ? 3u : 12u});
  }
  return report;
}

std::vector<std::string> texts(const Plot& plot) {
  std::vector<std::string> found;
  for (const DrawnPart& part : plot.drawing.parts) {
    if (const auto* run = std::get_if<TextRun>(&part.what)) found.push_back(run->text);
  }
  return found;
}

bool says(const Plot& plot, const std::string& part) {
  return std::ranges::any_of(texts(plot), [&part](const std::string& text) { return contains(text, part); });
}

const std::string* tip(const Plot& plot, const std::string& part) {
  for (const Hit& hit : plot.hits) {
    if (contains(hit.text, part)) return &hit.text;
  }
  return nullptr;
}

/// Nothing lies outside of the picture.
void expect_inside(const Plot& plot) {
  for (const DrawnPart& part : plot.drawing.parts) {
    const auto* run = std::get_if<TextRun>(&part.what);
    if (run == nullptr) continue;
    EXPECT_GE(run->pens.front(), 0) << run->text;
    EXPECT_LE(run->pens.back(), plot.drawing.width + 1) << run->text;
    EXPECT_GT(run->baseline, 0) << run->text;
    EXPECT_LE(run->baseline, plot.drawing.height) << run->text;
  }
}

TEST(ExternalPlots, FitAtAnySize) {
  for (const float width : {300.0f, 700.0f, 960.0f, 1900.0f}) {
    for (std::size_t i = 0; i < external_picture_count; ++i) {
      PlotStyle style = plot_style(ThemeName::light, ColormapName::viridis, 15);
      style.width = width;
      style.height = 500;
      SCOPED_TRACE(fmt::format("{} {}", width, name(static_cast<ExternalPicture>(i))));
      expect_inside(external_plot(static_cast<ExternalPicture>(i), merging(), "", style));
      expect_inside(external_plot(static_cast<ExternalPicture>(i), {}, "a title", style));
    }
  }
}

TEST(ExternalPlots, ThePipelineHasTasksQueuesAndTheBusiest) {
  const PlotStyle style = plot_style(ThemeName::dark, ColormapName::viridis, 15);
  const Plot plot = external_pipeline(merging(), "", style);
  for (const char* task : {"read", "make keys", "sort", "reorder", "write runs", "read runs", "merge", "write"}) {
    EXPECT_EQ(std::ranges::count(texts(plot), task), 1) << task;
  }
  EXPECT_TRUE(says(plot, "30 % busy"));
  EXPECT_TRUE(says(plot, "400 MB/s"));
  EXPECT_TRUE(says(plot, "Phase 2, merge: 2.00 GB in 10.00 s, 200 MB/s; I/O efficiency 80 %"));
  EXPECT_TRUE(says(plot, "1 of 12"));
  ASSERT_NE(tip(plot, "2 pieces of at most 3 wait before sort"), nullptr);
  EXPECT_TRUE(contains(*tip(plot, "2 pieces of at most 3"), "what the tasks before it wait for"));
  external::SortReport begins = merging();
  std::erase_if(begins.state.tasks, [](const auto& task) { return task.task >= TaskKind::read_runs; });
  EXPECT_TRUE(says(external_pipeline(begins, "", style), "Phase 2, merge: to come"));
}

TEST(ExternalPlots, TheMergeTreeHasItsLevels) {
  const PlotStyle style = plot_style(ThemeName::dark, ColormapName::viridis, 15);
  const Plot plot = external_merge_tree(merging(), "", style);
  EXPECT_TRUE(says(plot, "50 runs of 80.0 MB, 100 % done"));
  EXPECT_TRUE(says(plot, "3 sequences of up to 20 of those below, 50 % done"));
  EXPECT_TRUE(says(plot, "the output: 3 sequences merged at once, 0 % done"));
  external::SortReport fits = merging();
  fits.plan.fits = true;
  EXPECT_TRUE(says(external_merge_tree(fits, "", style), "nothing is merged"));
}

TEST(ExternalPlots, SalzbergsRuleShowsTheSlidesTwoFigures) {
  const PlotStyle style = plot_style(ThemeName::dark, ColormapName::viridis, 15);
  const Plot plot = external_salzberg(merging(), "", style);
  EXPECT_TRUE(says(plot, "the slides' example: 447 MB"));
  EXPECT_TRUE(says(plot, "as they print it: 230 MB"));
  EXPECT_TRUE(says(plot, "this sort: R = 80.0 MB"));
  ASSERT_NE(tip(plot, "by their formula"), nullptr);
  EXPECT_TRUE(contains(*tip(plot, "by their formula"), "N = 100 GB, R = 447 MB"));
  ASSERT_TRUE(plot.x && plot.y);
  EXPECT_TRUE(plot.x->log && plot.y->log);
}

TEST(ExternalPlots, AreDrawnOfASavedReport) {
  const TemporaryFolder folder;
  const auto run = [&](const std::vector<std::string>& words) {
    const Outcome outcome = run_program(words);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return outcome.out;
  };
  run({"external-generate", "20000", folder / "in"});
  const std::string log = run({"external-sort", folder / "in", "-o", folder / "out", "--run-size", "400k", "-a",
                               "std/stable-sort@cpu", "--json"});
  write_file(folder / "log", log);
  ASSERT_TRUE(is_external_report(folder / "log"));
  const external::SortReport report = read_external_report(folder / "log");
  EXPECT_EQ(report.runs, 5u);
  EXPECT_EQ(report.bytes, 2'000'000u);
  EXPECT_EQ(report.plan.run_bytes, 400'000u);
  EXPECT_EQ(report.plan.input_bytes, 2'000'000u);
  EXPECT_EQ(report.state.phase, SortPhase::done);
  EXPECT_EQ(report.state.tasks.size(), external::task_count);
  run({"export", "plot", folder / "log", "-o", folder / "pipeline.svg"});
  EXPECT_TRUE(contains(read_file(folder / "pipeline.svg"), "sorted by std/stable-sort@cpu; 2.00 MB in "));
  write_file(folder / "plan", run({"external-sort", folder / "in", "--plan", "--run-size", "400k", "--json"}));
  run({"export", "plot", folder / "plan", "--kind", "salzberg", "-o", folder / "salzberg.png"});
  EXPECT_FALSE(read_file(folder / "salzberg.png").empty());

  expect_one_line_error(run_program({"export", "plot", folder / "log", "--kind", "boxes", "-o", folder / "no.svg"}), 2,
                        {"a report of external-sort, of which there are pipeline, efficiency, merge-tree, salzberg"});
  write_file(folder / "cut", log.substr(0, log.size() / 2));
  EXPECT_THROW(read_external_report(folder / "cut"), UsageError);
  write_file(folder / "other", "{\"schema\":\"texelsort/external-sort/9\"}\n");
  EXPECT_THROW(read_external_report(folder / "other"), UsageError);
}

}  // namespace
}  // namespace texelsort::app
