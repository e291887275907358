#pragma once

#include <string>
#include <vector>

#include "compute/measure/measure.h"

namespace texelsort::measure {

/// Time of one pass that compares every i with i + distance.
struct DistancePoint {
  std::uint64_t distance = 0;
  Summary ms;
  std::uint64_t bytes = 0;
  bool verified = false;  ///< the pass's claim held
  std::string fault;      ///< why not
};

/// The passes of one mapping of indices to texels, by ascending distance.
struct DistanceCurve {
  algorithms::Parameters parameters;  ///< of the single-quad method
  std::uint64_t width = 0;            ///< texels a row of the texture
  std::uint64_t tile = 1;             ///< texels a side of a tile; 1: row-major
  gpu::Clock clock = gpu::Clock::fenced_wall;
  std::vector<DistancePoint> points;
};

/// "row-major", "tiled 8 x 8".
std::string name(const DistanceCurve& curve);

/// One pass of the single-quad method for each of these settings and each distance 1, 2, 4, ... below n, on the same
/// problem, with samples interleaved as in compare(). Throws what Algorithm::start throws; UsageError if n < 2.
std::vector<DistanceCurve> compare_distances(const std::vector<algorithms::Prepared>& mappings, gpu::Device* device,
                                             std::shared_ptr<const algorithms::Problem> problem, const Budget& budget,
                                             std::uint64_t seed);

/// The algorithm whose parameters compare_distances takes.
const algorithms::Algorithm& distance_algorithm();

/// Where a key's partner is, seen from the key: the places that a mapping makes near or far.
enum class Neighbourhood : std::uint8_t { same_row, other_row, row_of_tile, same_tile, row_of_tiles, other_tiles };

Neighbourhood neighbourhood(const DistanceCurve& curve, std::uint64_t distance);

/// What the curves show, a sentence each: times by where the partner is, the largest step from one distance to the
/// next, and every tiled mapping against the first curve.
std::vector<std::string> findings(const std::vector<DistanceCurve>& curves);

}  // namespace texelsort::measure
