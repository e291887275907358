#include "compute/measure/cost.h"

#include <cmath>

#include <gtest/gtest.h>

#include "compute/algorithms/registry.h"
#include "compute/data/error.h"
#include "compute/measure/copy_bandwidth.h"
#include "tests/algorithms/problems.h"

namespace texelsort::measure {
namespace {

TEST(PassCost, PredictsATimeOfBytesDividedByBandwidth) {
  EXPECT_EQ(predicted_ms(3'000'000, 1.5e9), 2.0);
  EXPECT_EQ(predicted_ms(0, 1e9), 0.0);
  EXPECT_EQ((Cost{{}, 2.0, 5.0}.ratio()), 2.5);
  EXPECT_FALSE((Cost{{}, 2.0, std::nullopt}.ratio()));
  EXPECT_FALSE((Cost{{}, 0.0, 5.0}.ratio()));
}

/// Returns the printed lines of the worked example's six passes, each with a predicted time of 1 ms.
std::vector<std::string> lines_of(const std::string& id, const std::map<std::string, std::string>& parameters) {
  const auto problem = algorithms::make_problem("slides-bitonic", data::KeyType::u32, 8);
  const auto run = algorithms::start(algorithms::find_algorithm(id), problem, parameters);
  std::vector<Cost> costs;
  while (const auto record = run->step()) costs.push_back({record->counters, 1.0, 2.0});
  return cost_lines(costs);
}

TEST(PassCost, CountsTheWorkOfEveryPassInTheExampleOfTheLectureSlides) {
  const std::string times = "   predicted 1 ms   measured 2 ms   2 times the prediction";
  const auto reference = lines_of("bitonic/reference@cpu", {});
  ASSERT_EQ(reference.size(), 6u);
  for (const std::string& line : reference) {
    EXPECT_NE(line.find("4 compare-and-swaps"), std::string::npos) << line;
    EXPECT_TRUE(line.ends_with(times)) << line;
  }
  TEXELSORT_NEED_GL();
  // Each of eight fragments reads two keys (its own and its partner's) and writes one.
  for (const std::string& line : lines_of("bitonic/single-quad", {{"width", "4"}})) {
    EXPECT_EQ(line, "1 draw   1 quad   8 fragments   4 compare-and-swaps   16 texels fetched   96 bytes moved" + times);
  }
  if (!gpu::test_device().info().compute) return;
  const auto lines = lines_of("bitonic/compute", {{"steps", "1"}});
  ASSERT_EQ(lines.size(), 6u);
  for (const std::string& line : lines) {
    EXPECT_TRUE(line.starts_with("1 dispatch   ")) << line;
    EXPECT_NE(line.find("4 compare-and-swaps   8 elements read"), std::string::npos) << line;
  }
}

TEST(PassCost, IsPrintedInAlignedColumns) {
  algorithms::Counters draw{
      .draws = 1, .quads = 1'234, .invocations = 8, .comparators = 4, .elements_read = 1, .bytes = 9};
  algorithms::Counters dispatch{
      .dispatches = 2, .invocations = 4'000'000, .comparators = 1, .elements_read = 2, .bytes = 1};
  const std::vector<Cost> costs{{draw, 0.5, std::nullopt}, {dispatch, 250, 500'000}};
  const auto lines = cost_lines(costs);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0].find("compare-and-swap"), lines[1].find("compare-and-swap")) << lines[0] << '\n' << lines[1];
  EXPECT_NE(lines[0].find("1,234 quads"), std::string::npos) << lines[0];
  EXPECT_NE(lines[0].find("predicted 500 µs"), std::string::npos) << lines[0];
  EXPECT_EQ(lines[0].find("measured"), std::string::npos) << lines[0];
  EXPECT_NE(lines[1].find("2 dispatches"), std::string::npos) << lines[1];
  EXPECT_NE(lines[1].find("1 byte moved"), std::string::npos) << lines[1];
  EXPECT_TRUE(lines[1].ends_with("measured 500 s   2,000 times the prediction")) << lines[1];
  EXPECT_TRUE(cost_lines({}).empty());
}

TEST(PassCost, OmitsCountersThatAreZero) {
  const auto fields = cost_fields({algorithms::Counters{.comparators = 3, .bytes = 24}, 0, std::nullopt});
  ASSERT_EQ(fields.size(), 2u);
  EXPECT_EQ(fields[0].name, "compare-and-swaps");
  EXPECT_EQ(fields[0].value, "3");
  EXPECT_EQ(fields[1].name, "bytes moved");
  EXPECT_EQ(fields[1].value, "24");
}

TEST(CopyBandwidth, IsPositiveAndMeasuredOnlyOnce) {
  CopyBandwidth without_device(nullptr, {});
  const double cpu = without_device.bytes_per_second(algorithms::Backend::cpu);
  EXPECT_GT(cpu, 0);
  EXPECT_TRUE(std::isfinite(cpu));
  EXPECT_EQ(without_device.bytes_per_second(algorithms::Backend::cpu), cpu);
  EXPECT_THROW(without_device.bytes_per_second(algorithms::Backend::fragment), UnavailableError);
  EXPECT_THROW(without_device.bytes_per_second(algorithms::Backend::cuda), UnavailableError);

  TEXELSORT_NEED_GL();
  CopyBandwidth copies(&gpu::test_device(), {});
  for (const auto backend : {algorithms::Backend::fragment, algorithms::Backend::compute}) {
    if (backend == algorithms::Backend::compute && !gpu::test_device().info().compute) continue;
    const double bandwidth = copies.bytes_per_second(backend);
    EXPECT_GT(bandwidth, 0);
    EXPECT_TRUE(std::isfinite(bandwidth));
    EXPECT_EQ(copies.bytes_per_second(backend), bandwidth);
  }
}

}  // namespace
}  // namespace texelsort::measure
