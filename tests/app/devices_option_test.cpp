#include <array>

#include <gtest/gtest.h>

#include "app/cli/options/device_options.h"
#include "compute/algorithms/default_choice.h"
#include "compute/algorithms/registry.h"
#include "compute/cuda/choice.h"
#include "compute/cuda/several.h"
#include "compute/data/error.h"
#include "tests/app/no_wanted_devices.h"

/// --devices is used, or refused with a reason.
namespace texelsort::app {
namespace {

class DevicesOption : public ::testing::Test {
 protected:
  static std::string refusal(std::initializer_list<const char*> ids) {
    std::vector<const algorithms::Algorithm*> chosen;
    for (const char* id : ids) chosen.push_back(&algorithms::find_algorithm(id));
    try {
      require_used_devices(chosen);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "";
  }

 private:
  NoWantedDevices no_devices_;
};

TEST_F(DevicesOption, IsForOneThatSharesKeys) {
  EXPECT_EQ(refusal({"radix/onesweep@cuda"}), "") << "it is not given";
  cuda::wanted_devices() = {0, 2};
  EXPECT_EQ(
      refusal({"radix/onesweep@cuda", "std/sort@cpu"}),
      "--devices 0,2: radix/onesweep@cuda sorts on one device, and only sample/distributed@cuda on those that are "
      "named");
  EXPECT_EQ(refusal({"radix/onesweep@cuda", "sample/distributed@cuda"}), "");
  EXPECT_EQ(refusal({}), "");
}

TEST_F(DevicesOption, NamesNoCpu) {
  cuda::wanted_devices() = {1};
  cuda::wanted_engine() = cuda::Engine::cpu;
  EXPECT_EQ(refusal({"sample/distributed@cuda"}),
            "--devices 1 names NVIDIA devices, and --device cpu-kernels takes none");
}

TEST_F(DevicesOption, MakesTheSortAcrossDevicesTheChoice) {
  const algorithms::ProblemForm form{.n = 1000};
  EXPECT_NE(algorithms::default_sort(nullptr, form).algorithm->info().id, "sample/distributed@cuda");
  cuda::wanted_devices() = {0};
  const auto& algorithm = algorithms::find_algorithm("sample/distributed@cuda");
  if (!algorithm.availability(nullptr).available) GTEST_SKIP() << algorithm.availability(nullptr).reason;
  const auto chosen = algorithms::default_sort(nullptr, form);
  EXPECT_EQ(chosen.algorithm->info().id, "sample/distributed@cuda") << "without OpenGL, too";
  EXPECT_EQ(chosen.prepared->parameters().integer("ranks"), 1);
}

}  // namespace
}  // namespace texelsort::app
