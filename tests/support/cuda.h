#pragma once

#include "compute/cuda/device.h"
#include "tests/support/gl.h"

/// First line of a test that needs an NVIDIA device. Without one, skips the test with the reason, or fails it if the
/// device is required.
#define TEXELSORT_NEED_CUDA()                                                         \
  do {                                                                                \
    if (const std::string& none = texelsort::cuda::devices().reason; !none.empty()) { \
      if (texelsort::tests::required("cuda")) FAIL() << "CUDA is required: " << none; \
      GTEST_SKIP() << none;                                                           \
    }                                                                                 \
  } while (false)
