#include "app/playback/element_history.h"

#include <algorithm>
#include <array>

#include "app/playback/key_moves.h"
#include "app/playback/models/selection_progress.h"
#include "compute/algorithms/core/trace.h"

namespace texelsort::app {

namespace {

std::optional<std::string> key_before(const Player& player, std::uint64_t place) {
  const data::State* before = player.before();
  return before != nullptr ? std::optional(data::text(before->keys, place)) : std::nullopt;
}

const char* truth(bool value) {
  return value ? "true" : "false";
}

void add_comparator(Symbols& symbols, const Player& player, const ElementHistory& story) {
  const network::Comparator& comparator = *story.comparator;
  const bool ascending = player.problem().order == data::Order::ascending;
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
  if (const auto before = key_before(player, smaller)) symbols["min_before"] = *before;
  if (const auto before = key_before(player, larger)) symbols["max_before"] = *before;
  if (story.outcome == CompareOutcome::kept || story.outcome == CompareOutcome::swapped) {
    symbols["swaps"] = truth(story.outcome == CompareOutcome::swapped);
  }
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
  ElementHistory story;
  story.place = place;
  story.before = key_before(player, place);
  story.after = player.key_text(place);
  story.comparator = comparator_of(player, place);
  if (const KeyMoves* moves = present_moves(player)) story.from = moves->from[place];
  if (!story.comparator) return story;
  const network::Comparator& comparator = *story.comparator;
  story.partner = comparator.low == place ? comparator.high : comparator.low;
  story.gets_smaller = (comparator.low == place) != comparator.reversed;
  story.partner_before = key_before(player, *story.partner);
  story.partner_after = player.key_text(*story.partner);
  story.outcome = outcome_of(player, {place, story.partner});
  return story;
}

Symbols symbols_of(const Player& player, const ElementHistory& story) {
  Symbols symbols{{"place", std::to_string(story.place)}};
  if (story.before) symbols["own"] = *story.before;
  if (story.after) symbols["result"] = symbols["key"] = *story.after;
  if (player.record() != nullptr && player.record()->step() != nullptr) symbols["pairs"] = "true";
  if (story.from) symbols["from"] = std::to_string(*story.from);
  if (story.comparator) add_comparator(symbols, player, story);
  const algorithms::PassRecord* record = player.record();
  if (record == nullptr) return symbols;
  const auto order = player.problem().order;
  if (const auto* digit = record->digit()) {
    symbols["digit"] = std::to_string(digit->digit(code_of(player.key(story.place), 0, order)));
  }
  if (const auto* count = counted(player)) {
    symbols["threshold"] = data::text(key_of(count->threshold, player.problem().type(), order), 0);
  }
  return symbols;
}

}  // namespace texelsort::app
