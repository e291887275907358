#pragma once

#include <memory>
#include <vector>

#include "compute/algorithms/core/run.h"
#include "compute/algorithms/ordered/plan.h"

/// What the passes of the ordered sample sort make true. Tables are read as the run's views: "splitters", "splitter
/// places", "histogram" or "scan", "buckets" and "sizes".
namespace texelsort::algorithms::ordered {

/// Where segments start, and the end of the last.
using Starts = std::shared_ptr<const std::vector<std::uint64_t>>;

/// The splitters of every segment are its samples at equal distances.
Claim splitters_claim(const Plan& plan, std::size_t level, Starts starts);
/// The table has for every tile how many of its keys belong to each bucket.
Claim counts_claim(const Plan& plan, std::size_t level, Starts starts);
/// Each of its elements is the sum of those before.
Claim scan_claim(const Plan& plan, std::size_t level, Starts starts);
/// Keys stand in their buckets, in the order in which they stood.
Claim scattered_claim(const Plan& plan, std::size_t level, Starts starts);

}  // namespace texelsort::algorithms::ordered
