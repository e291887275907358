#include "app/playback/element_history.h"

#include <algorithm>
#include <array>

#include "app/playback/models/selection_progress.h"
#include "compute/algorithms/core/trace.h"

namespace texelsort::app {

namespace {

template <class Pass>
std::optional<std::string> key_before(const Pass& pass, std::uint64_t place) {
  const data::State* before = pass.before();
  return before != nullptr ? std::optional(data::text(before->keys, place)) : std::nullopt;
}

std::optional<network::Comparator> comparator_in(const algorithms::PassRecord* record,
                                                 const algorithms::Problem& problem, std::uint64_t place) {
  if (record == nullptr || record->step() == nullptr) return std::nullopt;
  return network::comparator_at(*record->step(), place, problem.n());
}

const char* truth(bool value) {
  return value ? "true" : "false";
}

template <class Pass>
void add_comparator(Symbols& symbols, const Pass& pass, const ElementHistory& story) {
  const network::Comparator& comparator = *story.comparator;
  const bool ascending = pass.problem().order == data::Order::ascending;
  const std::uint64_t smaller = comparator.reversed ? comparator.high : comparator.low;
  const std::uint64_t larger = comparator.reversed ? comparator.low : comparator.high;
  symbols["partner"] = std::to_string(*story.partner);
  symbols["takes_min"] = truth(story.gets_smaller);
  symbols["takes_max"] = truth(!story.gets_smaller);
  symbols["min_place"] = std::to_string(smaller);
  symbols["max_place"] = std::to_string(larger);
  symbols["low"] = std::to_string(comparator.low);
  symbols["high"] = std::to_string(comparator.high);
  symbols["equation"] = story.gets_smaller == ascending ? "minimum" : "maximum";
  if (story.partner_before) symbols["other"] = *story.partner_before;
  if (const auto before = key_before(pass, smaller)) symbols["min_before"] = *before;
  if (const auto before = key_before(pass, larger)) symbols["max_before"] = *before;
  if (story.outcome == CompareOutcome::kept || story.outcome == CompareOutcome::swapped) {
    symbols["swaps"] = truth(story.outcome == CompareOutcome::swapped);
  }
}

const KeyMoves* moves_of(const Player& player) {
  return present_moves(player);
}

const KeyMoves* moves_of(const SeenPass& pass) {
  return pass.moves;
}

CompareOutcome outcome_with(const Player& player, const ElementHistory& story) {
  return outcome_of(player, {story.place, story.partner});
}

CompareOutcome outcome_with(const SeenPass&, const ElementHistory& story) {
  return story.from == story.partner ? CompareOutcome::swapped : CompareOutcome::kept;
}

template <class Pass>
ElementHistory find_story(const Pass& pass, std::uint64_t place) {
  ElementHistory story;
  story.place = place;
  story.before = key_before(pass, place);
  story.after = pass.key_text(place);
  story.comparator = comparator_in(pass.record(), pass.problem(), place);
  if (const KeyMoves* moves = moves_of(pass)) story.from = moves->from[place];
  if (!story.comparator) return story;
  const network::Comparator& comparator = *story.comparator;
  story.partner = comparator.low == place ? comparator.high : comparator.low;
  story.gets_smaller = (comparator.low == place) != comparator.reversed;
  story.partner_before = key_before(pass, *story.partner);
  story.partner_after = pass.key_text(*story.partner);
  story.outcome = outcome_with(pass, story);
  return story;
}

template <class Pass>
Symbols find_symbols(const Pass& pass, const ElementHistory& story) {
  Symbols symbols{{"place", std::to_string(story.place)}};
  if (story.before) symbols["own"] = *story.before;
  if (story.after) symbols["result"] = symbols["key"] = *story.after;
  if (pass.record() != nullptr && pass.record()->step() != nullptr) symbols["pairs"] = "true";
  if (story.from) symbols["from"] = std::to_string(*story.from);
  if (story.comparator) add_comparator(symbols, pass, story);
  const algorithms::PassRecord* record = pass.record();
  if (record == nullptr) return symbols;
  const auto order = pass.problem().order;
  if (const auto* digit = record->digit()) {
    symbols["digit"] = std::to_string(digit->digit(code_of(pass.key(story.place), 0, order)));
  }
  if (const auto* count = record->counted()) {
    symbols["threshold"] = data::text(key_of(count->threshold, pass.problem().type(), order), 0);
  }
  return symbols;
}

}  // namespace

CompareOutcome outcome_of(const Player& player, const Pair& pair) {
  if (!pair.partner || pair_of(player, pair.index).partner != pair.partner) return CompareOutcome::apart;
  const auto swapped = player.swapped({std::min(pair.index, *pair.partner), std::max(pair.index, *pair.partner)});
  if (!swapped) return CompareOutcome::compared;
  return *swapped ? CompareOutcome::swapped : CompareOutcome::kept;
}

std::string_view text(CompareOutcome outcome) {
  constexpr std::array<std::string_view, 4> texts{"not compared", "compared", "compared, kept", "compared and swapped"};
  return texts[static_cast<std::size_t>(outcome)];
}

ElementHistory story_of(const Player& player, std::uint64_t place) {
  return find_story(player, place);
}

ElementHistory story_of(const SeenPass& pass, std::uint64_t place) {
  return find_story(pass, place);
}

Symbols symbols_of(const Player& player, const ElementHistory& story) {
  return find_symbols(player, story);
}

Symbols symbols_of(const SeenPass& pass, const ElementHistory& story) {
  return find_symbols(pass, story);
}

}  // namespace texelsort::app
