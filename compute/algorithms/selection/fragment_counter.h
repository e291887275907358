#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "compute/algorithms/core/trace.h"
#include "compute/algorithms/selection/settings.h"
#include "compute/gpu/executor.h"

namespace texelsort::algorithms {

/// The way of counting that a device has: occlusion queries, or marks where these do not count.
Counting counting_of(const gpu::DeviceInfo& device);

/// What a shader is compiled with so that its fragments can be counted that way.
gpu::Defines counting_defines(Counting counting);

/// What counting the fragments of one draw over an extent takes besides the draw itself.
Counters counting_cost(Counting counting, gpu::Extent extent);

/// The textures in which marks are left and summed, by extent; the sums of one draw are done before the next begins.
using MarkTextures = std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<gpu::Texture>>;

/// The sum of the texels of a texture of words, or how many marks a texture holds: shaders sum them, a block of texels
/// at a time, until one is left.
class TexelSum {
 public:
  TexelSum() = default;
  explicit TexelSum(gpu::Device& device) : device_(&device), total_({1, 1}, gpu::TexelFormat::r32ui, "sum of texels") {}
  /// Sums `textures.front()`; the others are made for the sums, once. `aside`: outside any pass.
  void draw(std::vector<gpu::Texture>& textures, bool of_marks, bool aside = false);
  /// Waits for it.
  std::uint64_t read() const;

 private:
  gpu::Device* device_ = nullptr;
  gpu::Texture total_;  ///< one texel
};

/// Counts the fragments of draws that pass their tests. By marks: the fragments that pass leave one each in a texture,
/// whose texels shaders sum, a block of them at a time, until one is left.
class FragmentCounter {
 public:
  /// Counters with the same textures count one after the other.
  FragmentCounter(gpu::Device& device, Counting counting, std::shared_ptr<MarkTextures> marks);

  /// Draws without colour targets, over `extent` texels, and counts what passes. `aside`: outside any pass.
  void draw(gpu::DrawCall call, gpu::Extent extent, bool aside = false);
  /// Fragments of the last draw; waits for it.
  std::uint64_t read() const;

 private:
  gpu::Device* device_;
  Counting counting_;
  gpu::SampleCounter samples_;
  std::shared_ptr<MarkTextures> marks_;
  TexelSum sum_;
};

}  // namespace texelsort::algorithms
