#include "app/tuning/environment.h"

#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

#include "tests/app/cli_support.h"
#include "tests/support/busy_processes.h"

namespace texelsort::app {
namespace {

TEST(Environment, IsReadBackAsItWasWritten) {
  const Environment here = environment_of(nullptr);
  EXPECT_GT(here.processors, 0u);
  EXPECT_GT(here.threads, 0u);
  EXPECT_LE(here.threads, here.processors);
  nlohmann::ordered_json json;
  put(json, here);
  const Environment read = environment_from(json);
  EXPECT_EQ(difference(read, here), "");
  EXPECT_EQ(read.processors, here.processors);
  EXPECT_EQ(read.threads, here.threads);
  EXPECT_EQ(read.version, here.version);
}

TEST(Environment, OfAnEarlierVersionIsReadWithoutItsNewMembers) {
  const auto json = nlohmann::ordered_json::parse(R"({"version":"1","processor":"p","device":null})");
  const Environment read = environment_from(json);
  EXPECT_EQ(read.threads, 0u);
  Environment own = read;
  own.threads = 16;
  EXPECT_EQ(difference(read, own), "") << "the file does not have the number of threads";
}

TEST(Environment, NamesTheFirstDifference) {
  const Environment one{.processor = "p", .processors = 16, .threads = 2};
  Environment other = one;
  other.threads = 16;
  EXPECT_EQ(difference(one, other), "number of threads 2 and 16");
  other.processor = "q";
  EXPECT_EQ(difference(one, other), "processor 'p' and 'q'");
}

TEST(Environment, CountsTheThreadsOfTheSoftwareRenderer) {
  gpu::DeviceInfo renderer;
  renderer.software = true;
  ASSERT_EQ(setenv("LP_NUM_THREADS", "1", 1), 0);
  EXPECT_EQ(computing_threads(&renderer), 1u);
  unsetenv("LP_NUM_THREADS");
  EXPECT_EQ(computing_threads(&renderer), environment_of(nullptr).processors);
}

TEST(Environment, HashesTheFilesThatReplaceShaders) {
  const TemporaryFolder folder;
  write_file(folder / "a.comp", "void main() {}");
  const std::string before = hash_of_shaders(folder / "", {"a.comp"});
  write_file(folder / "a.comp", "void main() { }");
  EXPECT_NE(hash_of_shaders(folder / "", {"a.comp"}), before);
  EXPECT_EQ(hash_of_shaders("", {}), "");
}

TEST(LoadMeter, DoesNotCountItsOwnProcess) {
  const LoadMeter meter;
  const auto percent = meter.percent_of_others();
  if (!percent) GTEST_SKIP() << "no /proc/stat";
  EXPECT_GE(*percent, 0);
  EXPECT_LE(*percent, 100);
}

TEST(LoadMeter, WarnsWhenOtherProgramsAreBusy) {
  const LoadMeter meter;
  const tests::BusyProcesses busy;
  if (!meter.percent_of_others()) GTEST_SKIP() << "no /proc/stat";
  EXPECT_TRUE(load_warning(meter).starts_with("other programs use ")) << load_warning(meter);
}

TEST(GpuClocks, KeepTheLowestAndAllReasons) {
  std::vector<GpuClocks> lowest;
  keep_lowest(lowest, {{"a", 1900, 1980, 2619, {}}});
  keep_lowest(lowest, {{"a", 1500, 1980, 2619, {"power limit"}}});
  keep_lowest(lowest, {{"a", 1980, 1980, 1593, {"power limit", "temperature"}}});
  ASSERT_EQ(lowest.size(), 1u);
  EXPECT_EQ(lowest[0].sm_mhz, 1500u);
  EXPECT_EQ(lowest[0].memory_mhz, 1593u);
  EXPECT_EQ(lowest[0].throttled, (std::vector<std::string>{"power limit", "temperature"}));
  keep_lowest(lowest, {});
  EXPECT_EQ(lowest.size(), 1u) << "a GPU that is no longer found";
}

}  // namespace
}  // namespace texelsort::app
