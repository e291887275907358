#include "app/cli/reports/sweep_report.h"

#include <gtest/gtest.h>

#include "app/export/report.h"
#include "app/gui/window/plot_painting.h"
#include "tests/app/cli_support.h"
#include "tests/app/sweeps.h"

namespace texelsort::app {
namespace {

TrialResult row_of(const std::string& algorithm, double ms, std::uint64_t group, std::size_t samples = 15) {
  TrialResult row{.reason = {},
                  .algorithm = algorithm,
                  .type = "u32",
                  .distribution = "uniform",
                  .order = "asc",
                  .payload = "none"};
  row.n = 64;
  row.group = group;
  row.is_final = group == 3;
  for (std::size_t i = 0; i < samples; ++i) row.samples_ms.push_back(ms * (1 + 0.001 * static_cast<double>(i % 5)));
  row.ms = measure::summarise(row.samples_ms);
  return row;
}

/// A search: group 3 is its confirmation run. A row of group 1 has the shortest time, but from other rounds.
std::vector<TrialResult> searched() {
  std::vector<TrialResult> rows{row_of("test/other", 0.5, 1), row_of("test/default", 2, 3), row_of("test/best", 1, 3),
                                row_of("test/stopped", 4, 2, 3)};
  rows.back().stopped = true;
  return rows;
}

TEST(SweepReportText, RanksOnlyTimesOfTheSameRounds) {
  const auto rows = searched();
  const auto order = ranked(rows);
  ASSERT_EQ(order.size(), 4u);
  EXPECT_EQ(rows[order[0].row].algorithm, "test/best");
  EXPECT_EQ(rows[order[1].row].algorithm, "test/default");
  EXPECT_EQ(order[2].verdict, RankVerdict::unpaired);
  EXPECT_EQ(order[3].verdict, RankVerdict::stopped);
  const std::string text = sweep_report(rows, 9);
  const std::size_t line = text.find("not ranked: 2 from other rounds or with fewer samples.");
  ASSERT_NE(line, std::string::npos) << text;
  EXPECT_LT(text.find("test/default"), line) << text;
  for (const char* name : {"test/other", "test/stopped"}) EXPECT_GT(text.find(name), line) << text;
  EXPECT_TRUE(contains(sweep_report(rows, 2), "not ranked: 2 from")) << "the number is told even if no row is listed";
  EXPECT_FALSE(contains(sweep_report(rows, 2), "test/other"));
  EXPECT_FALSE(contains(sweep_report({rows[1], rows[2]}, 9), "not ranked"));
}

TEST(SweepReportText, DividesAllTimesByThatOfTheNamedRow) {
  const auto rows = searched();
  const std::string to_best = sweep_report(rows, 9);
  EXPECT_TRUE(contains(to_best, "x best")) << to_best;
  EXPECT_TRUE(contains(to_best, " 2.000 ")) << "the default takes twice the time of the best: " << to_best;
  const std::string to_default = sweep_report(rows, 9, {.name = "default", .row = &rows[1]});
  EXPECT_TRUE(contains(to_default, "x default")) << to_default;
  EXPECT_TRUE(contains(to_default, " 0.500 ")) << to_default;
  EXPECT_FALSE(contains(to_default, " 2.000 ")) << "one direction only: " << to_default;
}

TEST(SweepReport, ListsTimesOfOtherRoundsApart) {
  SweepResults results{.header = header_on("p", 4), .rows = searched()};
  const PlotStyle style = plot_style(ThemeName::light, ColormapName::viridis, 15);
  const std::string page = report_page(results, style, style, {});
  const std::size_t ranking = page.find("<h2>Ranking</h2>"),
                    line = page.find("Not ranked: 2 from other rounds", ranking);
  ASSERT_NE(line, std::string::npos);
  EXPECT_GT(page.find("test/other", ranking), line);
  EXPECT_LT(page.find("test/default", ranking), line);
}

}  // namespace
}  // namespace texelsort::app
