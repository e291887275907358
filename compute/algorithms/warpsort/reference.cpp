#include "compute/algorithms/warpsort/reference.h"

#include <algorithm>
#include <utility>

namespace texelsort::algorithms::warpsort {

SplitterKeys choose_splitters(const Plan& plan, Numbers ranks) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> drawn;
  for (std::uint64_t i = 0; i < plan.sample(); ++i) {
    const std::uint64_t place = sample_place(i, plan.n, plan.settings.seed);
    drawn.emplace_back(ranks[place], place);
  }
  std::ranges::sort(drawn);
  SplitterKeys found;
  for (std::uint64_t i = 1; i < plan.settings.parts; ++i) {
    const auto& [rank, place] = drawn[i * plan.settings.sample - 1];
    found.ranks.push_back(rank);
    found.places.push_back(place);
  }
  return found;
}

std::vector<std::uint64_t> find_parts_of_one_value(const Plan& plan, Numbers splitters, Numbers ranks) {
  std::vector<std::uint64_t> found(plan.settings.parts, 1);
  for (std::uint64_t j = 0; j < plan.sequences; ++j) {
    const IndexRange own = sequence(j, plan.length, plan.n);
    if (ranks[own.first] < splitters.front()) found.front() = 0;
    if (ranks[own.last - 1] > splitters.back()) found.back() = 0;
  }
  for (std::uint64_t i = 1; i + 1 < plan.settings.parts; ++i) found[i] = splitters[i - 1] == splitters[i] ? 1 : 0;
  return found;
}

std::vector<std::uint64_t> split_sequences(const Plan& plan, const SplitterKeys& splitters, Numbers ranks) {
  std::vector<std::uint64_t> found;
  for (std::uint64_t i = 0; i <= plan.settings.parts; ++i) {
    for (std::uint64_t j = 0; j < plan.sequences; ++j) {
      const IndexRange own = sequence(j, plan.length, plan.n);
      std::uint64_t end = i == 0 ? own.first : own.last;
      if (i > 0 && i < plan.settings.parts) {
        const std::pair splitter{splitters.ranks[i - 1], splitters.places[i - 1]};
        for (end = own.first; end < own.last && std::pair{ranks[end], end} <= splitter;) ++end;
      }
      found.push_back(end);
    }
  }
  return found;
}

std::vector<std::uint64_t> place_parts(const Plan& plan, Numbers bounds) {
  std::vector<std::uint64_t> found{0};
  for (std::uint64_t element = 0; element + plan.sequences < bounds.size(); ++element) {
    found.push_back(found.back() + bounds[element + plan.sequences] - bounds[element]);
  }
  return found;
}

std::vector<Merge> sort_tiles(const Plan& plan) {
  std::vector<Merge> tiles;
  for (std::uint64_t i = 0; i * plan.settings.tile < plan.n; ++i) {
    const IndexRange tile = sequence(i, plan.settings.tile, plan.n);
    tiles.push_back({{tile}, tile.first, i});
  }
  return tiles;
}

std::vector<Merge> merge_runs(const Plan& plan, std::uint64_t round) {
  const std::uint64_t length = plan.run_length(round);
  std::vector<Merge> merges;
  for (std::uint64_t pair = 0; 2 * pair * length < plan.n; ++pair) {
    const IndexRange one = sequence(2 * pair, length, plan.n);
    merges.push_back({{one, sequence(2 * pair + 1, length, plan.n)}, one.first, pair});
  }
  return merges;
}

std::vector<Merge> merge_parts(const Plan& plan, std::uint64_t round, Numbers one_value, Numbers bounds,
                               Numbers places) {
  const std::uint64_t width = std::uint64_t{1} << round;
  std::vector<Merge> merges;
  for (std::uint64_t part = 0; part < plan.settings.parts; ++part) {
    const std::uint64_t row = part * plan.sequences;
    for (std::uint64_t j = 0; j < plan.sequences; j += 2 * width) {
      Merge merge{{}, places[row + j], part, round > 1 && one_value[part] != 0};
      for (std::uint64_t run = j; run < std::min(j + 2 * width, plan.sequences); run += width) {
        const std::uint64_t end = std::min(run + width, plan.sequences);
        merge.from.push_back(round == 0 ? IndexRange{bounds[row + run], bounds[row + plan.sequences + run]}
                                        : IndexRange{places[row + run], places[row + end]});
      }
      merges.push_back(std::move(merge));
    }
  }
  return merges;
}

WorkPass work_of(const Plan& plan, const WarpsortStep& step) {
  WorkPass work{.worker = "warp", .part = step.kind == WarpsortStep::Kind::tiles ? "tile" : "sequence", .pieces = {}};
  if (step.kind == WarpsortStep::Kind::parts) work.part = "part";
  work.pieces = [plan, step](const WorkPass::Tables& table) {
    std::vector<Merge> merges;
    if (step.kind == WarpsortStep::Kind::tiles) merges = sort_tiles(plan);
    if (step.kind == WarpsortStep::Kind::runs) merges = merge_runs(plan, step.round);
    if (step.kind == WarpsortStep::Kind::parts) {
      merges = merge_parts(plan, step.round, table(tables::PartsOfOneValue{}), table(tables::PartBounds{}),
                           table(tables::PartPlaces{}));
    }
    std::vector<WorkPass::Piece> pieces;
    for (const Merge& merge : merges) {
      if (merge.stays) continue;
      WorkPass::Piece piece{.worker = pieces.size(), .part = merge.part, .from = {}};
      std::uint64_t end = merge.place;
      for (const IndexRange& range : merge.from) {
        piece.from.push_back({range.first, range.last});
        end += range.last - range.first;
      }
      piece.to.push_back({merge.place, end});
      pieces.push_back(std::move(piece));
    }
    // Step 3 reads the sequences without moving keys.
    for (std::uint64_t j = 0; !step.moves() && j < plan.sequences; ++j) {
      const IndexRange own = sequence(j, plan.length, plan.n);
      pieces.push_back({.worker = j, .part = j, .from = {{own.first, own.last}}});
    }
    return pieces;
  };
  return work;
}

}  // namespace texelsort::algorithms::warpsort
