#include "compute/gpu/platform/desktop/egl_context.h"

#include <algorithm>

#include <EGL/egl.h>
#include <gtest/gtest.h>

#include "compute/data/error.h"
#include "tests/support/gl.h"

namespace texelsort::gpu {
namespace {

/// Fixture that makes the shared context of all tests current again after each test.
class EglContexts : public ::testing::Test {
 protected:
  void SetUp() override { TEXELSORT_NEED_GL(); }
  void TearDown() override {
    if (tests::device() != nullptr) test_device().make_current();
  }
};

TEST_F(EglContexts, AreTriedOnSoftwareDevicesLast) {
  const std::vector<ContextCandidate> candidates = context_candidates(std::nullopt);
  ASSERT_FALSE(candidates.empty());
  EXPECT_TRUE(std::ranges::is_partitioned(candidates, [](const auto& one) { return !one.software; }));
}

TEST_F(EglContexts, AreTriedOnlyOnTheRequestedDevice) {
  const auto devices = std::ranges::count_if(context_candidates(std::nullopt),
                                             [](const auto& one) { return one.native_device != nullptr; });
  for (unsigned number = 0; number < static_cast<unsigned>(devices); ++number) {
    const std::vector<ContextCandidate> only = context_candidates(number);
    ASSERT_EQ(only.size(), 1u);
    EXPECT_TRUE(only.front().what.starts_with("EGL device " + std::to_string(number))) << only.front().what;
  }
  try {
    context_candidates(1000);
    ADD_FAILURE() << "found";
  } catch (const UsageError& error) {
    EXPECT_NE(std::string(error.what()).find("EGL device 1000 does not exist"), std::string::npos) << error.what();
  }
}

TEST_F(EglContexts, AreCreatedOrExplainWhyNot) {
  for (const ContextCandidate& candidate : context_candidates(std::nullopt)) {
    ContextTrial trial;
    const auto context = make_context(candidate, false, trial);
    EXPECT_EQ(trial.what, candidate.what);
    EXPECT_FALSE(trial.outcome.empty() && context == nullptr) << candidate.what;
  }
}

TEST_F(EglContexts, StayCurrentUntilAnotherContextBecomesCurrent) {
  ContextTrial trial;
  std::unique_ptr<OwnContext> first, second;
  for (const ContextCandidate& candidate : context_candidates(std::nullopt)) {
    if (first == nullptr) first = make_context(candidate, false, trial);
    if (first != nullptr && (second = make_context(candidate, false, trial)) != nullptr) break;
  }
  ASSERT_NE(second, nullptr) << trial.outcome;
  const EGLContext of_second = eglGetCurrentContext();
  first->make_current();
  const EGLContext of_first = eglGetCurrentContext();
  EXPECT_NE(of_first, of_second);
  second->make_current();
  EXPECT_EQ(eglGetCurrentContext(), of_second);
  first.reset();
  EXPECT_EQ(eglGetCurrentContext(), of_second);
  second.reset();
  EXPECT_EQ(eglGetCurrentContext(), EGL_NO_CONTEXT);
}

TEST_F(EglContexts, HaveNoCudaDeviceNumberOnASoftwareRenderer) {
  if (!test_device().info().software) GTEST_SKIP() << "no software renderer";
  test_device().make_current();
  EXPECT_EQ(current_cuda_ordinal(), std::nullopt);
}

}  // namespace
}  // namespace texelsort::gpu
