#pragma once

#include "compute/algorithms/merge/cuda/path.cuh"
#include "compute/cuda/kernel.h"

/// Merge path that merges groups of four sequences.
namespace texelsort::algorithms::merge::device {
namespace {

template <typename Typed>
using FourPathMerger = PathMerger<Typed, 4>;

template <typename Word>
struct FourPathKernels final : TileMergeLaunchesOf<FourPathLaunches, Word, FourPathMerger, true> {};

}  // namespace
}  // namespace texelsort::algorithms::merge::device
