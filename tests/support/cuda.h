#pragma once

#include "compute/cuda/device.h"
#include "tests/support/gl.h"

/// First statement of a test that needs an NVIDIA device. Without a device, it skips the test with the reason. If
/// TEXELSORT_REQUIRE names cuda, it fails the test instead.
#define TEXELSORT_NEED_CUDA()                                                         \
  do {                                                                                \
    if (const std::string& none = texelsort::cuda::devices().reason; !none.empty()) { \
      if (texelsort::tests::required("cuda")) FAIL() << "CUDA is required: " << none; \
      GTEST_SKIP() << none;                                                           \
    }                                                                                 \
  } while (false)
