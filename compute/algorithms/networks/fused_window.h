#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "compute/algorithms/networks/fused_layout.h"
#include "compute/network/network.h"

/// Fused passes whose fragments compare more elements than they write. Each fragment therefore reads more texels than
/// it writes.
namespace texelsort::algorithms {

/// Work of a fragment in a window pass, which is the same for all fragments. The fragment reads the texels that it will
/// write, and the texels of other fragments on which the written texels depend. It executes the steps on all of these
/// texels. Finally it discards the other fragments' texels, which their own fragments also compute.
struct FusedWindow {
  struct Texel {
    std::size_t group = 0;
    std::uint32_t layer = 0;
  };
  /// Comparison of two words in registers. The number of a word is 4 * texel + channel. Equal keys remain in place.
  struct Comparison {
    std::uint32_t smaller = 0, larger = 0;
  };

  /// Groups of texels that a fragment reads, one per fragment that writes them. A group is the distance from the
  /// reader's first element to that fragment's first element. It is 0 for the reader, and may be negative.
  std::vector<std::int64_t> groups{0};
  std::vector<Texel> texels;  ///< texels in registers: first the texels that the fragment writes, layer by layer
  std::vector<std::vector<Comparison>> steps;
  /// Number of elements per block, a power of two. A fragment uses another fragment's texels only if the first elements
  /// of both fragments are in the same block. No comparator crosses blocks, so the fragment treats keys before its
  /// block as the smallest, and keys after the block as the largest.
  std::uint64_t fence = 0;
};

/// Returns whether make_window() supports a step. The step must have a single pattern, one direction for all
/// comparators, and no mirrored halves.
bool has_window_form(const network::Step& step);

/// Combines steps in one window pass that writes `layout`. has_window_form() must accept each step, and the layout must
/// have no reversals. Returns null if fragments would have different work, or would read more than `most_texels`
/// texels.
std::optional<FusedWindow> make_window(std::span<const network::Pattern> steps, const FusedLayout& layout,
                                       std::size_t most_texels);

/// Combines any steps of a network of n places in one pass. Requires that one fragment holds all places.
FusedWindow make_whole_window(std::span<const std::shared_ptr<const network::Step>> steps, std::uint64_t n,
                              unsigned log2_targets);

}  // namespace texelsort::algorithms
