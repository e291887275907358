#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "compute/algorithms/networks/fused_layout.h"
#include "compute/network/network.h"

/// Fused passes whose steps compare more elements than a fragment writes. Each fragment therefore reads more than it
/// writes.
namespace texelsort::algorithms {

/// Work of a fragment in a window pass, which is the same for all fragments. The fragment reads the texels that it will
/// write, and others on which these depend. It executes the steps on all of them. It then discards the others, because
/// their own fragments compute them again.
struct FusedWindow {
  struct Texel {
    std::size_t group = 0;
    std::uint32_t layer = 0;
  };
  /// Comparison of two words in registers; their numbers are 4 * texel + channel. Equal keys remain in place.
  struct Comparison {
    std::uint32_t smaller = 0, larger = 0;
  };

  /// Offsets to the first elements of the fragments whose texels this fragment reads, from its own first element: 0 for
  /// itself, and others before and after it.
  std::vector<std::int64_t> groups{0};
  std::vector<Texel> texels;  ///< texels in registers: first the texels that are written, layer by layer
  std::vector<std::vector<Comparison>> steps;
  /// Number of elements per block, a power of two. Another fragment's texels are used only if its first element is in
  /// the same block as this fragment's. No comparator crosses blocks, so keys before the block can be treated as the
  /// smallest, and keys after it as the largest.
  std::uint64_t fence = 0;
};

/// Returns whether make_window() supports a step. The step must have one pattern, one direction for all comparators,
/// and no mirrored halves.
bool has_window_form(const network::Step& step);

/// Combines these steps, which make_window() must support, in one pass that writes this layout without reversals. Null
/// if the work depends on the fragment's position, or if a fragment would read more than `most_texels` texels.
std::optional<FusedWindow> make_window(std::span<const network::Pattern> steps, const FusedLayout& layout,
                                       std::size_t most_texels);

/// Combines any steps of a network of n places in one pass, if one fragment holds all places.
FusedWindow make_whole_window(std::span<const std::shared_ptr<const network::Step>> steps, std::uint64_t n,
                              unsigned log2_targets);

}  // namespace texelsort::algorithms
