#pragma once

#include "compute/gpu/device.h"

namespace texelsort::tests {

/// True if TEXELSORT_REQUIRE names the feature ("gl,cuda"): then what is missing fails instead of being skipped.
bool required(std::string_view feature);

/// The headless debug context that the tests of one process share; null if there is no OpenGL.
gpu::Device* device();

/// Why device() is null.
std::string device_fault();

}  // namespace texelsort::tests

namespace texelsort::gpu {
/// For use after TEXELSORT_NEED_GL().
Device& test_device();
}  // namespace texelsort::gpu

/// First line of a test that needs OpenGL: skips with the reason where there is none, or fails if it is required.
#define TEXELSORT_NEED_GL()                                                   \
  do {                                                                        \
    if (texelsort::tests::device() == nullptr) {                              \
      if (texelsort::tests::required("gl")) {                                 \
        FAIL() << "OpenGL is required: " << texelsort::tests::device_fault(); \
      }                                                                       \
      GTEST_SKIP() << texelsort::tests::device_fault();                       \
    }                                                                         \
  } while (false)
