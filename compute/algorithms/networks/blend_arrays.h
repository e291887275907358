#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "compute/algorithms/core/run.h"
#include "compute/algorithms/networks/blend_plan.h"
#include "compute/gpu/executor.h"

namespace texelsort::algorithms {

/// Keys as floats in a ping-pong pair of RGBA32F textures. Each of the four channels has one list of whole rows. Place
/// j of a list is texel (j mod width, j div width). Key i is at place i mod length of list i div length. Places after
/// the keys contain the infinity that sorts last. They serve as guards, because exchanging a guard with an equal key
/// changes nothing.
class BlendArrays {
 public:
  BlendArrays(gpu::Device& device, const Problem& problem, std::uint32_t width);

  /// Returns the four lists for n keys. Each list has a quarter of the keys, padded to whole rows.
  static BlendLists lists(std::uint64_t n, std::uint32_t width);

  BlendLists lists() const { return lists_; }
  /// Returns the extent of one list in texels.
  gpu::Extent extent() const { return extent_; }

  KeyPlace key_place(std::uint64_t i) const;

  void load(const data::StateView& state);
  data::State read(std::uint64_t first, std::uint64_t count) const;
  std::optional<std::string> find_guard_damage() const;

  /// Returns a view of the keys' bits, list after list, in a separate texture. The first call makes the texture. Later
  /// calls redraw it if the keys have changed.
  std::vector<View> views() const;

  /// Binds the source texture and the target texture of the next pass.
  void bind(gpu::DrawCall& call) const;
  void swap();

 private:
  float guard() const;
  void draw_view() const;
  /// Calls `visit(place, key)` for all places in [first, last). Reads the texture in bands of rows.
  template <typename Visit>
  void for_each_place(std::uint64_t first, std::uint64_t last, Visit visit) const;

  gpu::Device& device_;
  std::uint64_t n_;
  data::KeyType type_;
  data::Order order_;
  BlendLists lists_;
  gpu::Extent extent_;
  std::array<gpu::Texture, 2> keys_;
  unsigned front_ = 0;
  mutable gpu::Texture view_;
  mutable bool view_is_current_ = false;
};

}  // namespace texelsort::algorithms
