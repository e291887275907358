#pragma once

#include <string>
#include <vector>

#include "compute/measure/measure.h"

namespace texelsort::measure {

/// Time of one pass that compares every index i with index i + distance.
struct DistancePoint {
  std::uint64_t distance = 0;
  Summary ms;
  std::vector<double> samples_ms;  ///< sample i of every point is from round i
  std::uint64_t bytes = 0;
  bool verified = false;  ///< true if the output of the pass satisfies the postcondition
  std::string fault;      ///< reason why the pass is not verified; empty if it is
};

/// Pass times of one mapping from indices to texels, by ascending distance of the compared indices.
struct DistanceCurve {
  algorithms::Parameters parameters;  ///< parameters of the single-quad method, which include the mapping
  std::uint64_t width = 0;            ///< number of texels per row of the texture
  std::uint64_t tile = 1;             ///< number of texels per side of a tile; 1 for the row-major mapping
  gpu::Clock clock = gpu::Clock::fenced_wall;
  std::vector<DistancePoint> points;
};

/// Returns the name of a mapping, such as "row-major" or "tiled 8 x 8".
std::string name(const DistanceCurve& curve);

/// Measures one pass of the single-quad method for each mapping and each distance 1, 2, 4, ... below n. All passes sort
/// the same problem, and their samples are interleaved as in compare(). Throws UsageError if n < 2, and the errors of
/// Algorithm::start.
std::vector<DistanceCurve> compare_distances(const std::vector<algorithms::Prepared>& mappings, gpu::Device* device,
                                             std::shared_ptr<const algorithms::Problem> problem, const Budget& budget,
                                             std::uint64_t seed);

/// Returns the single-quad algorithm, whose parameters contain the mappings that compare_distances() measures.
const algorithms::Algorithm& distance_algorithm();

/// Row and tile of the partner of a key in the texture, relative to the key.
enum class Neighbourhood : std::uint8_t { same_row, other_row, row_of_tile, same_tile, row_of_tiles, other_tiles };

Neighbourhood neighbourhood(const DistanceCurve& curve, std::uint64_t distance);

/// Returns findings about pass times at different distances, one sentence each. They describe times by relative
/// position of the partners, and the largest change between successive distances. They also compare each tiled mapping
/// with the first mapping.
std::vector<std::string> findings(const std::vector<DistanceCurve>& curves);

}  // namespace texelsort::measure
