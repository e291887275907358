#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "compute/algorithms/networks/fused_layout.h"
#include "compute/network/network.h"

/// Passes of steps whose partners do not all fit into a fragment: each fragment reads more than it writes.
namespace texelsort::algorithms {

/// Work of a fragment in such a pass, the same for all fragments. It reads the texels that it will write, and others on
/// which these depend. It executes the steps on all of them and discards the others, which their own fragments compute
/// again.
struct FusedWindow {
  struct Texel {
    std::size_t group = 0;
    std::uint32_t layer = 0;
  };
  /// Two words in registers, 4 * texel + channel. Equal keys stay in place.
  struct Comparison {
    std::uint32_t smaller = 0, larger = 0;
  };

  /// Offsets from the fragment's first element to those of the fragments whose texels it reads: 0 for itself, and some
  /// before and after it.
  std::vector<std::int64_t> groups{0};
  std::vector<Texel> texels;  ///< texels in registers; those that are written come first, layer by layer
  std::vector<std::vector<Comparison>> steps;
  /// Other fragments count only if their first element is in the same block as the fragment's own. Blocks have this
  /// many elements, a power of two. No comparator crosses blocks, so keys before the block can be treated as the
  /// smallest, and those after it as the largest.
  std::uint64_t fence = 0;
};

/// Returns whether make_window() supports a step: one pattern, one direction for all comparators, and halves that are
/// not mirrored.
bool has_window_form(const network::Step& step);

/// Combines these steps, all of window form, in one pass that writes this layout (without reversals). Null if the work
/// depends on the fragment's position, or if a fragment would read more than `most_texels`.
std::optional<FusedWindow> make_window(std::span<const network::Pattern> steps, const FusedLayout& layout,
                                       std::size_t most_texels);

/// Combines any steps of a network of n places, all held by one fragment.
FusedWindow make_whole_window(std::span<const std::shared_ptr<const network::Step>> steps, std::uint64_t n,
                              unsigned log2_targets);

}  // namespace texelsort::algorithms
