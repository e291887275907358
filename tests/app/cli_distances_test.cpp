#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

#include "tests/app/cli_support.h"
#include "tests/support/gl.h"
#include "tests/support/xml.h"

namespace texelsort::app {
namespace {

using nlohmann::json;

std::vector<std::string> distances(const std::vector<std::string>& more) {
  std::vector<std::string> words{"bench", "--distances"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

TEST(CliDistances, PrintsOneRowPerComparatorDistanceAndAnExplanation) {
  TEXELSORT_NEED_GL();
  const Outcome outcome = run_program(distances({"-n", "2^8", "--samples", "2"}));
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  for (std::uint64_t distance = 1; distance < 256; distance *= 2) {
    const std::string number = std::to_string(distance);
    std::string row(9 - number.size(), ' ');  // numbers are aligned to the right below the title "distance"
    row.front() = '\n';
    row += number;
    EXPECT_TRUE(contains(outcome.out, row)) << distance << '\n' << outcome.out;
  }
  for (const char* words :
       {"row-major ms", "tiled 8 x 8 ms", "x row-major", "rows of 16 texels",
        "with the partner in the same row of 16 texels (distances 1 to 8)", "tiled 8 x 8 against row-major: ",
        "block height  not estimated, because an interval needs 6", "texelsort bench --distances -n 2^8"}) {
    EXPECT_TRUE(contains(outcome.out, words)) << words << " is not in\n" << outcome.out;
  }
}

TEST(CliDistances, PrintsEveryDistanceForEveryTextureMappingAsJson) {
  TEXELSORT_NEED_GL();
  const Outcome outcome = run_program(
      distances({"-n", "100", "-t", "f64", "-p", "tile=2,4", "-p", "width=32", "--samples", "2", "--format", "json"}));
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const json document = json::parse(outcome.out), rows = document.at("results"), estimates = document.at("estimates");
  EXPECT_GT(document.at("environment").at("threads"), 0);
  EXPECT_FALSE(document.at("environment").at("processor").get<std::string>().empty());
  EXPECT_EQ(document.at("environment").at("renderer"), rows.at(0).at("renderer"));
  ASSERT_EQ(estimates.size(), 3u);
  EXPECT_EQ(estimates.at(2).at("parameter"), "cache size");
  EXPECT_TRUE(estimates.at(2).at("value").is_null()) << "two samples have no interval";
  ASSERT_EQ(rows.size(), 3u * 7);  // 3 mappings with 7 distances each, 1 to 64
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const json& row = rows[i];
    EXPECT_EQ(row.at("distance"), 1 << i % 7);
    EXPECT_EQ(row.at("mapping"), i < 7 ? "row-major" : "tiled");
    EXPECT_EQ(row.at("tile"), i < 7 ? 1 : i < 14 ? 2 : 4);
    EXPECT_EQ(row.at("width"), 32);
    EXPECT_EQ(row.at("verified"), true);
    EXPECT_EQ(row.at("samples"), 2);
    EXPECT_EQ(row.at("type"), "f64");
    EXPECT_DOUBLE_EQ(row.at("ratio_to_row_major").get<double>(),
                     row.at("median_ms").get<double>() / rows[i % 7].at("median_ms").get<double>());
    EXPECT_GT(row.at("predicted_ms"), 0.0);
  }
  const Outcome csv = run_program(distances({"-n", "4", "--samples", "1", "--format", "csv"}));
  EXPECT_EQ(tests::occurrences(csv.out, "\n"), 1u + 2 * 2) << csv.out;
  EXPECT_EQ(csv.out.rfind("distance,mapping,tile,width,median_ms,", 0), 0u) << csv.out;
}

TEST(CliDistances, PlotsOneLinePerTextureMapping) {
  TEXELSORT_NEED_GL();
  const TemporaryFolder folder;
  const Outcome outcome = run_program(
      distances({"-n", "2^9", "--samples", "2", "--plot", folder / "plot.svg", "-o", folder / "table.txt"}));
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(folder.count(), 2u);
  const std::string svg = read_file(folder / "plot.svg");
  EXPECT_TRUE(tests::balanced(svg));
  EXPECT_EQ(tests::occurrences(svg, "<g class=\"series\""), 2u);
  EXPECT_EQ(tests::occurrences(svg, "class=\"interval\""), 2u * 9);
  for (const char* words : {">row-major<", ">tiled 8 x 8<", "log2 of the distance", ">ms a pass<", ">row of 32<"})
    EXPECT_TRUE(contains(svg, words)) << words;
}

TEST(CliDistances, RejectsOptionsThatItDoesNotAccept) {
  TEXELSORT_NEED_GL();
  const auto refused = [](const std::vector<std::string>& words, const std::string& part) {
    expect_one_line_error(run_program(distances(words)), 2, {part});
  };
  refused({"-a", "bitonic/compute"}, "-a");
  refused({"--baseline", "bitonic/compute"}, "--baseline");
  refused({"--paper"}, "--paper");
  refused({"--payload", "record:2"}, "--payload record");
  refused({"-n", "8,16"}, "-n");
  refused({"-t", "u32,f32"}, "-t");
  refused({"-d", "uniform,sorted"}, "-d");
  refused({"-n", "1"}, "two keys");
  refused({"-n", "2^40"}, "limit");
  refused({"-p", "mapping=tiled"}, "tile=");
  refused({"-p", "tile=3"}, "power of two");
  refused({"-p", "tile="}, "tile");
  refused({"-p", "narrowest=3"}, "narrowest");
  refused({"-n", "8", "--plot", "plot.png"}, ".svg");
  expect_one_line_error(run_program({"bench", "-a", "std/sort@cpu", "--plot", "plot.svg"}), 2, {"--distances"});
  expect_one_line_error(run_program({"bench"}), 2, {"-a", "--distances"});
}

TEST(CliDistances, ReportsMissingOpenGl) {
  expect_one_line_error(run_program(distances({"-n", "8"}), "", {"__EGL_VENDOR_LIBRARY_FILENAMES=/nonexistent"}), 3,
                        {});
}

TEST(CliCheck, AppliesParametersToAlgorithmsThatHaveThem) {
  TEXELSORT_NEED_GL();
  const Outcome outcome = run_program(
      {"check", "-a", "bitonic/single-quad", "-p", "mapping=tiled", "-p", "tile=4", "-t", "u32", "-n", "0,7,65"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  expect_one_line_error(run_program({"check", "-a", "bitonic/reference@cpu", "-p", "mapping=tiled"}), 2, {"mapping"});
  EXPECT_EQ(run_program({"check", "-a", "bitonic/single-quad", "-p", "mapping=round", "-n", "8"}).exit_code, 2);
}

}  // namespace
}  // namespace texelsort::app
