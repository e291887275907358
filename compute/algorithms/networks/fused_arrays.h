#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "compute/algorithms/arrays/texel_arrays.h"
#include "compute/algorithms/networks/fused_plan.h"

namespace texelsort::algorithms {

/// Keys in layers of texels with four keys each, as a ping-pong pair. `log2_targets` bits of a key's index select the
/// layer. Low words of keys, high words of keys, and payload are in separate layers, in this order. Places after the n
/// keys contain guard keys (see TexelArrays).
class FusedArrays {
 public:
  /// Creates the arrays. With `images`, passes write by image stores instead of to render targets.
  FusedArrays(gpu::Device& device, const Problem& problem, unsigned index_bits, unsigned log2_targets, bool images);

  /// Maximum number of texels per word of an element that a fragment writes. A fragment writes to render targets, of
  /// which OpenGL 3.3 guarantees 8, or by image stores.
  static constexpr unsigned most_targets = 8, most_stores = 32;

  /// Returns the number of 32-bit words per element, 1 to 3.
  static unsigned planes(data::KeyType type, data::PayloadKind payload);
  /// Returns the number of index bits that select layers, if a fragment writes `targets` texels for elements of this
  /// form. Returns null if an element needs more than `targets` texels.
  static std::optional<unsigned> log2_layers(std::uint64_t targets, data::KeyType type, data::PayloadKind payload);
  /// Returns the extent of a layer in texels. The width is a power of two, and the layer is as square as possible.
  static gpu::Extent extent(unsigned index_bits, unsigned log2_targets);

  void load(const data::StateView& state);

  /// Executes one pass and sets the layout of the arrays to the layout of the pass. `call` has the program and all its
  /// data except the arrays.
  void draw(gpu::DrawCall call, const FusedPass& pass);

  gpu::Extent extent() const { return arrays_[0].extent(); }
  std::uint32_t layers() const { return arrays_[0].layers(); }
  KeyPlace key_place(std::uint64_t i) const;

  // The following functions return elements in index order. The GPU reorders the data into separate textures for each
  // call.
  std::vector<View> views() const { return in_order().views(); }
  data::State read(std::uint64_t first, std::uint64_t count) const { return in_order().read(first, count); }
  std::optional<std::string> find_guard_damage() const { return in_order().find_guard_damage(); }
  gpu::Extent plain_extent() const;

 private:
  const Texels& in_order() const;
  void append_address(gpu::DrawCall& call) const;
  void append_elements(gpu::DrawCall& call, const FusedLayout& layout) const;
  bool has_payload() const { return payload_ != data::PayloadKind::none; }

  gpu::Device& device_;
  std::uint64_t n_;
  data::KeyType type_;
  data::Order order_;
  data::PayloadKind payload_;
  unsigned index_bits_, log2_targets_;
  bool images_;
  std::array<gpu::ArrayTexture, 2> arrays_;
  unsigned front_ = 0;
  FusedLayout layout_;
  const gpu::Program* plain_program_ = nullptr;
  mutable Texels plain_;
  mutable bool plain_is_current_ = false;
};

}  // namespace texelsort::algorithms
