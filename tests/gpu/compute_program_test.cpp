#include "compute/gpu/compute_program.h"

#include <cstring>

#include <gtest/gtest.h>

#include "compute/data/error.h"
#include "tests/support/gl.h"
#include "tests/support/temporary_folder.h"

namespace texelsort::gpu {
namespace {

struct Fill : ComputeProgram<Fill> {
  explicit Fill(Device& device) : ComputeProgram(device, "fill.comp") {}
  Fill& number(std::uint64_t value) { return set("number", value); }
  Fill& to(const Buffer& buffer) { return bind(3, {.buffer = &buffer}); }
};

/// Fixture with a device that reads its shaders from a folder, which also contains fill.comp.
class ComputePrograms : public ::testing::Test {
 protected:
  void SetUp() override {
    TEXELSORT_NEED_GL();
    if (!test_device().info().compute) GTEST_SKIP() << "no compute shaders";
    folder_.write("fill.comp",
                  "layout(local_size_x = 4) in;\n"
                  "layout(std430, binding = 3) writeonly buffer To { uint to[]; };\n"
                  "uniform uint number;\n"
                  "void main() { to[gl_GlobalInvocationID.x] = number; }\n");
    device_ = Device::headless({.debug = true, .shader_directory = folder_.path(), .egl_device = {}});
  }
  void TearDown() override {
    device_.reset();
    if (tests::device() != nullptr) test_device().make_current();
  }
  static std::vector<std::uint32_t> words(const Buffer& buffer) {
    std::vector<std::uint32_t> result(buffer.size() / 4);
    buffer.read(0, std::as_writable_bytes(std::span(result)));
    return result;
  }

  const tests::TemporaryFolder folder_;
  std::unique_ptr<Device> device_;
};

TEST_F(ComputePrograms, SetUniformsAndStorageBlocksByName) {
  Buffer one(64, "one"), other(64, "other");
  Fill fill(*device_);
  fill.number(7).to(one).dispatch(4);
  EXPECT_EQ(words(one), std::vector<std::uint32_t>(16, 7));
  // The second dispatch must write to its own buffer, not to the buffer of the first.
  fill.to(other).number(0xFFFF'FFFF).dispatch(4);
  EXPECT_EQ(words(other), std::vector<std::uint32_t>(16, 0xFFFF'FFFF));
  EXPECT_EQ(words(one), std::vector<std::uint32_t>(16, 7));
  device_->check_errors("filling");
}

TEST_F(ComputePrograms, RejectNumbersBeyond32Bits) {
  Fill fill(*device_);
  EXPECT_THROW(fill.number(std::uint64_t{1} << 32), InternalError);
  Buffer to(64, "to");
  EXPECT_THROW(fill.number(1).to(to).dispatch(std::uint64_t{1} << 32), InternalError);
}

}  // namespace
}  // namespace texelsort::gpu
