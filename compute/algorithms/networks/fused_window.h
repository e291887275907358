#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "compute/algorithms/networks/fused_layout.h"
#include "compute/network/network.h"

/// Passes of steps whose partners do not all fit into a fragment: it reads more than it writes.
namespace texelsort::algorithms {

/// What a fragment does in such a pass, the same for all fragments. It reads the texels that it will write and others
/// on which these come to depend, executes the steps on all of them, and leaves the others to their own fragments, who
/// do the same work once more.
struct FusedWindow {
  struct Texel {
    std::size_t group = 0;
    std::uint32_t layer = 0;
  };
  /// Two words in registers, 4 * texel + channel; equal keys stay where they are.
  struct Comparison {
    std::uint32_t smaller = 0, larger = 0;
  };

  /// From the fragment's first element to that of whose texels are read: itself, 0, and some before and after it.
  std::vector<std::int64_t> groups{0};
  std::vector<Texel> texels;  ///< in registers; those that are written come first, layer after layer
  std::vector<std::vector<Comparison>> steps;
  /// Other fragments count only if their first element is in the same block of this many, a power of two, as one's
  /// own. No comparator crosses blocks, so that keys before it may as well be the smallest, and those after it the
  /// largest of all.
  std::uint64_t fence = 0;
};

/// Whether make_window can tell its comparators apart: one pattern, all comparators one way, the halves not mirrored.
bool has_window_form(const network::Step& step);

/// These steps, of window form each, in one pass that writes this layout (without reversals); nothing if what a
/// fragment has to do depends on where it is, or if it would read more than `most_texels`.
std::optional<FusedWindow> make_window(std::span<const network::Pattern> steps, const FusedLayout& layout,
                                       std::size_t most_texels);

/// Any steps of a network of n places that are all held by one fragment.
FusedWindow make_whole_window(std::span<const std::shared_ptr<const network::Step>> steps, std::uint64_t n,
                              unsigned log2_targets);

}  // namespace texelsort::algorithms
