#include <algorithm>

#include <gtest/gtest.h>

#include "app/export/report.h"
#include "app/gui/window/plot_painting.h"
#include "app/tuning/sweeps/result_sheet.h"
#include "compute/data/error.h"
#include "tests/app/cli_support.h"
#include "tests/app/sweeps.h"

namespace texelsort::app {
namespace {

/// Two files with a row each of digit 2 and 4, of which the second is half as fast.
TEST(SweepSheet, HasDerivedColumnsAndJoinsFiles) {
  SweepResults before = sweep_of(1), after = before;
  for (TrialResult& row : after.rows) {
    for (double& ms : row.samples_ms) ms *= 2;
    row.ms = measure::summarise(row.samples_ms);
  }
  before.rows[0].parameters["digit"] = after.rows[0].parameters["digit"] = "2";
  const std::vector<NamedResults> one{{"before", before.rows}}, both{{"before", before.rows}, {"after", after.rows}};
  const auto column = [](const measure::ResultTable& table, std::string_view name) {
    const auto found = std::ranges::find(table.columns, name, &measure::Column::key);
    EXPECT_NE(found, table.columns.end()) << name;
    std::vector<measure::Cell> cells;
    for (const auto& row : table.rows) cells.push_back(row[static_cast<std::size_t>(found - table.columns.begin())]);
    return cells;
  };
  SheetOptions options;
  options.columns = {{"us", Expression("--column", "median_ms*1000")},
                     {"double_us", Expression("--column", "us*2")},
                     {"digits", Expression("--column", "digit*10")}};
  const auto table = result_sheet(one, options);
  ASSERT_EQ(table.rows.size(), 2u);
  EXPECT_DOUBLE_EQ(std::get<double>(column(table, "double_us")[0]), 2000 * before.rows[0].ms.median);
  EXPECT_EQ(std::get<std::uint64_t>(column(table, "digits")[0]), 20u);
  EXPECT_TRUE(std::holds_alternative<std::monostate>(column(table, "digits")[1])) << "the row has no digit";
  EXPECT_EQ(result_sheet(both, {}).rows.size(), 4u) << "one after the other";

  options = {.joined = true};
  options.columns = {{"ratio", Expression("--column", "median_ms_2/median_ms_1")}};
  options.restrictions = {Expression("--where", "digit == 2")};
  const auto joined = result_sheet(both, options);
  ASSERT_EQ(joined.rows.size(), 1u);
  const measure::Cell ratio = column(joined, "ratio")[0];
  EXPECT_EQ(measure::csv(joined).substr(0, 12), "algorithm,n,");
  ASSERT_TRUE(std::holds_alternative<std::uint64_t>(ratio)) << "a whole number";
  EXPECT_EQ(std::get<std::uint64_t>(ratio), 2u);
  options.restrictions = {Expression("--where", "digits == 2")};
  EXPECT_THROW(result_sheet(both, options), UsageError) << "no such column";
}

TEST(SweepSheet, HasTheClocksOfGpus) {
  SweepResults results = sweep_of(1);
  EXPECT_FALSE(contains(measure::csv(result_sheet(std::vector<NamedResults>{{"a", results.rows}}, {})), "sm_mhz"));
  results.rows[0].gpus = {{"GPU", 1500, 1980, 2619, {"power limit"}}};
  results.rows[1].gpus = {{"GPU", 1980, 1980, 2619, {}}, {"GPU", 345, 1980, 1593, {}}};
  const std::string text = measure::csv(result_sheet(std::vector<NamedResults>{{"a", results.rows}}, {}));
  EXPECT_TRUE(contains(text, ",sm_mhz,memory_mhz,throttled\n")) << text;
  EXPECT_TRUE(contains(text, ",1500,2619,power limit\n")) << text;
  EXPECT_TRUE(contains(text, ",1980 345,2619 1593,\n")) << text;
}

TEST(SweepReport, ContainsPivotTablesWithVerdicts) {
  SweepResults results = sweep_of(1);
  results.header.version = "1";
  for (std::size_t i = 0; i < 2; ++i) {
    for (auto* values : {&results.rows[i].parameters, &results.rows[i].given}) {
      *values = {{"digit", i == 0 ? "2" : "4"}, {"tile", i == 0 ? "64" : "128"}};
    }
    results.rows[i].algorithm = "test/a";
  }
  const PlotStyle style = plot_style(ThemeName::light, ColormapName::viridis, 15);
  const auto page = [&](std::vector<Pivot> pivots) { return report_page(results, style, style, std::move(pivots)); };
  EXPECT_TRUE(contains(page({}), "<h2>Pivot tables</h2>"));
  const std::string html = page({{"digit", "tile", Expression("--value", "n*2")}});
  EXPECT_TRUE(contains(html, "n*2 by digit and tile")) << html;
  EXPECT_TRUE(contains(html, "32 (fastest)"));
  EXPECT_THROW(page({{"digit", "digit"}}), UsageError);
  EXPECT_THROW(page({{"digit", "tiles"}}), UsageError);
  EXPECT_THROW(page({{"digit", "tile", Expression("--value", "speed")}}), UsageError);
}

}  // namespace
}  // namespace texelsort::app
