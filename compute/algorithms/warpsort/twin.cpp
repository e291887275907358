#include "compute/algorithms/warpsort/twin.h"

#include <algorithm>

namespace texelsort::algorithms::warpsort {

std::vector<std::uint64_t> choose_splitters(const Plan& plan, Numbers ranks) {
  std::vector<std::uint64_t> drawn;
  for (std::uint64_t i = 0; i < plan.sample(); ++i) drawn.push_back(ranks[sample_place(i, plan.n, plan.settings.seed)]);
  std::ranges::sort(drawn);
  std::vector<std::uint64_t> found;
  for (std::uint64_t i = 1; i < plan.settings.parts; ++i) found.push_back(drawn[i * plan.settings.sample - 1]);
  return found;
}

std::vector<std::uint64_t> split_sequences(const Plan& plan, Numbers splitters, Numbers ranks) {
  std::vector<std::uint64_t> found;
  for (std::uint64_t i = 0; i <= plan.settings.parts; ++i) {
    for (std::uint64_t j = 0; j < plan.sequences; ++j) {
      const Stretch own = sequence(j, plan.length, plan.n);
      const auto begin = ranks.begin();
      const auto first = begin + static_cast<std::ptrdiff_t>(own.first);
      const auto last = begin + static_cast<std::ptrdiff_t>(own.last);
      const auto bound = i == 0                     ? first
                         : i == plan.settings.parts ? last
                                                    : std::upper_bound(first, last, splitters[i - 1]);
      found.push_back(static_cast<std::uint64_t>(bound - begin));
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
    const Stretch tile = sequence(i, plan.settings.tile, plan.n);
    tiles.push_back({{tile}, tile.first});
  }
  return tiles;
}

std::vector<Merge> merge_runs(const Plan& plan, std::uint64_t round) {
  const std::uint64_t length = plan.run_length(round);
  std::vector<Merge> merges;
  for (std::uint64_t pair = 0; 2 * pair * length < plan.n; ++pair) {
    const Stretch one = sequence(2 * pair, length, plan.n);
    merges.push_back({{one, sequence(2 * pair + 1, length, plan.n)}, one.first});
  }
  return merges;
}

std::vector<Merge> merge_parts(const Plan& plan, std::uint64_t round, Numbers bounds, Numbers places) {
  const std::uint64_t width = std::uint64_t{1} << round;
  std::vector<Merge> merges;
  for (std::uint64_t part = 0; part < plan.settings.parts; ++part) {
    const std::uint64_t row = part * plan.sequences;
    for (std::uint64_t j = 0; j < plan.sequences; j += 2 * width) {
      Merge merge{{}, places[row + j]};
      for (std::uint64_t run = j; run < std::min(j + 2 * width, plan.sequences); run += width) {
        const std::uint64_t end = std::min(run + width, plan.sequences);
        merge.from.push_back(round == 0 ? Stretch{bounds[row + run], bounds[row + plan.sequences + run]}
                                        : Stretch{places[row + run], places[row + end]});
      }
      merges.push_back(std::move(merge));
    }
  }
  return merges;
}

WorkPass work_of(const Plan& plan, const Step& step) {
  WorkPass work{.worker = "warp", .part = step.kind == Step::Kind::tiles ? "tile" : "sequence", .pieces = {}};
  if (step.kind == Step::Kind::parts) work.part = "part";
  work.pieces = [plan, step](const WorkPass::Tables& table) {
    std::vector<Merge> merges;
    if (step.kind == Step::Kind::tiles) merges = sort_tiles(plan);
    if (step.kind == Step::Kind::runs) merges = merge_runs(plan, step.round);
    if (step.kind == Step::Kind::parts) {
      merges = merge_parts(plan, step.round, table(tables::PartBounds{}), table(tables::PartPlaces{}));
    }
    std::vector<WorkPass::Piece> pieces;
    for (const Merge& merge : merges) {
      WorkPass::Piece piece{.worker = pieces.size(), .from = {}};
      piece.part = step.kind == Step::Kind::parts ? pieces.size() * plan.settings.parts / merges.size() : pieces.size();
      std::uint64_t end = merge.place;
      for (const Stretch& stretch : merge.from) {
        piece.from.push_back({stretch.first, stretch.last});
        end += stretch.last - stretch.first;
      }
      piece.to.push_back({merge.place, end});
      pieces.push_back(std::move(piece));
    }
    // Step 3 looks at the sequences as they stand.
    for (std::uint64_t j = 0; !step.moves() && j < plan.sequences; ++j) {
      const Stretch own = sequence(j, plan.length, plan.n);
      pieces.push_back({.worker = j, .part = j, .from = {{own.first, own.last}}});
    }
    return pieces;
  };
  return work;
}

}  // namespace texelsort::algorithms::warpsort
