#include "compute/algorithms/merge/reference.h"

#include <algorithm>
#include <numeric>

namespace texelsort::algorithms::merge {

Numbers selections_by_definition(const Sequences& sequences, std::span<const std::uint64_t> targets) {
  Numbers places(sequences.total()), owners(sequences.total());
  std::iota(places.begin(), places.end(), 0);
  std::ranges::stable_sort(places, {}, [&](std::uint64_t place) { return sequences.ranks[place]; });
  for (std::uint64_t i = 0; i < sequences.count(); ++i) {
    std::fill_n(owners.begin() + static_cast<std::ptrdiff_t>(sequences.starts[i]), sequences.length(i), i);
  }
  Numbers rows, positions(sequences.count());
  std::uint64_t selected = 0;
  for (const std::uint64_t target : targets) {
    for (; selected < target; ++selected) ++positions[owners[places[selected]]];
    rows.insert(rows.end(), positions.begin(), positions.end());
  }
  return rows;
}

Numbers select_splitters(std::span<const std::uint64_t> ranks, const device::Parts& round) {
  const std::uint64_t columns = round.once ? round.sequences : round.row();
  Numbers right((round.parts + 1) * columns);
  for (std::uint64_t part = 0; part <= round.parts;) {
    const std::uint64_t group = round.once ? 0 : round.group_of(round.target(part));
    Numbers starts, targets;
    const std::uint64_t first = round.start(group * columns);
    for (std::uint64_t i = 0; i <= columns; ++i) starts.push_back(round.start(group * columns + i) - first);
    const std::uint64_t first_part = part;
    for (; part <= round.parts; ++part) {
      const std::uint64_t target = round.target(part);
      if (!round.once && round.group_of(target) != group) break;
      targets.push_back(target - first);
    }
    const Numbers rows = selections_by_definition({ranks.subspan(first, starts.back()), starts}, targets);
    std::ranges::copy(rows, right.begin() + static_cast<std::ptrdiff_t>(first_part * columns));
  }
  return right;
}

Numbers sort_sequences(std::span<const std::uint64_t> ranks, const Numbers& starts) {
  Numbers sorted(ranks.begin(), ranks.end());
  for (std::size_t i = 0; i + 1 < starts.size(); ++i) {
    std::ranges::sort(std::span(sorted).subspan(starts[i], starts[i + 1] - starts[i]));
  }
  return sorted;
}

}  // namespace texelsort::algorithms::merge
