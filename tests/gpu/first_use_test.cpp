#include "compute/gpu/first_use.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

#include "compute/gpu/executor.h"
#include "compute/gpu/platform/desktop/captured_errors.h"
#include "tests/support/gl.h"

namespace texelsort::gpu {
namespace {

/// Watcher that records all reports of first uses during its lifetime.
struct Told {
  Told() {
    watch_first_uses({.begin = [this](const std::string& shaders) { lines.push_back("begin " + shaders); },
                      .end = [this] { lines.push_back("end"); }});
  }
  ~Told() { watch_first_uses({}); }
  std::vector<std::string> lines;
};

TEST(FirstUseReports, AreMadeForShaderCompilationAndTheFirstDispatch) {
  TEXELSORT_NEED_GL();
  if (!test_device().info().compute) GTEST_SKIP() << "no compute shaders";
  Buffer from(64, "from"), to(64, "to");
  const Told told;
  DispatchCall call;
  call.program = &test_device().compute_program("common/copy.comp", {{"WORKGROUP", "4"}});
  call.buffers = {{0, &from}, {1, &to}};
  const std::vector<std::string> once{"begin common/copy.comp", "end"};
  EXPECT_EQ(told.lines, once) << "compiled";
  const std::vector<std::string> twice{"begin common/copy.comp", "end", "begin common/copy.comp", "end"};
  test_device().executor().dispatch(call);
  EXPECT_EQ(told.lines, twice) << "dispatched for the first time";
  test_device().executor().dispatch(call);
  EXPECT_EQ(test_device().compute_program("common/copy.comp", {{"WORKGROUP", "4"}}).id(), call.program->id());
  EXPECT_EQ(told.lines, twice) << "nothing is new";
  test_device().check_errors("first uses");
}

TEST(FirstUseReports, AreMadeForTheFirstDraw) {
  TEXELSORT_NEED_GL();
  Texture from({4, 4}, TexelFormat::rgba8, "from"), to({4, 4}, TexelFormat::rgba8, "to");
  const Told told;
  DrawCall call;
  call.program = &test_device().draw_program("common/fullscreen.vert", "common/copy.frag", {{"FIRST_USE", "1"}});
  call.targets = {&to};
  call.textures = {{"copied_from", &from}};
  call.uniforms = {{"texel_size", 1.0f / glm::vec2(4, 4)}};
  for (int i = 0; i < 3; ++i) test_device().executor().draw_aside(call);
  const std::string shaders = "begin common/fullscreen.vert + common/copy.frag";
  EXPECT_EQ(told.lines, (std::vector<std::string>{shaders, "end", shaders, "end"}));
  test_device().check_errors("first uses");
}

TEST(CapturedStandardError, ContainsTheLinesThatADriverPrints) {
  for (const char* name : {"EGL_LOG_LEVEL", "LIBGL_DEBUG", "MESA_DEBUG"}) {
    if (getenv(name) != nullptr) GTEST_SKIP() << name << " asks for the driver's lines";
  }
  testing::internal::CaptureStderr();
  const auto print = [](const std::string& text) {
    EXPECT_EQ(write(STDERR_FILENO, text.data(), text.size()), static_cast<ssize_t>(text.size()));
  };
  print("before\n");
  std::string lines;
  {
    CapturedErrors captured;
    print("one\n\none\n");
    std::fputs("two\n", stderr);
    lines = captured.take();
    print("after\n");
    EXPECT_EQ(captured.take(), "");
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "before\nafter\n");
  EXPECT_EQ(lines, "one; two");
}

}  // namespace
}  // namespace texelsort::gpu
