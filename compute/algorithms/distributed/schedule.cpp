#include "compute/algorithms/distributed/schedule.h"

#include <fmt/format.h>

#include "compute/algorithms/core/sequences.h"

namespace texelsort::algorithms::distributed {

Numbers share_starts(std::uint64_t n, const Settings& settings) {
  const std::uint64_t ranks = settings.ranks;
  Numbers starts;
  for (std::uint64_t rank = 0; rank <= ranks; ++rank) {
    switch (settings.shares) {
      case Shares::even:
        starts.push_back(part_start(n, ranks, rank));
        break;
      case Shares::rising:
        starts.push_back(ranks == 1 ? rank * n : part_start(n, ranks * (ranks - 1) / 2, rank * (rank - 1) / 2));
        break;
      case Shares::last:
        starts.push_back(rank == ranks ? n : 0);
        break;
    }
  }
  return starts;
}

std::uint64_t Exchange::arrival(std::uint64_t from, std::uint64_t to) const {
  std::uint64_t place = 0;
  for (std::uint64_t rank = 0; rank < from; ++rank) place += count(rank, to);
  return place;
}

Numbers Exchange::matrix() const {
  Numbers counts;
  for (std::uint64_t from = 0; from < ranks_; ++from) {
    for (std::uint64_t to = 0; to < ranks_; ++to) counts.push_back(count(from, to));
  }
  return counts;
}

Numbers Exchange::part_starts() const {
  Numbers starts{0};
  for (std::uint64_t to = 0; to < ranks_; ++to) starts.push_back(starts.back() + received(to));
  return starts;
}

Numbers Exchange::sequence_starts() const {
  Numbers starts{0};
  for (std::uint64_t to = 0; to < ranks_; ++to) {
    for (std::uint64_t from = 0; from < ranks_; ++from) starts.push_back(starts.back() + count(from, to));
  }
  return starts;
}

std::uint64_t merge_rounds(std::uint64_t ranks, std::uint64_t ways) {
  return round_count(ranks, ways);
}

std::string name(CollectiveStep::Kind kind) {
  switch (kind) {
    case CollectiveStep::Kind::sort:
      return "sort of the shares";
    case CollectiveStep::Kind::select:
      return "selection of the splitters";
    case CollectiveStep::Kind::exchange:
      return "exchange";
    case CollectiveStep::Kind::merge:
      return "merging of the parts";
    case CollectiveStep::Kind::sort_again:
      return "sort of the parts";
    case CollectiveStep::Kind::move:
      break;
  }
  return "moving of the records";
}

PassHeader header(const CollectiveStep& step, const Settings& settings, std::uint64_t rounds) {
  switch (step.kind) {
    case CollectiveStep::Kind::sort:
      return {0, 0, "shares", "sort each share"};
    case CollectiveStep::Kind::select:
      return {0, 1, "splitters",
              fmt::format("round {}, up to {} pivots per selection", step.round + 1, settings.pivots)};
    case CollectiveStep::Kind::exchange:
      return {0, 2, "exchange", "each rank sends keys to all others"};
    case CollectiveStep::Kind::merge:
      return {0, 3, "parts",
              fmt::format("merging{}, round {} of {}", step.from_shares ? " of shares" : "", step.round + 1, rounds)};
    case CollectiveStep::Kind::sort_again:
    case CollectiveStep::Kind::move:
      break;
  }
  return {0, 3, "parts", "sort each part"};
}

}  // namespace texelsort::algorithms::distributed
