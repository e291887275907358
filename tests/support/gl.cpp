#include "tests/support/gl.h"

#include <cstdlib>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "compute/data/error.h"

namespace texelsort::tests {
namespace {

struct Shared {
  std::unique_ptr<gpu::Device> device;
  std::string fault;
};

Shared& shared() {
  static Shared instance = [] {
    Shared made;
    try {
      made.device = gpu::Device::headless({.debug = true, .shader_directory = {}, .egl_device = {}});
    } catch (const Error& error) {
      made.fault = error.what();
    }
    return made;
  }();
  return instance;
}

/// Test listener that fails a test after which an OpenGL error is pending.
class ErrorListener final : public ::testing::EmptyTestEventListener {
  void OnTestEnd(const ::testing::TestInfo& info) override {
    if (!shared().device) return;
    shared().device->make_current();
    try {
      shared().device->check_errors(info.name());
    } catch (const Error& error) {
      ADD_FAILURE() << error.what();
    }
  }
  void OnTestProgramEnd(const ::testing::UnitTest&) override { shared().device.reset(); }
};

}  // namespace

bool required(std::string_view feature) {
  const char* text = std::getenv("TEXELSORT_REQUIRE");
  if (text == nullptr) return false;
  const std::string list = "," + std::string(text) + ",";
  return list.find("," + std::string(feature) + ",") != std::string::npos;
}

gpu::Device* device() {
  static const bool listening = [] {
    // GoogleTest owns and deletes the listener.
    ::testing::UnitTest::GetInstance()->listeners().Append(new ErrorListener);
    return true;
  }();
  (void)listening;
  return shared().device.get();
}

std::string device_fault() {
  return shared().fault;
}

}  // namespace texelsort::tests

namespace texelsort::gpu {

Device& test_device() {
  return *tests::device();
}

}  // namespace texelsort::gpu
