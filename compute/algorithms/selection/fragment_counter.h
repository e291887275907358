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

/// Returns the method of counting fragments for a device: occlusion queries, or marks if the device's queries do not
/// count exactly.
Counting counting_of(const gpu::DeviceInfo& device);

/// Returns the preprocessor defines for shaders whose fragments are counted by this method.
gpu::Defines counting_defines(Counting counting);

/// Returns the cost of counting the fragments of one draw over an extent, in addition to the cost of the draw.
Counters counting_cost(Counting counting, gpu::Extent extent);

/// Textures for marks, and for sums of marks, by their size. All counters reuse them, because each sum ends before the
/// next draw begins.
using MarkTextures = std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<gpu::Texture>>;

/// Sum of the texels of a texture of words, or number of the marks in a texture. Shaders sum blocks of texels
/// repeatedly until one texel is left.
class TexelSum {
 public:
  TexelSum() = default;
  explicit TexelSum(gpu::Device& device) : device_(&device), total_({1, 1}, gpu::TexelFormat::r32ui, "sum of texels") {}
  /// Sums the texels of `textures.front()`. The first call creates the smaller textures for partial sums. If `aside` is
  /// true, the draws do not count as work of a pass.
  void draw(std::vector<gpu::Texture>& textures, bool of_marks, bool aside = false);
  /// Waits for the sum of the last draw() and returns it.
  std::uint64_t read() const;

 private:
  gpu::Device* device_ = nullptr;
  gpu::Texture total_;  ///< sum of all texels, as a texture of a single texel
};

/// Counter of the fragments of a draw that pass all tests. With marks, each such fragment writes a mark to a texture,
/// and a TexelSum counts the marks.
class FragmentCounter {
 public:
  /// Makes a counter that uses the textures `marks`. Counters with the same textures must count one after another.
  FragmentCounter(gpu::Device& device, Counting counting, std::shared_ptr<MarkTextures> marks);

  /// Draws `extent` texels without colour targets, and counts the fragments that pass all tests. If `aside` is true,
  /// the draw does not count as work of a pass.
  void draw(gpu::DrawCall call, gpu::Extent extent, bool aside = false);
  /// Waits for the last draw and returns the number of its fragments that passed.
  std::uint64_t read() const;

 private:
  gpu::Device* device_;
  Counting counting_;
  gpu::SampleCounter samples_;
  std::shared_ptr<MarkTextures> marks_;
  TexelSum sum_;
};

}  // namespace texelsort::algorithms
