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

/// Checks that all parts of the drawing lie inside the picture.
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

/// A finished sort of 40 s, whose bytes plain copies move in 30 s.
external::SortReport finished() {
  external::SortReport report = merging();
  report.state.phase = SortPhase::done;
  report.state.sync_s = 10;
  report.copies = {10, 20};
  return report;
}

TEST(ExternalSortPlot, FitsIntoPicturesOfAnySize) {
  for (const float width : {300.0f, 700.0f, 960.0f, 1900.0f}) {
    for (std::size_t i = 0; i < external_picture_count; ++i) {
      PlotStyle style = plot_style(ThemeName::light, ColormapName::viridis, 15);
      style.width = width;
      style.height = 500;
      SCOPED_TRACE(fmt::format("{} {}", width, name(static_cast<ExternalPicture>(i))));
      expect_inside(external_plot(static_cast<ExternalPicture>(i), merging(), "", style));
      expect_inside(external_plot(static_cast<ExternalPicture>(i), finished(), "", style));
      expect_inside(external_plot(static_cast<ExternalPicture>(i), {}, "a title", style));
    }
  }
}

TEST(ExternalSortPlot, ShowsTasksQueuesAndTheBusiestTask) {
  const PlotStyle style = plot_style(ThemeName::dark, ColormapName::viridis, 15);
  const Plot plot = external_pipeline(merging(), "", style);
  for (const char* task : {"read", "make keys", "sort", "reorder", "write runs", "read runs", "merge", "write"}) {
    EXPECT_EQ(std::ranges::count(texts(plot), task), 1) << task;
  }
  EXPECT_TRUE(says(plot, "30 % busy"));
  EXPECT_TRUE(says(plot, "400 MB/s"));
  EXPECT_TRUE(says(plot, "Phase 2, merge: 2.00 GB in 10.00 s, 200 MB/s"));
  EXPECT_TRUE(says(plot, "1 of 12"));
  ASSERT_NE(tip(plot, "2 of at most 3 pieces wait before sort"), nullptr);
  EXPECT_TRUE(contains(*tip(plot, "2 of at most 3 pieces"), "earlier tasks wait for it"));
  external::SortReport begins = merging();
  std::erase_if(begins.state.tasks, [](const auto& task) { return task.task >= TaskKind::read_runs; });
  EXPECT_TRUE(says(external_pipeline(begins, "", style), "Phase 2, merge: not started"));
}

TEST(ExternalSortPlot, ComparesTheTimeOfPlainCopiesWithTheTimeOfTheSort) {
  const PlotStyle style = plot_style(ThemeName::dark, ColormapName::viridis, 15);
  EXPECT_NEAR(io_efficiency(finished()).value(), 0.75, 1e-12);
  ASSERT_NE(tip(external_efficiency(finished(), "", style), "runs of 80.0 MB, here: 75 %"), nullptr);
  EXPECT_TRUE(says(external_pipeline(finished(), "", style), "I/O efficiency 75 %"));
  external::SortReport report = finished();
  report.copies.reset();
  EXPECT_FALSE(io_efficiency(report)) << "no copies";
  EXPECT_TRUE(says(external_efficiency(report, "", style), "measured with the option --copies"));
  report = finished();
  report.state.merge_s = 0;
  report.plan.fits = true;
  EXPECT_FALSE(io_efficiency(report)) << "no runs";
  EXPECT_TRUE(says(external_efficiency(report, "", style), "without runs, the bytes move only once"));
}

TEST(ExternalSortPlot, ShowsTheLevelsOfTheMergeTree) {
  const PlotStyle style = plot_style(ThemeName::dark, ColormapName::viridis, 15);
  const Plot plot = external_merge_tree(merging(), "", style);
  EXPECT_TRUE(says(plot, "50 runs of 80.0 MB, 100 % done"));
  EXPECT_TRUE(says(plot, "3 sequences, each from up to 20 below, 50 % done"));
  EXPECT_TRUE(says(plot, "output: 3 sequences merged at once, 0 % done"));
  external::SortReport fits = merging();
  fits.plan.fits = true;
  EXPECT_TRUE(says(external_merge_tree(fits, "", style), "nothing is merged"));
}

TEST(ExternalSortPlot, ComparesTheRunSizeWithSalzbergsRuleAndTheLectureSlides) {
  const PlotStyle style = plot_style(ThemeName::dark, ColormapName::viridis, 15);
  const Plot plot = external_salzberg(merging(), "", style);
  EXPECT_TRUE(says(plot, "the slides' example: 447 MB"));
  EXPECT_TRUE(says(plot, "printed in the slides: 230 MB"));
  EXPECT_TRUE(says(plot, "this sort: R = 80.0 MB"));
  ASSERT_NE(tip(plot, "by the formula"), nullptr);
  EXPECT_TRUE(contains(*tip(plot, "by the formula"), "N = 100 GB, R = 447 MB"));
  ASSERT_TRUE(plot.x && plot.y);
  EXPECT_TRUE(plot.x->log && plot.y->log);
}

TEST(ExternalSortPlot, DrawsASavedReport) {
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

  expect_one_line_error(
      run_program({"export", "plot", folder / "log", "--kind", "boxes", "-o", folder / "no.svg"}), 2,
      {"a report of external-sort; choose from the kinds pipeline, efficiency, merge-tree, salzberg"});
  write_file(folder / "cut", log.substr(0, log.size() / 2));
  EXPECT_THROW(read_external_report(folder / "cut"), UsageError);
  write_file(folder / "other", "{\"schema\":\"texelsort/external-sort/9\"}\n");
  EXPECT_THROW(read_external_report(folder / "other"), UsageError);
}

