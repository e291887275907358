#include <filesystem>

#include <gtest/gtest.h>

#include "compute/data/error.h"
#include "compute/gpu/device.h"
#include "compute/gpu/executor.h"
#include "compute/gpu/shader_library.h"
#include "tests/support/gl.h"
#include "tests/support/temporary_folder.h"

namespace texelsort::gpu {
namespace {

std::string body_of(const std::string& shader) {
  const std::string text = with_loops_ended("#version 430 core\n#line 1 0\n" + shader);
  return text.substr(text.find("#line 1 0\n") + 10);
}

TEST(ShaderLoopLimiter, AddsALimitToTheConditionOfEveryLoop) {
  EXPECT_EQ(body_of("for (uint i = f(a, b); i < n; ++i) x();\n"),
            "for (uint i = f(a, b);( i < n) && more_rounds(); ++i) x();\n");
  EXPECT_EQ(body_of("for (uint c = 0u;; c += 2u) {}\n"), "for (uint c = 0u; more_rounds(); c += 2u) {}\n");
  EXPECT_EQ(body_of("while (slot < high(a[0])) {}\n"), "while ((slot < high(a[0])) && more_rounds()) {}\n");
  EXPECT_EQ(body_of("#define EACH for (uint t = 0u; t < 2u; ++t) \\\n  x\n"),
            "#define EACH for (uint t = 0u;( t < 2u) && more_rounds(); ++t) \\\n  x\n");
}

TEST(ShaderLoopLimiter, LeavesCommentsAndOtherWordsUnchanged) {
  for (const std::string line : {"// wait for (ever; and; a) day\n", "/* while (true) */ uint forward = 1u;\n",
                                 "uint before_for = 2u; float(meanwhile);\n"}) {
    EXPECT_EQ(body_of(line), line);
  }
}

TEST(ShaderLoopLimiter, MovesExtensionDirectivesBeforeItsDeclarations) {
  const std::string text = with_loops_ended("#version 330 core\n#line 1 0\n#extension GL_X : require\nint a;\n");
  EXPECT_LT(text.find("#extension GL_X : enable"), text.find("more_rounds"));
  EXPECT_EQ(text.find("require"), std::string::npos);
  EXPECT_NE(text.find("#line 1 0\n\nint a;"), std::string::npos) << "lines keep their numbers: " << text;
}

/// Counts the rounds of two loops of one invocation together.
class ShaderLoopLimit : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_.write("loops.comp",
                  "layout(local_size_x = 1) in;\n"
                  "layout(std430, binding = 0) buffer Counts { uint counts[]; };\n"
                  "uniform uint n;\n"
                  "void main() {\n"
                  "  for (uint i = 0u; i < n; ++i) ++counts[0];\n"
                  "  uint i = 0u;\n"
                  "  while (i < n) { ++counts[1]; ++i; }\n"
                  "}\n");
  }
  void TearDown() override {
    if (tests::device() != nullptr) tests::device()->make_current();
  }
  std::vector<std::uint32_t> rounds_of(Device& device, std::uint32_t n, std::uint64_t declared) const {
    Buffer counts(2 * sizeof(std::uint32_t), "counts");
    std::vector<std::uint32_t> seen(2);
    counts.write(0, std::as_bytes(std::span(seen)));
    const Program& program = device.compute_program("loops.comp");
    device.executor().dispatch(
        {.program = &program, .buffers = {{0, &counts}}, .uniforms = {{"n", n}}, .rounds = declared});
    counts.read(0, std::as_writable_bytes(std::span(seen)));
    return seen;
  }
  const tests::TemporaryFolder folder_;
  const std::filesystem::path directory_ = folder_.path();
};

TEST_F(ShaderLoopLimit, EndsTheLoopsOfADispatchAtItsDeclaredLimit) {
  TEXELSORT_NEED_GL();
  if (!test_device().info().compute) GTEST_SKIP() << "no compute shaders";
  const auto device =
      Device::headless({.debug = true, .shader_directory = directory_, .egl_device = {}, .loop_rounds = 2000});
  EXPECT_EQ(rounds_of(*device, 100, 200), (std::vector<std::uint32_t>{100, 100}));
  EXPECT_EQ(rounds_of(*device, 100, 150), (std::vector<std::uint32_t>{100, 50}));
  EXPECT_EQ(rounds_of(*device, 100, 40), (std::vector<std::uint32_t>{40, 0}));
  EXPECT_EQ(device->info().max_loop_rounds, 2000u);
  EXPECT_THROW(rounds_of(*device, 1, 2001), UnavailableError);
}

TEST_F(ShaderLoopLimit, RejectsADispatchThatExceedsTheLimitOfTheDevice) {
  TEXELSORT_NEED_GL();
  if (!test_device().info().compute) GTEST_SKIP() << "no compute shaders";
  const auto device = Device::headless({.debug = true, .shader_directory = directory_, .egl_device = {}});
  if (!device->info().software) {
    EXPECT_EQ(rounds_of(*device, 100'000, 200'000), (std::vector<std::uint32_t>{100'000, 100'000}));
    return;
  }
  EXPECT_EQ(device->info().max_loop_rounds, 65'535u);
  EXPECT_EQ(rounds_of(*device, 32'767, 65'534), (std::vector<std::uint32_t>{32'767, 32'767}));
  try {
    rounds_of(*device, 33'000, 66'000);
    FAIL() << "not refused";
  } catch (const UnavailableError& error) {
    EXPECT_STREQ(error.what(),
                 "loops.comp: an invocation needs up to 66000 loop iterations, but this device ends loops after 65535");
  }
}

}  // namespace
}  // namespace texelsort::gpu
