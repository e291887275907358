#pragma once

#include "compute/algorithms/deterministic/cuda/launch.h"

namespace texelsort::algorithms::deterministic::device {

/// Where a segment begins, and its keys.
struct Segment {
  unsigned first, size;
};

__device__ inline Segment segment_of(const Segments& segments, unsigned i) {
  if (segments.starts != nullptr) return {segments.starts[i], segments.starts[i + 1] - segments.starts[i]};
  return {i * segments.quotient + min(i, segments.remainder), segments.quotient + (i < segments.remainder ? 1u : 0u)};
}

}  // namespace texelsort::algorithms::deterministic::device
