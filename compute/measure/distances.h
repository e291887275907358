#pragma once

#include <string>
#include <vector>

#include "compute/measure/measure.h"

namespace texelsort::measure {

/// Time of one pass that compares every index i with i + distance.
struct DistancePoint {
  std::uint64_t distance = 0;
  Summary ms;
  std::uint64_t bytes = 0;
  bool verified = false;  ///< true if the pass's postcondition held
  std::string fault;      ///< reason why the pass is not verified
};

/// Passes of one mapping of indices to texels, by ascending distance.
struct DistanceCurve {
  algorithms::Parameters parameters;  ///< parameters of the single-quad method
  std::uint64_t width = 0;            ///< texels per row of the texture
  std::uint64_t tile = 1;             ///< texels per side of a tile; 1 for row-major
  gpu::Clock clock = gpu::Clock::fenced_wall;
  std::vector<DistancePoint> points;
};

/// Returns the name of the mapping: "row-major", "tiled 8 x 8".
std::string name(const DistanceCurve& curve);

/// Measures one pass of the single-quad method for each mapping and each distance 1, 2, 4, ... below n. All use the
/// same problem, with samples interleaved as in compare(). Throws UsageError if n < 2, and the errors of
/// Algorithm::start.
std::vector<DistanceCurve> compare_distances(const std::vector<algorithms::Prepared>& mappings, gpu::Device* device,
                                             std::shared_ptr<const algorithms::Problem> problem, const Budget& budget,
                                             std::uint64_t seed);

/// Returns the algorithm that defines the parameters of compare_distances().
const algorithms::Algorithm& distance_algorithm();

/// Position of a key's partner relative to the key, under a mapping.
enum class Neighbourhood : std::uint8_t { same_row, other_row, row_of_tile, same_tile, row_of_tiles, other_tiles };

Neighbourhood neighbourhood(const DistanceCurve& curve, std::uint64_t distance);

/// Returns findings, one sentence each: times by position of the partner, the largest change between successive
/// distances, and each tiled mapping compared with the first curve.
std::vector<std::string> findings(const std::vector<DistanceCurve>& curves);

}  // namespace texelsort::measure
