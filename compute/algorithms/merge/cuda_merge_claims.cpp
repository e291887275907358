#include "compute/algorithms/merge/cuda_merge_claims.h"

#include <algorithm>

#include <fmt/format.h>

#include "compute/algorithms/merge/selection_twin.h"
#include "compute/algorithms/merge/violation.h"

namespace texelsort::algorithms::merge {
namespace {

using Numbers = std::vector<std::uint64_t>;

std::optional<Violation> find_unsorted(const Observation& seen, const Numbers& starts) {
  for (std::size_t i = 0; i + 1 < starts.size(); ++i) {
    const auto part = [&](std::span<const std::uint64_t> all) {
      return all.subspan(starts[i], starts[i + 1] - starts[i]);
    };
    const auto after = part(seen.after), before = part(seen.before);
    const auto wrong = std::ranges::is_sorted_until(after);
    if (wrong != after.end()) {
      return violation(fmt::format("is smaller than its predecessor in sequence {}", i),
                       starts[i] + static_cast<std::uint64_t>(wrong - after.begin()));
    }
    Numbers expected(before.begin(), before.end());
    std::ranges::sort(expected);
    const auto different = std::ranges::mismatch(after, expected);
    if (different.in1 != after.end()) {
      return violation(fmt::format("is not the key that sorting puts here in sequence {}", i),
                       starts[i] + static_cast<std::uint64_t>(different.in1 - after.begin()));
    }
  }
  return std::nullopt;
}

/// The splitters by their definition, row after row.
Numbers right_splitters(std::span<const std::uint64_t> ranks, const device::Parts& parts) {
  const std::uint64_t columns = parts.once ? parts.sequences : parts.row();
  Numbers right((parts.parts + 1) * columns);
  for (std::uint64_t part = 0; part <= parts.parts;) {
    const std::uint64_t group = parts.once ? 0 : parts.group_of(parts.target(part));
    Numbers starts, targets;
    const std::uint64_t first = parts.start(group * columns);
    for (std::uint64_t i = 0; i <= columns; ++i) starts.push_back(parts.start(group * columns + i) - first);
    const std::uint64_t first_part = part;
    for (; part <= parts.parts; ++part) {
      const std::uint64_t target = parts.target(part);
      if (!parts.once && parts.group_of(target) != group) break;
      targets.push_back(target - first);
    }
    const Numbers rows = selections_by_definition({ranks.subspan(first, starts.back()), starts}, targets);
    std::ranges::copy(rows, right.begin() + static_cast<std::ptrdiff_t>(first_part * columns));
  }
  return right;
}

}  // namespace

Claim sorted_sequences_claim(const Starts& starts, std::string_view what) {
  return {fmt::format("there are {} sorted {}", starts->size() - 1, what),
          [starts](const Observation& seen) { return find_unsorted(seen, *starts); }};
}

Claim splitters_claim(const CudaPlan& plan, std::uint64_t round, const Starts& starts, const TableKind& table) {
  return {"every part has its share of the keys: all that come before those of the next part",
          [plan, round, starts, table](const Observation& seen) -> std::optional<Violation> {
            device::Parts parts = plan.round(round);
            parts.starts = starts->data();
            const Numbers right = right_splitters(seen.after, parts), found = seen.table(table);
            const std::uint64_t columns = plan.columns();
            for (std::uint64_t cell = 0; cell < right.size(); ++cell) {
              if (found.at(cell) == right[cell]) continue;
              return violation(fmt::format("part {}, sequence {} of its group: {} keys come before, found {}",
                                           cell / columns, cell % columns, right[cell], found[cell]),
                               cell);
            }
            return std::nullopt;
          }};
}

}  // namespace texelsort::algorithms::merge
