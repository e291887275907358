#pragma once

#include "compute/cuda/device.h"
#include "tests/support/gl.h"

/// First line of a test that needs an NVIDIA device: skips with the reason where there is none, or fails if it is
/// required.
#define TEXELSORT_NEED_CUDA()                                                         \
  do {                                                                                \
    if (const std::string& none = texelsort::cuda::devices().reason; !none.empty()) { \
      if (texelsort::tests::required("cuda")) FAIL() << "CUDA is required: " << none; \
      GTEST_SKIP() << none;                                                           \
    }                                                                                 \
  } while (false)
