#include "compute/measure/distances.h"

#include <gtest/gtest.h>

#include "compute/data/error.h"
#include "compute/data/keys/distribution.h"
#include "tests/measure/scripted_algorithm.h"
#include "tests/support/gl.h"

namespace texelsort::measure {
namespace {

std::shared_ptr<const algorithms::Problem> uniform_problem_of(std::uint64_t n) {
  return std::make_shared<algorithms::Problem>(algorithms::Problem{data::generate("uniform", data::KeyType::u32, n, 1),
                                                                   data::Order::ascending, data::PayloadKind::index});
}

constexpr Budget three_samples{.warmups = 2, .min_samples = 3, .max_samples = 3, .relative_width = 0, .seconds = 60};

std::vector<algorithms::Prepared> mappings(std::uint64_t n, const std::vector<std::string>& tiles) {
  const auto choose = [n](const std::map<std::string, std::string>& values) {
    return prepare(distance_algorithm(), &gpu::test_device().info(), {n, data::KeyType::u32, data::PayloadKind::index},
                   values);
  };
  std::vector<algorithms::Prepared> chosen{choose({})};
  for (const std::string& tile : tiles) chosen.push_back(choose({{"mapping", "tiled"}, {"tile", tile}}));
  return chosen;
}

TEST(DistanceComparison, TimesAndVerifiesEveryDistanceForEveryTextureMapping) {
  TEXELSORT_NEED_GL();
  for (const std::uint64_t n : {2u, 64u, 100u, 4096u}) {
    const auto curves =
        compare_distances(mappings(n, {"2", "8"}), &gpu::test_device(), uniform_problem_of(n), three_samples, 1);
    ASSERT_EQ(curves.size(), 3u);
    EXPECT_EQ(name(curves[0]), "row-major");
    EXPECT_EQ(name(curves[1]), "tiled 2 x 2");
    EXPECT_EQ(name(curves[2]), "tiled 8 x 8");
    for (const DistanceCurve& curve : curves) {
      std::uint64_t distance = 1;
      for (const DistancePoint& point : curve.points) {
        EXPECT_EQ(point.distance, distance);
        EXPECT_TRUE(point.verified) << name(curve) << " distance " << distance << ": " << point.fault;
        EXPECT_EQ(point.ms.samples, 3u);
        EXPECT_GT(point.ms.median, 0);
        EXPECT_GT(point.bytes, 0u);
        distance *= 2;
      }
      EXPECT_GE(distance, n);
      EXPECT_LT(distance / 2, n);
    }
  }
}

TEST(DistanceComparison, RejectsFewerThanTwoKeys) {
  TEXELSORT_NEED_GL();
  EXPECT_THROW(compare_distances(mappings(2, {}), &gpu::test_device(), uniform_problem_of(1), three_samples, 1),
               UsageError);
}

TEST(DistanceComparison, ReportsAPassAsUnverifiedWhenItsClaimFails) {
  Script script;
  script.stages = {"only"};
  script.pass_ms = {1};
  bool holds = true;
  script.claim = [&holds](const algorithms::Observation& seen) -> std::optional<algorithms::Violation> {
    EXPECT_EQ(seen.before.size(), 16u);
    if (holds) return std::nullopt;
    return algorithms::Violation{"scripted fault", 3, std::nullopt};
  };
  const auto keys = uniform_problem_of(16)->keys;
  const auto problem = std::make_shared<algorithms::Problem>(
      algorithms::Problem{keys, data::Order::descending, data::PayloadKind::none});
  const ScriptedAlgorithm algorithm(script);
  // The script sorts wrongly, but the claim of the single pass holds. only_pass checks only this claim.
  const std::vector<Entry> entries{{scripted(algorithm, data::Order::descending), Verification::only_pass}};
  EXPECT_TRUE(compare(entries, nullptr, problem, three_samples, 1).front().verified);
  EXPECT_FALSE(
      compare({{scripted(algorithm, data::Order::descending)}}, nullptr, problem, three_samples, 1).front().verified);
  holds = false;
  const auto result = compare(entries, nullptr, problem, three_samples, 1).front();
  EXPECT_FALSE(result.verified);
  EXPECT_NE(result.fault.find("scripted fault"), std::string::npos) << result.fault;
}

DistanceCurve curve_of(std::uint64_t tile, const std::vector<double>& times, int half = 5) {
  DistanceCurve curve;
  curve.width = 8;
  curve.tile = tile;
  std::uint64_t distance = 1;
  for (const double ms : times) {
    std::vector<double> samples;
    for (int i = -half; i <= half; ++i) samples.push_back(ms + 0.03 * i);
    curve.points.push_back({distance, summarise(samples), samples, 100, true, ""});
    distance *= 2;
  }
  return curve;
}

TEST(DistanceComparison, ClassifiesDistancesByRowAndTileOfTheMapping) {
  using enum Neighbourhood;
  const auto where = [](const DistanceCurve& curve) {
    std::vector<Neighbourhood> list;
    for (const DistancePoint& point : curve.points) list.push_back(neighbourhood(curve, point.distance));
    return list;
  };
  const std::vector<double> times(6, 1.0);
  EXPECT_EQ(where(curve_of(1, times)), (std::vector{same_row, same_row, same_row, other_row, other_row, other_row}));
  // Tiles of 2 x 2 texels in rows of 8 texels: 4 keys per tile, 16 keys per row of tiles.
  EXPECT_EQ(where(curve_of(2, times)),
            (std::vector{row_of_tile, same_tile, row_of_tiles, row_of_tiles, other_tiles, other_tiles}));
}

TEST(DistanceComparison, NamesTheLargestRiseInTimeAndTheFasterMapping) {
  const auto sentences =
      findings({curve_of(1, {1, 1, 1, 3, 3, 3}), curve_of(2, {2, 2, 2, 2, 2, 2}), curve_of(4, {1, 1, 1, 3, 3, 3})});
  ASSERT_EQ(sentences.size(), 3u * 2 + 2);
  const auto has = [&](std::size_t i, const std::string& part) {
    EXPECT_NE(sentences[i].find(part), std::string::npos) << part << " is not in: " << sentences[i];
  };
  has(0, "row-major: a pass takes 1.000 ms (distance 1) to 3.000 ms (distance 32)");
  has(0, "1.000 ms with the partner in the same row of 8 texels (distances 1 to 4)");
  has(0, "3.000 ms with the partner in another row (distances 8 to 32)");
  has(1, "from distance 4 to 8, by a factor of 3.0");
  has(1, "is in another row");
  has(3, "no jump is seen. Between consecutive distances, the time could change by a factor of at most 1.00");
  has(6, "tiled 2 x 2 against row-major: faster at 3 of 6 distances, slower at 3, tied at 0");
  has(6, "0.67 (distance 8) to 2.00 (distance 1)");
  has(7, "faster at 0 of 6 distances, slower at 0, tied at 6");
}

/// Equal times whose medians differ by noise. The largest of five changes would often count as one without allowance
/// for their number.
TEST(DistanceComparison, BoundsAJumpThatItDoesNotSee) {
  DistanceCurve curve = curve_of(1, {1, 1, 1, 1, 1, 1});
  const std::vector<double> noise{1.00, 1.04, 0.99, 1.02, 1.03, 0.98, 1.01, 1.02, 1.03, 1.05, 1.02};
  curve.points[2].samples_ms = noise;
  curve.points[2].ms = summarise(noise);
  for (std::size_t i = 0; i < noise.size(); ++i) curve.points[3].samples_ms[i] = 1 + 0.01 * static_cast<double>(i % 3);
  const std::string sentence = findings({curve}).at(1);
  EXPECT_NE(sentence.find("no jump is seen"), std::string::npos) << sentence;
  EXPECT_EQ(sentence.find("factor of at most 1.00"), std::string::npos) << sentence;
  const std::string few = findings({curve_of(1, {1, 1, 1, 3, 3, 3}, 3)}).at(1);
  EXPECT_NE(few.find("needs 8 samples of each"), std::string::npos) << few;
}

}  // namespace
}  // namespace texelsort::measure
