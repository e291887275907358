// Tests of parameters that an algorithm uses only with certain values of other parameters.
#include <gtest/gtest.h>

#include "compute/data/error.h"
#include "tests/algorithms/problems.h"

namespace texelsort::algorithms {
namespace {

using Overrides = std::map<std::string, std::string>;

const std::vector<ParameterSpec> conditional_specs{
    {"form", "", Choices{{"together", "alone", "none"}}, "together", "alone", "help"},
    {"lanes", "", IntegerRange{1, 8}, "4", "2", "help", only_with("form", {"together", "alone"})},
    {"depth", "", IntegerRange{0, 9}, "3", "", "help"},
    {"seed", "", IntegerRange{0, 99}, "1", "", "help", unless("depth", {"0"})},
    {"way",
     "",
     Choices{{"a", "b", "c"}},
     "a",
     "",
     "help",
     {Use{{Condition{"form", {"together"}}}},
      Use{{Condition{"form", {"alone"}}, Condition{"depth", {"3"}}}, {"a", "b"}}}},
};

std::string message_of(const Overrides& overrides, const Overrides& base = {}) {
  try {
    resolve(conditional_specs, overrides, base);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(UsedParameters, ExplainWhyAParameterWouldNotBeUsed) {
  EXPECT_EQ(message_of({{"lanes", "2"}}), "accepted");
  EXPECT_EQ(message_of({{"lanes", "2"}, {"form", "none"}}),
            "parameter lanes = 2 has no effect: it needs form = together or alone, but form is none");
  EXPECT_EQ(message_of({{"lanes", "2"}}, {{"form", "none"}}),
            "parameter lanes = 2 has no effect: it needs form = together or alone, but form is none");
  EXPECT_EQ(message_of({{"seed", "2"}, {"depth", "0"}}),
            "parameter seed = 2 has no effect: it needs depth other than 0, but depth is 0");
}

TEST(UsedParameters, ExplainWhyAValueWouldNotBeUsed) {
  EXPECT_EQ(message_of({{"way", "c"}}), "accepted");
  EXPECT_EQ(message_of({{"way", "b"}, {"form", "alone"}}), "accepted");
  EXPECT_EQ(message_of({{"way", "c"}, {"form", "alone"}}),
            "parameter way = c has no effect: it needs form = together, but form is alone");
  EXPECT_EQ(message_of({{"way", "b"}, {"form", "alone"}, {"depth", "1"}}),
            "parameter way = b has no effect: it needs form = together, or form = alone with depth = 3, but form is "
            "alone and depth is 1");
}

TEST(UsedParameters, IgnoreUnusedDefaultsAndTunedValues) {
  EXPECT_EQ(message_of({{"form", "none"}}, {{"lanes", "8"}, {"way", "b"}}), "accepted");
  EXPECT_EQ(resolve(conditional_specs, {{"form", "none"}}).values().size(), conditional_specs.size())
      << "all have values nevertheless";
}

TEST(UsedParameters, KeepOnlyOverridesThatHaveAnEffect) {
  EXPECT_EQ(used_overrides(conditional_specs, {{"form", "none"}, {"lanes", "2"}, {"elsewhere", "1"}, {"seed", "3"}}),
            (Overrides{{"form", "none"}, {"seed", "3"}}));
  EXPECT_EQ(used_values(conditional_specs, resolve(conditional_specs, {{"depth", "0"}}).values()),
            (Overrides{{"form", "together"}, {"lanes", "4"}, {"depth", "0"}, {"way", "a"}}));
}

TEST(UsedParameters, OmitPaperValuesThatContradictGivenOnes) {
  EXPECT_EQ(paper_values(conditional_specs), (Overrides{{"form", "alone"}, {"lanes", "2"}}));
  EXPECT_EQ(paper_values(conditional_specs, {{"form", "none"}}), Overrides{});
  EXPECT_EQ(paper_values(conditional_specs, {{"lanes", "5"}, {"unknown", "1"}}), (Overrides{{"form", "alone"}}));
}

/// The conditions of all algorithms must refer to existing parameters and values.
TEST(UsedParameters, HaveConditionsThatReferToExistingParameters) {
  std::size_t conditions = 0;
  for (const auto& algorithm : registry()) {
    const auto all = parameters_for(*algorithm, data::PayloadKind::record);
    for (const ParameterSpec& spec : all) {
      for (const Use& use : spec.used) {
        for (const Condition& condition : use.when) {
          ++conditions;
          EXPECT_NE(condition.parameter, spec.name) << algorithm->info().id;
          EXPECT_FALSE(condition.values.empty());
          for (const std::string& value : condition.values) {
            EXPECT_NO_THROW(resolve(all, {{condition.parameter, value}})) << algorithm->info().id << ' ' << spec.name;
          }
        }
      }
      // Each parameter must be used with the defaults, or with some value of a parameter on which it depends.
      bool reached = !unused_reason(spec, resolve(all, {}).values());
      for (const Use& use : spec.used) {
        for (const Condition& condition : use.when) {
          if (condition.except) continue;
          for (const std::string& value : condition.values) {
            reached = reached || !unused_reason(spec, resolve(all, {{condition.parameter, value}}).values());
          }
        }
      }
      EXPECT_TRUE(reached) << algorithm->info().id << ' ' << spec.name;
    }
  }
  EXPECT_GT(conditions, 30u);
}

struct Unused {
  std::string algorithm;
  Overrides given;
  std::string parameter;
  data::PayloadKind payload = data::PayloadKind::index;
};

/// Parameters that earlier versions ignored.
TEST(UsedParameters, RejectUnusedParametersOfEveryAlgorithm) {
  const std::vector<Unused> all{
      {"radix/onesweep@cuda", {{"records", "direct"}, {"rearrange", "cycle"}}, "rearrange", data::PayloadKind::record},
      {"radix/grs@cuda", {{"records", "direct"}, {"rearrange", "transpose"}}, "rearrange", data::PayloadKind::record},
      {"sample/ordered@cuda", {{"records", "direct"}, {"rearrange", "cycle"}}, "rearrange", data::PayloadKind::record},
      {"radix/srts@compute", {{"form", "serial"}, {"ranking", "counters"}}, "ranking"},
      {"radix/grs@compute", {{"form", "serial"}, {"ranking", "matching"}}, "ranking"},
      {"radix/srts@compute", {{"form", "serial"}, {"tile", "4096"}}, "tile"},
      {"sample/deterministic@compute", {{"sort", "bitonic"}, {"ways", "4"}}, "ways"},
      {"sample/deterministic@compute", {{"search", "doubling"}, {"searches", "4"}}, "searches"},
      {"sample/randomized@compute", {{"sorter", "invocation"}, {"quick", "4000"}}, "quick"},
      {"sample/randomized@compute", {{"sorter", "invocation"}, {"lists", "device"}}, "lists"},
      {"sample/randomized@cuda", {{"second", "block"}, {"tile2", "4000"}}, "tile2"},
      {"bitonic/compute", {{"steps", "1"}, {"tile", "64"}}, "tile"},
      {"bitonic/compute", {{"steps", "1"}, {"keys", "4"}}, "keys"},
      {"odd-even-merge/compute", {{"steps", "1"}, {"sweep", "64"}}, "sweep"},
      {"bitonic/single-quad", {{"mapping", "row-major"}, {"tile", "16"}}, "tile"},
      {"merge/multiway@cpu", {{"merger", "bitonic"}, {"network", "bitonic"}}, "network"},
      {"merge/multiway@cpu", {{"merger", "bitonic"}, {"width", "64"}}, "width"},
      {"merge/multiway@cpu", {{"selection", "osipov"}, {"seed", "4"}}, "seed"},
      {"merge/multiway@cuda", {{"merger", "bitonic"}, {"network", "ranking"}}, "network"},
      {"merge/multiway@cuda", {{"selection", "osipov"}, {"seed", "4"}}, "seed"},
      {"merge/sort@cuda", {{"merger", "path"}, {"width", "64"}}, "width"},
      {"merge/sort@cuda", {{"merger", "path"}, {"mergers", "64"}}, "mergers"},
      {"merge/sort@cuda", {{"first", "bitonic"}, {"selection", "diagonal"}, {"seed", "4"}}, "seed"},
      {"quick/parallel@cuda", {{"depth", "0"}, {"pivot", "5"}}, "pivot"},
      {"quick/parallel@cuda", {{"depth", "0"}, {"seed", "5"}}, "seed"},
      {"merge/warpsort@cuda", {{"l", "1"}, {"s", "64"}}, "s"},
      {"merge/warpsort@cuda", {{"l", "1"}, {"sample", "4"}}, "sample"},
  };
  for (const Unused& one : all) {
    const Algorithm* algorithm = nullptr;
    for (const auto& each : registry()) {
      if (each->info().id == one.algorithm) algorithm = each.get();
    }
    ASSERT_NE(algorithm, nullptr) << one.algorithm;
    ProblemForm form{.n = 100'000, .payload = one.payload};
    form.shape.fields = 3;
    try {
      prepare(*algorithm, nullptr, form, one.given);
      ADD_FAILURE() << one.algorithm << ": " << one.parameter << " is taken";
    } catch (const UsageError& error) {
      EXPECT_TRUE(std::string(error.what()).starts_with("parameter " + one.parameter + " = ")) << error.what();
      EXPECT_NE(std::string(error.what()).find("has no effect: it needs"), std::string::npos) << error.what();
    }
    Overrides rest = fitting_values(*algorithm, nullptr, form, one.given);
    EXPECT_FALSE(rest.contains(one.parameter));
    EXPECT_EQ(rest.size() + 1, one.given.size());
    EXPECT_NO_THROW(prepare(*algorithm, nullptr, form, rest)) << one.algorithm;
  }
}

TEST(SortStability, DependsOnTheParameterValuesOfAnAlgorithm) {
  const Algorithm& multiway = find_algorithm("merge/multiway@cuda");
  EXPECT_FALSE(keeps_ties_as_chosen(multiway, nullptr, {}));
  EXPECT_EQ(
      values_that_keep_ties(multiway, nullptr, {}),
      (std::vector<std::string>{"merger=path", "merger=four-path", "network=odd-even-stable", "network=ranking"}));
  EXPECT_TRUE(keeps_ties_as_chosen(find_algorithm("merge/multiway@cpu"), nullptr, {}));
  EXPECT_TRUE(keeps_ties_as_chosen(find_algorithm("std/stable-sort@cpu"), nullptr, {}));
  EXPECT_FALSE(keeps_ties_as_chosen(find_algorithm("std/sort@cpu"), nullptr, {}));
  for (const auto& algorithm : registry()) {
    if (algorithm->info().stable) {
      EXPECT_TRUE(keeps_ties_as_chosen(*algorithm, nullptr, {})) << algorithm->info().id;
    }
  }
}

}  // namespace
}  // namespace texelsort::algorithms
