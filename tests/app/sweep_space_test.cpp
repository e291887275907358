#include "app/tuning/sweeps/sweep_space.h"

#include <set>

#include <gtest/gtest.h>

#include "app/tuning/sweeps/sweep_request.h"
#include "compute/data/error.h"
#include "tests/app/cli_support.h"
#include "tests/app/sweeps.h"
#include "tests/support/gl.h"

namespace texelsort::app {
namespace {

using Texts = std::vector<std::string>;

TEST(SweepAxis, ParsesRangesAndListsOfValues) {
  EXPECT_EQ(axis_values("-p", "1,2,4"), (Texts{"1", "2", "4"}));
  EXPECT_EQ(axis_values("-p", "1024..16384:x2"), (Texts{"1024", "2048", "4096", "8192", "16384"}));
  EXPECT_EQ(axis_values("-n", "2^16..2^20:x4"), (Texts{"65536", "262144", "1048576"}));
  EXPECT_EQ(axis_values("-p", "16..50:+16,serial"), (Texts{"16", "32", "48", "serial"}));
  EXPECT_EQ(axis_values("-p", "1..3"), (Texts{"1", "2", "3"}));
  EXPECT_EQ(axis_values("-p", "7..7"), (Texts{"7"}));
  // The range ends at the largest 64-bit number, which has no successor.
  EXPECT_EQ(axis_values("-p", "18446744073709551614..18446744073709551615").size(), 2u);
}

TEST(SweepAxis, RejectsInvalidRangesAndLists) {
  for (const char* text : {"", "1,", "5..2", "a..b", "1..8:x1", "0..8:x2", "1..8:+0", "1..8:2", "1..1000000"}) {
    EXPECT_THROW(axis_values("-p", text), UsageError) << text;
  }
  EXPECT_THROW(read_axes({"tile"}), UsageError);
  EXPECT_THROW(read_axes({"=1"}), UsageError);
  EXPECT_THROW(read_axes({"tile=1", "tile=2"}), UsageError);
}

TEST(Configurations, AreParsedWithTheirOwnParameterValues) {
  const auto one = read_configurations({"radix/srts@compute:digit=4:tile=1024"});
  ASSERT_EQ(one.size(), 1u);
  EXPECT_EQ(one.front().values, (std::map<std::string, std::string>{{"digit", "4"}, {"tile", "1024"}}));
  EXPECT_EQ(text(one.front()), "radix/srts@compute:digit=4:tile=1024");
  EXPECT_EQ(read_configurations({"radix/srts@compute:digit=4", "radix/srts@compute:digit=8"}).size(), 2u);
  const std::size_t matching = read_configurations({"radix/*@compute"}).size();
  EXPECT_GT(matching, 2u);
  EXPECT_EQ(read_configurations({"radix/*@compute", "radix/srts@compute"}).size(), matching) << "each once";
  // Ids of networks may contain comparators such as 0:1, in which ":" does not start a parameter.
  EXPECT_EQ(read_configurations({"0:1 2:3;0:2 1:3;1:2/single-quad"}).front().values.size(), 0u);
  // The id of a sort in a folder ends with "/". Its values may also contain one.
  const TemporaryFolder folder;
  folder.write("mine/sort.lua", R"(return sort {
    id = "mine", title = "Mine", source = "a test",
    parameters = {order = {values = {"left/right", "right/left"}, default = "left/right", help = "Order."}},
    passes = function(n, p, problem) end
  })");
  const auto own = read_configurations({folder / "mine/:order=right/left"});
  ASSERT_EQ(own.size(), 1u);
  EXPECT_EQ(own.front().values.at("order"), "right/left");
  EXPECT_EQ(read_configurations({text(own.front())}), own);
  for (const char* wrong :
       {"radix/srts@compute:digit", "radix/srts@compute:=4", "radix/srts@compute:digit=", "nobody"}) {
    EXPECT_THROW(read_configurations({wrong}), UsageError) << wrong;
  }
}

/// Every combination of values must occur once. Combinations that differ only in unused values are one combination.
TEST(SweepSpace, ContainsEveryCombinationOfUsedValuesOnce) {
  TEXELSORT_NEED_GL();
  const SweepSpace space{read_configurations({"radix/grs@compute:form=cooperative", "std/sort@cpu"}),
                         read_axes({"digit=1,2,4", "workgroup=32,64"}),
                         {sixteen_keys()}};
  const auto trials = trials_of(space, &gpu::test_device().info());
  std::set<std::string> keys;
  for (const Trial& trial : trials) keys.insert(trial.key());
  EXPECT_EQ(keys.size(), trials.size());
  EXPECT_EQ(trials.size(), 3u * 2 + 1);
  for (const Trial& trial : trials) EXPECT_EQ(trial.refusal, "") << trial.key();
}

/// The value by-layout stands for another value, which depends on the layout.
TEST(SweepSpace, ContainsTheSourcesMethodOfRearrangingOnce) {
  TEXELSORT_NEED_GL();
  ProblemSpec records = sixteen_keys();
  records.payload = data::PayloadKind::record;
  records.fields = 4;
  for (const auto& [layout, method] :
       {std::pair(data::Layout::by_field, "gather"), std::pair(data::Layout::hybrid, "group")}) {
    records.layout = layout;
    const auto trials = trials_of(
        {read_configurations({"radix/grs@compute"}), read_axes({"rearrange=gather,group,by-layout"}), {records}},
        &gpu::test_device().info());
    std::size_t same = 0;
    for (const Trial& trial : trials) same += trial.used.at("rearrange") == method;
    EXPECT_EQ(same, 1u) << method;
    EXPECT_EQ(trials.size(), 2u) << method;
  }
}

TEST(SweepSpace, ContainsRejectedCombinationsWithTheReason) {
  TEXELSORT_NEED_GL();
  const auto trials =
      trials_of({read_configurations({"radix/grs@compute"}), read_axes({"digit=4,40"}), {sixteen_keys()}},
                &gpu::test_device().info());
  ASSERT_EQ(trials.size(), 2u);
  EXPECT_TRUE(trials[0].prepared);
  EXPECT_FALSE(trials[1].prepared);
  EXPECT_TRUE(contains(trials[1].refusal, "digit = 40")) << trials[1].refusal;
}

TEST(SweepSpace, RejectsAParameterThatNoAlgorithmHas) {
  TEXELSORT_NEED_GL();
  const auto* device = &gpu::test_device().info();
  const auto refusal = [device](const Texts& axes) -> std::string {
    try {
      trials_of({read_configurations({"radix/grs@compute"}), read_axes(axes), {sixteen_keys()}}, device);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_TRUE(contains(refusal({"digit=40,50"}), "-p digit: the algorithms can use none of these values"));
  EXPECT_TRUE(contains(refusal({"oversampling=4"}), "none of these algorithms"));
  EXPECT_EQ(refusal({"digit=4,40"}), "");
}

TEST(SweepRequests, AreReadBackFromTheirCommand) {
  SweepRequest request;
  request.competitors = {"radix/srts@compute:digit=4", "std/sort@cpu"};
  request.axes = {"tile=workgroup*4", "workgroup=32..64:x2"};
  request.restrictions = {"tile*workgroup<=4096 and n>16"};
  request.sizes = {"2^16..2^18:x2"};
  request.problem.seed = 7;
  request.problem.order = data::Order::descending;
  request.budget.budget.seconds = 3;
  const std::string command = repeating_command(request, " --device cpu-kernels");
  const ReadCommand read = read_command(command);
  EXPECT_EQ(read.request.competitors, request.competitors);
  EXPECT_EQ(read.request.axes, request.axes);
  EXPECT_EQ(read.request.restrictions, request.restrictions);
  EXPECT_EQ(read.device_words, (Texts{"--device", "cpu-kernels"}));
  EXPECT_EQ(repeating_command(read.request, " --device cpu-kernels"), command);
  EXPECT_THROW(read_command("texelsort reproduce"), UsageError);
}

TEST(SweepExpressions, GiveValuesAndConditions) {
  const std::map<std::string, std::string> values{{"tile", "64"}, {"workgroup", "32"}, {"form", "serial"}};
  EXPECT_EQ(Expression("-p x", "workgroup*4").value(values), "128");
  EXPECT_EQ(Expression("-p x", "tile/workgroup").value(values), "2") << "a whole number";
  EXPECT_EQ(Expression("-p x", "max(tile, 100)").value(values), "100");
  EXPECT_TRUE(Expression("--where", "tile*workgroup <= 2048 and form == 'serial'").holds(values));
  EXPECT_FALSE(Expression("--where", "tile > 64").holds(values));
  const auto complaint = [&](const std::string& text) -> std::string {
    try {
      return Expression("--where", text).holds(values) ? "true" : "false";
    } catch (const UsageError& error) {
      return error.what();
    }
  };
  EXPECT_TRUE(contains(complaint("workgrop*4 > 1"), "--where workgrop*4 > 1: ")) << complaint("workgrop*4 > 1");
  EXPECT_TRUE(contains(complaint("workgrop*4 > 1"), "workgroup")) << "it suggests the nearest name";
  EXPECT_TRUE(contains(complaint("tile >"), "--where tile >: ")) << complaint("tile >");
  EXPECT_TRUE(contains(complaint("form < 3"), "--where form < 3: ")) << complaint("form < 3");
  EXPECT_TRUE(contains(complaint("tile"), "true or false"));
}

TEST(SweepExpressions, AreToldApartFromListsOfValues) {
  const Texts names{"n", "tile", "workgroup"};
  for (const char* text : {"workgroup*4", "workgroup", "workgroup/2", "2^16-tile", "min(tile,4)"}) {
    EXPECT_TRUE(is_expression(text, names)) << text;
  }
  for (const char* text : {"1,2,4", "1024..16384:x2", "2^16", "left/right", "merge-path,serial", "true"}) {
    EXPECT_FALSE(is_expression(text, names)) << text;
  }
  EXPECT_EQ(names_in("math.floor(tile/2) + max(n, 1) == 'word'"), (Texts{"tile", "n"}));
}

TEST(SweepExpressions, DeriveParametersAndLeaveOutCombinations) {
  TEXELSORT_NEED_GL();
  const auto* device = &gpu::test_device().info();
  SweepSpace space{read_configurations({"radix/grs@compute:form=cooperative"}),
                   read_axes({"workgroup=16,32,64", "tile=workgroup*2"}),
                   {sixteen_keys()}};
  for (const Trial& trial : trials_of(space, device)) {
    const int workgroup = std::stoi(trial.used.at("workgroup"));
    EXPECT_EQ(std::stoi(trial.used.at("tile")), 2 * workgroup) << trial.key();
  }
  EXPECT_EQ(trials_of(space, device).size(), 3u);
  space.restrictions.emplace_back("--where", "tile*workgroup <= 2048");
  EXPECT_EQ(trials_of(space, device).size(), 2u) << "16 * 32 and 32 * 64";
  space.restrictions.emplace_back("--where", "tile < 0");
  EXPECT_THROW(trials_of(space, device), UsageError) << "nothing is left";
  space.restrictions = {Expression("--where", "tiles < 0")};
  EXPECT_THROW(trials_of(space, device), UsageError) << "no such parameter";
}

}  // namespace
}  // namespace texelsort::app
