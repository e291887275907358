#include "compute/algorithms/merge/merge_plan.h"

#include <algorithm>
#include <utility>

namespace texelsort::algorithms::merge {

std::vector<Range> Round::ranges(std::uint64_t part, std::uint64_t group) const {
  std::vector<Range> ranges;
  for (std::uint64_t i = group * ways; i < std::min((group + 1) * ways, sequences()); ++i) {
    ranges.push_back({starts[i] + splitter(part, i), starts[i] + splitter(part + 1, i)});
  }
  return ranges;
}

Range Round::output(std::uint64_t part, std::uint64_t group) const {
  Range output{starts[group * ways], starts[group * ways]};
  for (std::uint64_t i = group * ways; i < std::min((group + 1) * ways, sequences()); ++i) {
    output.next += splitter(part, i);
    output.last += splitter(part + 1, i);
  }
  return output;
}

Round Round::next() const {
  Round next{index + 1, ways, parts, {}, {}};
  for (std::uint64_t group = 0; group < groups(); ++group) next.starts.push_back(starts[group * ways]);
  next.starts.push_back(starts.back());
  for (std::uint64_t part = 0; part <= parts; ++part) {
    for (std::uint64_t group = 0; group < groups(); ++group) {
      const Range output = part < parts ? this->output(part, group) : Range{};
      const std::uint64_t first = starts[group * ways];
      next.splitters.push_back(part < parts ? output.next - first : next.starts[group + 1] - first);
    }
  }
  return next;
}

Round first_round(std::vector<std::uint64_t> starts, const Splitters& splitters, std::uint64_t ways) {
  return {0, ways, splitters.parts, std::move(starts), splitters.positions};
}

std::uint64_t round_count(std::uint64_t sequences, std::uint64_t ways) {
  std::uint64_t rounds = 0;
  for (; sequences > 1; sequences = (sequences + ways - 1) / ways) ++rounds;
  return rounds;
}

}  // namespace texelsort::algorithms::merge
