#pragma once

#include <optional>
#include <string>

#include "compute/measure/distances.h"

namespace texelsort::measure {

/// Parameter of a texture cache that the times of passes can show. A block is the rectangle of texels that the cache
/// loads at once.
enum class CacheParameter : std::uint8_t { block_width, block_height, cache_size };

std::string_view name(CacheParameter parameter);  ///< "block width", "block height" or "cache size"
std::string_view unit(CacheParameter parameter);  ///< "texels", "rows" or "bytes"

/// Estimate of one parameter of a cache, from the distance at which the time of a pass jumps.
struct CacheEstimate {
  CacheParameter parameter = CacheParameter::block_width;
  /// The estimate, null if no jump shows it: the side of the block, or the largest working set that is still fast.
  std::optional<std::uint64_t> value{};
  /// 95 % interval: the parameter is at least `least`, and at most `most`.
  std::uint64_t least = 0, most = 0;
  /// Factor of the jump, divided by the largest factor between two passes on the same side of the jump. Without a jump,
  /// the contrast of the best candidate.
  Ratio contrast{};
  double spread = 1;     ///< time of the slowest pass divided by that of the fastest pass
  std::string reason{};  ///< reason why the times allow no estimate; empty if they do
};

/// Estimates one parameter from the row-major mapping. `bytes` is the memory of one key with its payload.
///
/// If partners are within a block of the cache, the second texel of a pair is loaded with the first. The time therefore
/// jumps at a distance of one block. Each texel is read twice, and in between a pass reads 2 * distance texels. The
/// time therefore jumps again if these exceed the cache. Distances below a row show the block's width, and distances of
/// whole rows show its height and then the cache's size.
///
/// A jump is a border with a contrast above 1, by the 95 % interval of 1,000 resamples of the rounds.
CacheEstimate estimate_cache(const DistanceCurve& curve, CacheParameter parameter, std::uint64_t bytes);

/// Returns all three estimates.
std::vector<CacheEstimate> estimate_cache(const DistanceCurve& curve, std::uint64_t bytes);

/// Returns an estimate as text: "16 rows, at least 9 and at most 16", or the reason why there is none.
std::string text(const CacheEstimate& estimate);

}  // namespace texelsort::measure
