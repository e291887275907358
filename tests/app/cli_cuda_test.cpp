#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

#include "compute/cuda/device.h"
#include "tests/app/cli_support.h"
#include "tests/support/gl.h"

namespace texelsort::app {
namespace {

using nlohmann::json;

/// Returns why CUDA has no device, or an empty string if there is a device.
const std::string& no_cuda() {
  return cuda::devices().reason;
}

TEST(CliCuda, ListsDevicesOrExplainsWhyThereAreNone) {
  const Outcome listed = run_program({"list", "devices"});
  EXPECT_EQ(listed.exit_code, 0) << listed.err;
  EXPECT_TRUE(contains(listed.out, "\nCUDA\n"));
  EXPECT_TRUE(contains(listed.out, no_cuda()));
  const json cuda = json::parse(run_program({"list", "devices", "--json"}).out).at("cuda");
  EXPECT_EQ(cuda.at("reason"), no_cuda());
  EXPECT_EQ(cuda.at("devices").empty(), !no_cuda().empty());
  // The output contains a version of CCCL only if the program was built with the CUDA toolkit.
  EXPECT_EQ(cuda.at("cccl").is_null(), cuda.at("built_with").is_null());
}

/// Without an NVIDIA device, the CPU executes the program's own kernels, but not those of CUDA's libraries.
TEST(CliCuda, ExplainsWhyOnlyLibrarySortsAreUnavailableWithoutADevice) {
  TEXELSORT_NEED_GL();
  const json algorithms = json::parse(run_program({"list", "algorithms", "--json"}).out).at("algorithms");
  std::size_t own = 0;
  for (const json& algorithm : algorithms) {
    if (algorithm.at("backend") != "cuda") continue;
    const std::string id = algorithm.at("id");
    const bool library = id.starts_with("cub/") || id.starts_with("thrust/");
    own += !library;
    EXPECT_EQ(algorithm.at("available"), !library || no_cuda().empty()) << id;
    EXPECT_EQ(algorithm.at("reason"), library ? no_cuda() : "") << id;
  }
  EXPECT_EQ(own, 15u);
}

TEST(CliCuda, ReportsThatTheCpuExecutesTheKernels) {
  TEXELSORT_NEED_GL();
  const std::vector<std::string> sort{"sort", "-a", "merge/warpsort@cuda", "--device", "cpu-kernels"};
  const auto with = [&sort](std::vector<std::string> words) {
    words.insert(words.begin(), sort.begin(), sort.end());
    return words;
  };
  const Outcome sorted = run_program(with({"--input-values", "3,1,2"}));
  EXPECT_EQ(sorted.exit_code, 0) << sorted.err;
  EXPECT_EQ(sorted.out, "1\n2\n3\n");
  const Outcome timed = run_program(with({"-n", "100", "--timing", "--samples", "3"}));
  EXPECT_TRUE(contains(timed.out, "the CPU executes the kernels, so this is not a GPU time")) << timed.out;
  expect_one_line_error(run_program(with({"-n", "2^18"})), 2, {"131072 keys", "kernels that the CPU executes"});
  expect_one_line_error(run_program({"sort", "-n", "5", "--device", "gpu"}), 2, {"--device", "cpu-kernels"});
  expect_one_line_error(run_program({"sort", "-n", "5", "-a", "cub/radix@cuda", "--device", "cpu-kernels"}), 3,
                        {"cub/radix@cuda"});
}

/// The report must not compare times of kernels that the CPU executes with other times.
TEST(CliCuda, DoesNotRankTimesOfKernelsThatTheCpuExecutes) {
  TEXELSORT_NEED_GL();
  const Outcome benched = run_program({"bench", "-a", "std/sort@cpu", "radix/srts@cuda", "sample/ordered@cuda", "-n",
                                       "500", "--samples", "3", "--device", "cpu-kernels", "--format", "json"});
  EXPECT_EQ(benched.exit_code, 0) << benched.err;
  const json results = json::parse(benched.out).at("results");
  ASSERT_EQ(results.size(), 3u);
  for (const json& row : results) {
    const bool executed = row.at("algorithm") != "std/sort@cpu";
    EXPECT_EQ(row.at("speed").is_null(), executed) << row;
    EXPECT_EQ(row.at("result") == "kernels executed by the CPU: this is not a GPU time", executed) << row;
    EXPECT_NE(row.at("result"), "fastest");
  }
}

TEST(CliCuda, SkipsUnavailableAlgorithmsWithTheReason) {
  TEXELSORT_NEED_GL();
  if (no_cuda().empty()) GTEST_SKIP() << "there is a CUDA device";
  const std::vector<std::string> small{"-n", "5", "-t", "u32", "-d", "uniform"};
  const auto with = [&small](std::vector<std::string> words) {
    words.insert(words.end(), small.begin(), small.end());
    return words;
  };
  expect_one_line_error(run_program(with({"sort", "-a", "cub/radix@cuda"})), 3, {"cub/radix@cuda", no_cuda()});
  const Outcome checked = run_program(with({"check", "-a", "cub/*@cuda", "std/sort@cpu"}));
  EXPECT_EQ(checked.exit_code, 3) << "no GPU algorithm of the first pattern has run";
  EXPECT_TRUE(contains(checked.err, "cub/*@cuda")) << checked.err;
  EXPECT_TRUE(contains(checked.out, "skipped: " + no_cuda())) << checked.out;
  EXPECT_TRUE(contains(checked.out, "std/sort@cpu"));
}

}  // namespace
}  // namespace texelsort::app
