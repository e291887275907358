#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "app/cli/options/device_options.h"
#include "app/session/session.h"
#include "app/session/view_state.h"
#include "compute/algorithms/default_choice.h"
#include "compute/algorithms/registry.h"
#include "compute/data/error.h"
#include "tests/app/specs.h"

/// Tests that the option --devices is used, or rejected with a reason.
namespace texelsort::app {
namespace {

class DevicesOption : public ::testing::Test {
 protected:
  static std::string refusal(std::initializer_list<const char*> ids, const cuda::ExecutionOptions& execution) {
    std::vector<const algorithms::Algorithm*> chosen;
    for (const char* id : ids) chosen.push_back(&algorithms::find_algorithm(id));
    try {
      require_used_devices(chosen, execution);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "";
  }
};

TEST_F(DevicesOption, IsRejectedForAlgorithmsThatUseOneDevice) {
  EXPECT_EQ(refusal({"radix/onesweep@cuda"}, {}), "") << "it is not given";
  const cuda::ExecutionOptions named{.devices = {0, 2}};
  EXPECT_EQ(refusal({"radix/onesweep@cuda", "std/sort@cpu"}, named),
            "--devices 0,2: radix/onesweep@cuda runs on only one device: leave out --devices, or choose "
            "sample/distributed@cuda");
  EXPECT_EQ(refusal({"radix/onesweep@cuda", "sample/distributed@cuda"}, named), "");
  EXPECT_EQ(refusal({}, named), "");
}

TEST_F(DevicesOption, IsRejectedTogetherWithKernelsOnTheCpu) {
  EXPECT_EQ(refusal({"sample/distributed@cuda"}, {.engine = cuda::Engine::cpu, .devices = {1}}),
            "--devices 1 names NVIDIA devices, but --device cpu-kernels uses no device: leave out one of them");
}

TEST_F(DevicesOption, IsRejectedForADeviceThatExecutesNoneOfTheAlgorithms) {
  const cuda::ExecutionOptions kernels{.engine = cuda::Engine::cpu}, shaders{.shaders_on_cpu = true};
  EXPECT_EQ(refusal({"bitonic/compute", "std/sort@cpu"}, kernels),
            "--device cpu-kernels executes only CUDA kernels, but bitonic/compute has none: leave out "
            "--device, or choose another algorithm");
  EXPECT_EQ(refusal({"select/depth@fragment"}, shaders),
            "--device cpu-shaders executes only compute shaders, but select/depth@fragment has none: leave out "
            "--device, or choose another algorithm");
  EXPECT_EQ(refusal({"radix/onesweep@cuda", "std/sort@cpu"}, kernels), "");
  EXPECT_EQ(refusal({"radix/srts@compute"}, shaders), "");
}

TEST(DeviceOption, IsRepeatedInTheCommandLineOfTheSession) {
  const auto words = [](const std::vector<const char*>& arguments) {
    CLI::App app;
    DeviceOptions options;
    options.add_options(app);
    app.parse(static_cast<int>(arguments.size()), arguments.data());
    Session session(nullptr, options.execution());
    session.open(uniform(8), "bitonic/reference@cpu");
    EXPECT_EQ(window_command(session).find("--device") == std::string::npos, options.command_line().empty());
    return options.command_line();
  };
  EXPECT_EQ(words({"texelsort", "--device", "cpu-kernels"}), " --device cpu-kernels");
  EXPECT_EQ(words({"texelsort"}), "");
}

TEST_F(DevicesOption, MakesTheDistributedSortTheDefault) {
  algorithms::ProblemForm form{.n = 1000};
  EXPECT_NE(algorithms::default_sort(nullptr, form).algorithm->info().id, "sample/distributed@cuda");
  form.execution.devices = {0};
  const auto& algorithm = algorithms::find_algorithm("sample/distributed@cuda");
  if (!algorithm.availability(nullptr, {}).available) GTEST_SKIP() << algorithm.availability(nullptr, {}).reason;
  const auto chosen = algorithms::default_sort(nullptr, form);
  EXPECT_EQ(chosen.algorithm->info().id, "sample/distributed@cuda") << "without OpenGL, too";
  EXPECT_EQ(chosen.prepared->parameters().integer("ranks"), 1);
}

}  // namespace
}  // namespace texelsort::app