/// Fixture that replaces one value in a report of an external sort.
class ExternalReportFile : public ::testing::Test {
 protected:
  static std::string changed(std::string text, const std::string& key, const std::string& value) {
    const std::size_t at = text.find("\"" + key + "\":");
    EXPECT_NE(at, std::string::npos) << key;
    const std::size_t start = at + key.size() + 3;
    return text.replace(start, text.find_first_of(",}", start) - start, value);
  }
  static std::string fault(const std::string& text) {
    try {
      external_report(text, "log");
    } catch (const UsageError& error) {
      return error.what();
    }
    return "";
  }

  const std::string task_ = R"({"task":"read","bytes":1,"busy_s":0.5,"threads":2,"share":0.5,"waiting":0,"room":3})";
  const std::string report_ =
      R"({"schema":"texelsort/external-sort/1","algorithm":"a","plan":{"fits":false,"usable_bytes":9,)"
      R"("needed_bytes":null,"input_bytes":8,"salzberg_bytes":2.5,"salzberg_read_bytes":null,"largest_run_bytes":7,)"
      R"("run_bytes":6,"runs":5,"read_bytes":4,"merge_threads":2,"fan_in":3,"levels":1,"reasons":[]},)"
      R"("records":1,"bytes":1,"resumed_runs":0,"stored_bytes":1,"peak_bytes":1,"seconds":1.5,"runs_s":1,)"
      R"("merge_s":0.25,"sync_s":0,"runs":1,"tasks":[)" +
      task_ + "]}\n";
  const std::string progress_ =
      R"({"schema":"texelsort/external-progress/1","phase":"merging","seconds":1,"left_s":null,"input_bytes":null,)"
      R"("runs":1,"runs_s":1,"merge_s":1,"merged_bytes":1,"merge_bytes":2,"tasks":[)" +
      task_ + "]}\n";
};

TEST_F(ExternalReportFile, IsRejectedWithTheLineNumberWhenItIsDamaged) {
  ASSERT_EQ(fault(report_), "");
  ASSERT_EQ(fault(progress_), "");
  const std::vector<std::string> wrong{
      "-1", "1e300", "1e999", "-0.5", "NaN", "null1", "\"1\"", "true", "[]", "{}", "18446744073709551616"};
  const auto expect_refused = [&](const std::string& text, const std::string& key) {
    for (const std::string& value : wrong) {
      const std::string found = fault(progress_ + changed(text, key, value));
      EXPECT_TRUE(found.starts_with("log:2: ")) << key << " " << value << ": " << found;
    }
  };
  for (const char* key : {"usable_bytes",
                          "needed_bytes",
                          "input_bytes",
                          "salzberg_bytes",
                          "salzberg_read_bytes",
                          "largest_run_bytes",
                          "run_bytes",
                          "runs",
                          "read_bytes",
                          "merge_threads",
                          "fan_in",
                          "levels",
                          "records",
                          "bytes",
                          "resumed_runs",
                          "stored_bytes",
                          "peak_bytes",
                          "seconds",
                          "runs_s",
                          "merge_s",
                          "sync_s",
                          "busy_s",
                          "threads",
                          "share",
                          "waiting",
                          "room"}) {
    expect_refused(report_, key);
  }
  for (const char* key :
       {"seconds", "left_s", "input_bytes", "runs", "runs_s", "merge_s", "merged_bytes", "merge_bytes"}) {
    expect_refused(progress_, key);
  }
  EXPECT_EQ(fault(changed(report_, "needed_bytes", "-1")),
            "log:1: needed_bytes: expected a whole number from 0 to 4611686018427387904");
  EXPECT_EQ(fault(changed(report_, "share", "1.5")), "log:1: share: expected a number from 0 to 1");
  EXPECT_EQ(fault(changed(report_, "seconds", "1e999")),
            "log:1: this line: the number '1e999' is too large: expected less than 1.8e308");
}

TEST_F(ExternalReportFile, IsRejectedBeforeParsingWhenItExceedsALimit) {
  const std::string deep(100'000, '[');
  EXPECT_EQ(fault(deep + "\n"), "log:1: this line: nested more than 64 levels deep, the limit");
  EXPECT_EQ(fault(progress_ + std::string(9 << 20, ' ') + "\n"),
            "log:2: this line: the file is larger than the limit of 8 MiB");
  std::string many = "[";
  for (int i = 0; i < 1000; ++i) many += task_ + ",";
  std::string tasks = progress_;
  tasks.insert(tasks.find("\"tasks\":[") + 9, many.substr(1));
  EXPECT_EQ(fault(tasks), "log:1: tasks: expected an array of at most 8 tasks");
  EXPECT_EQ(fault("[]\n"), "log:1: not a report of external-sort --json");
  EXPECT_EQ(fault(""), "log:1: not a report of external-sort --json");
}

TEST_F(ExternalReportFile, IsDrawnWhenItsCountsAreHuge) {
  const std::string most = std::to_string(std::uint64_t{1} << 62);
  std::string text = report_;
  for (const char* key : {"usable_bytes", "input_bytes", "largest_run_bytes", "run_bytes", "runs", "read_bytes",
                          "fan_in", "records", "bytes", "peak_bytes", "waiting", "room"}) {
    text = changed(text, key, most);
  }
  const PlotStyle style = plot_style(ThemeName::dark, ColormapName::viridis, 15);
  for (const std::string& fan_in : {std::string("2"), most}) {
    const external::SortReport report = external_report(changed(text, "fan_in", fan_in), "log");
    for (const auto picture : {"pipeline", "efficiency", "merge-tree", "salzberg"}) {
      EXPECT_FALSE(external_plot(find_external_picture(picture).value(), report, "", style).hits.empty()) << picture;
    }
  }
}

}  // namespace
}  // namespace texelsort::app
