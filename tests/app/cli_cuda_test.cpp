#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

#include "compute/cuda/device.h"
#include "tests/app/cli_support.h"
#include "tests/support/gl.h"

namespace texelsort::app {
namespace {

using nlohmann::json;

/// The reason why there is none; empty if there is one.
const std::string& no_cuda() {
  return cuda::devices().reason;
}

TEST(CliCuda, DevicesAndWhyThereAreNone) {
  const Outcome listed = run_program({"list", "devices"});
  EXPECT_EQ(listed.exit_code, 0) << listed.err;
  EXPECT_TRUE(contains(listed.out, "\nCUDA\n"));
  EXPECT_TRUE(contains(listed.out, no_cuda()));
  const json cuda = json::parse(run_program({"list", "devices", "--json"}).out).at("cuda");
  EXPECT_EQ(cuda.at("reason"), no_cuda());
  EXPECT_EQ(cuda.at("devices").empty(), !no_cuda().empty());
  // A version with the toolkit that the program was built with, nothing without.
  EXPECT_EQ(cuda.at("cccl").is_null(), cuda.at("built_with").is_null());
}

TEST(CliCuda, SortsStayInTheListWithTheReason) {
  TEXELSORT_NEED_GL();
  const json algorithms = json::parse(run_program({"list", "algorithms", "--json"}).out).at("algorithms");
  for (const json& algorithm : algorithms) {
    if (algorithm.at("backend") != "cuda") continue;
    EXPECT_EQ(algorithm.at("available"), no_cuda().empty()) << algorithm.at("id");
    EXPECT_EQ(algorithm.at("reason"), no_cuda());
  }
}

TEST(CliCuda, WhatCannotRunIsOneLineAndTheRestGoesOn) {
  TEXELSORT_NEED_GL();
  if (no_cuda().empty()) GTEST_SKIP() << "there is a CUDA device";
  const std::vector<std::string> small{"-n", "5", "-t", "u32", "-d", "uniform"};
  const auto with = [&small](std::vector<std::string> words) {
    words.insert(words.end(), small.begin(), small.end());
    return words;
  };
  expect_one_line_error(run_program(with({"sort", "-a", "cub/radix@cuda"})), 3, {"cub/radix@cuda", no_cuda()});
  const Outcome checked = run_program(with({"check", "-a", "cub/*@cuda", "std/sort@cpu"}));
  EXPECT_EQ(checked.exit_code, 0) << checked.err;
  EXPECT_TRUE(contains(checked.out, "skipped: " + no_cuda())) << checked.out;
  EXPECT_TRUE(contains(checked.out, "std/sort@cpu"));
}

}  // namespace
}  // namespace texelsort::app
