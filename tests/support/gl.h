#pragma once

#include "compute/gpu/device.h"

namespace texelsort::tests {

/// Returns whether TEXELSORT_REQUIRE (such as "gl,cuda") contains the feature. If a required feature is missing, its
/// tests fail instead of being skipped.
bool required(std::string_view feature);

/// Returns the headless debug context that all tests of a process share, or null if OpenGL is unavailable.
gpu::Device* device();

std::string device_fault();

}  // namespace texelsort::tests

namespace texelsort::gpu {
/// Returns the shared device. Call it only after TEXELSORT_NEED_GL().
Device& test_device();
}  // namespace texelsort::gpu

/// First statement of a test that needs OpenGL. Without OpenGL, it skips the test with the reason. If TEXELSORT_REQUIRE
/// names gl, it fails the test instead.
#define TEXELSORT_NEED_GL()                                                   \
  do {                                                                        \
    if (texelsort::tests::device() == nullptr) {                              \
      if (texelsort::tests::required("gl")) {                                 \
        FAIL() << "OpenGL is required: " << texelsort::tests::device_fault(); \
      }                                                                       \
      GTEST_SKIP() << texelsort::tests::device_fault();                       \
    }                                                                         \
  } while (false)
