#include "compute/algorithms/quick/reference.h"

#include <functional>

#include "compute/algorithms/cuda/kernels/pivot.h"

namespace texelsort::algorithms::quick {

std::vector<std::uint64_t> pivots(const Round& round, const Settings& settings, Numbers ranks) {
  std::vector<std::uint64_t> found;
  for (const Subarray& part : round.parts) {
    std::uint64_t drawn[kernels::most_drawn] = {};
    for (unsigned i = 0; i < settings.drawn; ++i) {
      drawn[i] = ranks[kernels::drawn_place(part.first, part.count, i, settings.seed)];
    }
    found.push_back(kernels::median(drawn, settings.drawn, std::less{}));
  }
  return found;
}

std::vector<std::uint64_t> class_counts(const Round& round, Numbers pivots, Numbers ranks) {
  std::vector<std::uint64_t> counts(3 * round.shares.size());
  for (std::size_t i = 0; i < round.shares.size(); ++i) {
    const Share& share = round.shares[i];
    const std::uint64_t pivot = pivots[share.part];
    for (std::uint64_t at = share.first; at < share.last; ++at) {
      ++counts[3 * i + (ranks[at] < pivot ? 0 : ranks[at] == pivot ? 1 : 2)];
    }
  }
  return counts;
}

Places class_places(const Round& round, Numbers counts) {
  Places made{std::vector<std::uint64_t>(counts.size()), std::vector<std::uint64_t>(2 * round.parts.size())};
  std::vector<std::uint64_t> next;  // next free position of each part's three classes
  for (std::size_t i = 0; i < round.shares.size(); ++i) {
    const std::uint64_t part = round.shares[i].part;
    for (std::size_t kind = 0; kind < 2; ++kind) made.sizes[2 * part + kind] += counts[3 * i + kind];
  }
  for (std::size_t p = 0; p < round.parts.size(); ++p) {
    const std::uint64_t equal = round.parts[p].first + made.sizes[2 * p];
    next.insert(next.end(), {round.parts[p].first, equal, equal + made.sizes[2 * p + 1]});
  }
  for (std::size_t i = 0; i < counts.size(); ++i) {
    std::uint64_t& place = next[3 * round.shares[i / 3].part + i % 3];
    made.places[i] = place;
    place += counts[i];
  }
  return made;
}

std::vector<Subarray> split_parts(const Round& round, Numbers sizes) {
  std::vector<Subarray> left;
  for (std::size_t p = 0; p < round.parts.size(); ++p) {
    const Subarray& part = round.parts[p];
    const std::uint64_t less = sizes[2 * p], inner = less + sizes[2 * p + 1];
    left.push_back({part.first, less, part.depth + 1});
    left.push_back({part.first + inner, part.count - inner, part.depth + 1});
  }
  return left;
}

}  // namespace texelsort::algorithms::quick
