#include "app/playback/models/work.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "compute/algorithms/cuda/compared_keys.h"
#include "compute/data/keys/comparison.h"
#include "compute/data/text/number_format.h"

namespace texelsort::app {

namespace {

namespace tables = algorithms::tables;

std::vector<std::uint64_t> ranks_of(const data::State& state, const algorithms::Problem& problem) {
  return data::ranks(state.keys, problem.order, problem.comparison);
}

std::vector<std::uint64_t> places_in(const std::vector<algorithms::IndexRange>& ranges) {
  std::vector<std::uint64_t> places;
  for (const algorithms::IndexRange& range : ranges) {
    for (std::uint64_t place = range.first; place < range.last; ++place) places.push_back(place);
  }
  return places;
}

std::optional<WorkState> find_work(const Player& player) {
  const auto* record = player.record();
  if (record == nullptr || record->work() == nullptr || player.state() == nullptr) return std::nullopt;
  WorkState state;
  state.pass = *record->work();
  state.pieces = state.pass.pieces([&player](const algorithms::TableKind& kind) { return player.numbers(kind); });
  state.moves = std::ranges::any_of(state.pieces, [](const auto& piece) { return !piece.to.empty(); });
  const algorithms::Problem& problem = player.problem();
  state.after = ranks_of(*player.state(), problem);
  if (state.moves && player.before() == nullptr) return std::nullopt;
  state.before = state.moves ? ranks_of(*player.before(), problem) : state.after;
  const auto order = algorithms::key_order(problem);
  if (state.pass.pivoted) {
    state.pivots = algorithms::ranks_of_view(player.values(tables::Pivots{}), order);
    state.counts = player.numbers(tables::ShareCounts{});
    state.places = player.numbers(tables::SharePlaces{});
  }
  if (!state.moves) {
    state.splitters = algorithms::ranks_of_view(player.values(tables::PartKeys{}), order);
    state.bounds = player.numbers(tables::PartBounds{});
    if (!state.bounds.empty()) state.places = player.numbers(tables::PartPlaces{});
  }
  state.match_pieces();
  return state;
}

}  // namespace

void WorkState::match_pieces() {
  constexpr std::uint32_t none = KeyGroups::none;
  from_.assign(before.size(), none);
  to_.assign(after.size(), none);
  came_from.resize(after.size());
  std::iota(came_from.begin(), came_from.end(), std::uint64_t{0});
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    std::vector<std::uint64_t> from = places_in(pieces[i].from), to = places_in(pieces[i].to);
    for (const std::uint64_t place : from) from_[place] = static_cast<std::uint32_t>(i);
    for (const std::uint64_t place : moves ? to : from) to_[place] = static_cast<std::uint32_t>(i);
    // Assume that equal keys keep their order.
    std::ranges::stable_sort(from, {}, [this](std::uint64_t place) { return before[place]; });
    std::ranges::stable_sort(to, {}, [this](std::uint64_t place) { return after[place]; });
    for (std::size_t k = 0; k < std::min(from.size(), to.size()); ++k) came_from[to[k]] = from[k];
  }
}

std::optional<std::size_t> WorkState::piece_at(const std::vector<std::uint32_t>& of_place, std::uint64_t place) {
  return of_place[place] == KeyGroups::none ? std::nullopt : std::optional<std::size_t>(of_place[place]);
}

std::uint32_t WorkState::group(std::optional<std::size_t> piece, std::uint64_t rank, std::uint64_t place) const {
  if (!piece) return KeyGroups::none;
  if (pass.pivoted) return class_of(rank, pieces[*piece].part);
  if (bounds.empty()) return static_cast<std::uint32_t>(pieces[*piece].part);
  std::uint32_t part = 0;
  while (part + 1 < parts() && bounds[(part + 1) * pieces.size() + *piece] <= place) ++part;
  return part;
}

std::uint32_t WorkState::group_before(std::uint64_t place) const {
  return group(piece_from(place), before[place], place);
}

std::uint32_t WorkState::group_after(std::uint64_t place) const {
  return group(piece_to(place), after[place], place);
}

std::uint64_t WorkState::groups() const {
  if (pass.pivoted) return 3;
  if (!bounds.empty()) return parts();
  std::uint64_t last = 0;
  for (const Piece& piece : pieces) last = std::max(last, piece.part);
  return last + 1;
}

const WorkState* work_state(const Player& player) {
  return player.of_state().find([&player] { return find_work(player); });
}

std::optional<KeyGroups> work_groups(const Player& player) {
  const WorkState* state = work_state(player);
  if (state == nullptr || state->pieces.empty()) return std::nullopt;
  KeyGroups groups{.name = state->pass.pivoted ? "class" : "part", .count = state->groups()};
  for (std::uint64_t place = 0; place < state->after.size(); ++place) {
    groups.of_key.push_back(state->group_after(place));
  }
  groups.text = [state](std::uint64_t group) {
    constexpr std::array classes{"less than its part's pivot", "equal to its part's pivot",
                                 "greater than its part's pivot"};
    if (state->pass.pivoted) return std::string(classes[group]);
    const std::string_view what = state->bounds.empty() ? state->pass.part : "part";
    return fmt::format("{} {} of {}", what, group, state->groups());
  };
  return groups;
}

std::string worker_name(const WorkState& state, const WorkState::Piece& piece) {
  if (piece.workers == 1) return fmt::format("{} {}", state.pass.worker, piece.worker);
  return fmt::format("{}s {} to {}", state.pass.worker, piece.worker, piece.worker + piece.workers - 1);
}

std::string work_text(const WorkState& state) {
  if (state.pieces.empty()) return "";
  std::uint64_t workers = 0;
  for (const auto& piece : state.pieces) workers = std::max(workers, piece.worker + piece.workers);
  const std::string who = data::counted(workers, state.pass.worker);
  if (state.pass.pivoted) {
    const std::uint64_t parts = state.pieces.back().part + 1;
    return fmt::format("{} on {}", who, data::counted(parts, "part"));
  }
  if (!state.bounds.empty() || !state.splitters.empty()) {
    return fmt::format("{} sequences, {} splitters", data::grouped(state.pieces.size()), state.splitters.size());
  }
  if (workers == state.pieces.size()) return fmt::format("{}, {} {} each", who, "a", state.pass.part);
  return fmt::format("{} on {}", who, data::counted(state.pieces.size(), state.pass.part, state.pass.parts));
}

}  // namespace texelsort::app
