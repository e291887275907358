#pragma once

#include "compute/gpu/device.h"

namespace texelsort::tests {

/// Returns true if TEXELSORT_REQUIRE ("gl,cuda") names the feature. Tests of a missing feature then fail instead of
/// being skipped.
bool required(std::string_view feature);

/// Returns the headless debug context that the tests of one process share. Null if there is no OpenGL.
gpu::Device* device();

/// Returns why device() is null.
std::string device_fault();

}  // namespace texelsort::tests

namespace texelsort::gpu {
/// Returns the shared device. For use after TEXELSORT_NEED_GL().
Device& test_device();
}  // namespace texelsort::gpu

/// First line of a test that needs OpenGL. Without it, skips the test with the reason, or fails it if OpenGL is
/// required.
#define TEXELSORT_NEED_GL()                                                   \
  do {                                                                        \
    if (texelsort::tests::device() == nullptr) {                              \
      if (texelsort::tests::required("gl")) {                                 \
        FAIL() << "OpenGL is required: " << texelsort::tests::device_fault(); \
      }                                                                       \
      GTEST_SKIP() << texelsort::tests::device_fault();                       \
    }                                                                         \
  } while (false)
