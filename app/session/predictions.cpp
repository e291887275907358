#include "app/session/predictions.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <random>

#include <fmt/ranges.h>

#include "app/playback/models/key_groups.h"
#include "app/playback/models/selection_progress.h"
#include "app/session/lessons/lesson_check.h"
#include "compute/data/error.h"
#include "compute/data/text/number.h"
#include "compute/data/text/number_format.h"

namespace texelsort::app {

namespace {

using Choices = std::vector<std::string>;

constexpr std::size_t most_choices = 4;
/// Greatest number of comparators that a question about swaps lists. If a pass has more, the question lists a random
/// sample of the second size.
constexpr std::size_t most_comparators = 8, sampled_comparators = 4;

/// Random generator, seeded by the position of the player. Going back therefore shows the same question again.
using Random = std::mt19937;

std::size_t below(Random& random, std::size_t count) {
  return random() % std::max<std::size_t>(count, 1);
}

// Functions that find out what the next pass will do.

/// The move of one key in the next pass. Only keys whose text is unique have one, because questions identify keys by
/// their text.
struct Move {
  std::string key;
  std::uint64_t from = 0, to = 0;
  /// Index of the key with which the pass compares this key; unset if it does not compare this key.
  std::optional<std::uint64_t> partner{};
  std::optional<std::uint32_t> was{}, group{};  ///< group of the key before the pass, and after the pass
};

struct NextPass {
  std::string name, claim;
  std::vector<network::Comparator> comparators{};
  std::vector<Move> moves{};  ///< moves of all keys whose text is unique, ordered by their index before the pass
  /// Word for the groups that the pass assigns, such as "digit"; empty if it assigns no groups.
  std::string group_name{};
  std::uint64_t groups = 0;
  bool counts = false;  ///< true if the pass of a selection counts the keys that pass its threshold
  std::string threshold{}, threshold_key{};
  std::vector<std::uint64_t> ks{};
};

struct KeyPosition {
  std::uint64_t index = 0;
  bool alone = true;
};

/// Returns the index of each key of the current state, by the key's text. Returns an empty map if there are too many
/// keys.
std::map<std::string, KeyPosition> places(const Player& player) {
  std::map<std::string, KeyPosition> found;
  if (player.n() > most_predicted_keys || player.state() == nullptr) return found;
  for (std::uint64_t i = 0; i < player.n(); ++i) {
    const auto [at, fresh] = found.try_emplace(data::text(player.state()->keys, i), KeyPosition{i, true});
    if (!fresh) at->second.alone = false;
  }
  return found;
}

std::vector<std::uint32_t> present_groups(const Player& player) {
  const KeyGroups* groups = key_groups(player);
  return groups == nullptr ? std::vector<std::uint32_t>() : groups->of_key;
}

void note_count(Session& session, NextPass& next) {
  const Player& player = session.player();
  if (counted(player) == nullptr) return;
  const BitTable& table = bit_table(player);
  const BitRow& row = table.rows.back();
  next.counts = true;
  next.threshold = row.m;
  next.threshold_key = data::text(key_of(row.threshold, session.problem().type(), session.problem().order), 0);
  next.ks = table.ks;
}

/// Executes the next pass, records its result and goes back. Returns nothing if the run is at its end.
std::optional<NextPass> next_pass(Session& session) {
  const Player& player = session.player();
  const auto before = places(player);
  const std::vector<std::uint32_t> was = present_groups(player);
  const Excursion excursion(session);
  if (!session.player().step_forward()) return std::nullopt;
  const algorithms::PassRecord& record = *player.record();
  NextPass next{.name = fmt::format("{}, {}", record.header.stage, record.header.label),
                .claim = record.claim.sentence};
  const std::uint64_t n = session.problem().n();
  if (record.step() != nullptr) {
    for (std::uint64_t i = 0; i < n; ++i) {
      const auto comparator = comparator_of(session.player(), i);
      if (comparator && comparator->low == i) next.comparators.push_back(*comparator);
    }
  }
  const KeyGroups* groups = key_groups(player);
  if (groups != nullptr) {
    next.group_name = groups->name;
    next.groups = groups->count;
  }
  const auto after = places(player);
  for (const auto& [key, place] : before) {
    const auto now = after.find(key);
    if (!place.alone || now == after.end() || !now->second.alone) continue;
    Move move{.key = key,
              .from = place.index,
              .to = now->second.index,
              .partner = pair_of(session.player(), place.index).partner};
    if (place.index < was.size()) move.was = was[place.index];
    if (groups != nullptr && groups->of_key[move.to] != KeyGroups::none) move.group = groups->of_key[move.to];
    next.moves.push_back(move);
  }
  std::ranges::sort(next.moves, {}, &Move::from);
  note_count(session, next);
  return next;
}

// Functions that choose the possible answers to a question: the right one, and plausible wrong ones.

/// Returns whether choice `a` is listed before choice `b`. Numbers are ordered by value, other texts by length.
bool comes_before(const std::string& a, const std::string& b) {
  const auto number_a = data::read_number<double>(a), number_b = data::read_number<double>(b);
  if (number_a && number_b && *number_a != *number_b) return *number_a < *number_b;
  return std::pair(a.size(), a) < std::pair(b.size(), b);
}

/// Sets the choices of a question to the right answer and the first few of `others` that differ from it.
void choose(Prediction& prediction, const Choices& others) {
  Choices& choices = prediction.choices;
  choices = {prediction.question.answer};
  for (const std::string& other : others) {
    if (choices.size() == most_choices) break;
    if (std::ranges::find(choices, other) == choices.end()) choices.push_back(other);
  }
  std::ranges::sort(choices, comes_before);
  prediction.right = static_cast<std::size_t>(std::ranges::find(choices, prediction.question.answer) - choices.begin());
}

/// Returns numbers below `end` as choices: those of `first`, followed by numbers at distances 1, 2, 4, ... of `center`.
/// Students who confuse a partner, a neighbour or a distance find these numbers.
Choices numbers(std::initializer_list<std::uint64_t> first, std::uint64_t center, std::uint64_t end) {
  Choices all;
  const auto add = [&](std::uint64_t number) {
    if (number < end) all.push_back(std::to_string(number));
  };
  std::ranges::for_each(first, add);
  for (std::uint64_t distance = 1; distance < end; distance *= 2) {
    add(center + distance);
    add(center - distance);
  }
  return all;
}

/// Returns wrong choices for the number of passes. Networks have typical mistakes: k, k^2 and k (k + 1) / 2 passes for
/// 2^k keys. Other runs have several passes per round, so a student may forget or repeat some of them.
Choices other_totals(const Session& session, std::uint64_t passes) {
  const std::uint64_t n = session.problem().n(), k = n > 1 ? std::bit_width(n - 1) : 0;
  if (session.algorithm().network() == nullptr) {
    return numbers({passes / 2, 2 * passes, passes / 3}, passes, 4 * passes + 4);
  }
  return numbers({k * (k + 1) / 2, k * k, k * (k - 1) / 2, k * (k + 1), k, n}, passes, 4 * passes + 4);
}

/// Returns wrong choices for a question about swaps, formed from other comparators in `all`.
Choices other_swaps(const std::vector<network::Comparator>& all, const std::string& answer, Random& random) {
  std::vector<network::Comparator> swapping, kept;
  for (const network::Comparator& one : all) {
    const std::string text = swaps_text({one});
    const bool swaps = (", " + answer + ",").find(" " + text + ",") != std::string::npos;
    (swaps ? swapping : kept).push_back(one);
  }
  Choices others;
  if (swapping.size() > 1) {
    auto fewer = swapping;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(below(random, fewer.size())));
    others.push_back(swaps_text(fewer));
  }
  if (!kept.empty()) {
    auto more = swapping;
    more.push_back(kept[below(random, kept.size())]);
    std::ranges::sort(more, {}, &network::Comparator::low);
    others.push_back(swaps_text(more));
  }
  others.push_back(swaps_text(kept));
  others.push_back(swaps_text(all));
  others.push_back(swaps_text({}));
  for (const network::Comparator& one : all) others.push_back(swaps_text({one}));
  return others;
}

/// Returns wrong choices for a question about bits. The answer may contain the bits of several elements.
Choices other_bits(const std::string& answer) {
  constexpr std::array words{"kept", "cleared", "not asked"};
  const auto count = static_cast<std::size_t>(std::ranges::count(answer, ',')) + 1;
  if (count == 1) return {words[0], words[1]};
  Choices all;
  for (const char* first : words) {
    for (const char* rest : words) {
      std::vector<const char*> each(count, rest);
      each.front() = first;
      all.push_back(fmt::format("{}", fmt::join(each, ", ")));
    }
  }
  return all;
}

/// Returns keys as choices: the key at `index`, that of its partner in the next pass, and those of its neighbours.
Choices keys_near(const Session& session, std::uint64_t index, std::optional<std::uint64_t> partner) {
  const std::uint64_t n = session.problem().n();
  Choices keys;
  const auto add = [&](std::uint64_t place) {
    if (place < n) keys.push_back(session.player().key_text(place));
  };
  add(index);
  if (partner) add(*partner);
  for (std::uint64_t distance = 1; distance < n && keys.size() < 4 * most_choices; ++distance) {
    add(index + distance);
    add(index - distance);
  }
  return keys;
}

/// Returns wrong choices for the result of a selection, such as "2nd largest: 11": the keys that are next in order.
Choices other_finds(const Session& session, const std::string& answer) {
  Choices all;
  const auto colon = answer.find(": ");
  const Player& player = session.player();
  if (colon == std::string::npos || player.n() > most_predicted_keys || player.state() == nullptr) return all;
  const std::size_t end = std::min(answer.find(", "), answer.size());
  std::vector<std::pair<std::uint64_t, std::string>> keys;
  for (std::uint64_t i = 0; i < player.n(); ++i) {
    keys.emplace_back(code_of(player.state()->keys, i, session.problem().order), player.key_text(i));
  }
  std::ranges::sort(keys);
  const auto rest = std::ranges::unique(keys);
  keys.erase(rest.begin(), rest.end());
  const std::string found = answer.substr(colon + 2, end - colon - 2);
  const auto at = std::ranges::find(keys, found, &std::pair<std::uint64_t, std::string>::second) - keys.begin();
  const auto size = static_cast<std::ptrdiff_t>(keys.size());
  for (std::ptrdiff_t distance = 1; distance < size && all.size() < most_choices; ++distance) {
    for (const std::ptrdiff_t place : {at + distance, at - distance}) {
      if (place < 0 || place >= size) continue;
      all.push_back(answer.substr(0, colon + 2) + keys[static_cast<std::size_t>(place)].second + answer.substr(end));
    }
  }
  return all;
}

/// Facts about the next pass from which plausible wrong choices are made.
struct Surroundings {
  std::uint64_t groups = 0;                ///< number of digits, buckets or parts
  std::optional<std::uint64_t> partner{};  ///< index with which the pass compares the key of the question
};

/// Returns wrong choices for any kind of question.
Choices other_answers(const Session& session, const Prediction& prediction, const ViewState& other,
                      const Surroundings& surroundings, Random& random) {
  const LessonQuestion& question = prediction.question;
  const std::uint64_t n = session.problem().n(), index = question.index.value_or(0);
  const auto number = data::read_number<std::uint64_t>(question.answer).value_or(0);
  switch (question.asked) {
    case Asked::swaps:
      return other_swaps(prediction.comparators, question.answer, random);
    case Asked::key:
      return keys_near(session, index, surroundings.partner);
    case Asked::place:
      return numbers({index, surroundings.partner.value_or(index), n - 1 - number}, number, n);
    case Asked::group:
      return numbers({number ^ 1}, number, surroundings.groups);
    case Asked::count:
      return numbers({n - number}, number, n + 1);
    case Asked::bit:
      return other_bits(question.answer);
    case Asked::passes:
      return other_totals(session, number);
    case Asked::sorted:
      return {"yes", "no"};
    case Asked::found:
      return other_finds(session, question.answer);
    case Asked::fewer:
      return {session.algorithm().info().id, other.algorithm, "both"};
  }
  throw InternalError("a question of no kind");
}

// Functions that ask questions about the next pass.

/// Returns the comparators that a question lists: all of them, or a random sample if there are too many to read.
std::vector<network::Comparator> asked_comparators(const NextPass& next, Random& random) {
  std::vector<network::Comparator> asked = next.comparators;
  if (asked.size() <= most_comparators) return asked;
  std::ranges::shuffle(asked, random);
  asked.resize(sampled_comparators);
  std::ranges::sort(asked, {}, &network::Comparator::low);
  return asked;
}

/// Returns the answer to a question about swaps, reduced to the comparators in `asked`.
std::string answer_about(const std::vector<network::Comparator>& asked, const std::string& answer) {
  std::vector<network::Comparator> swapping;
  for (const network::Comparator& one : asked) {
    if ((" " + answer + ",").find(" " + swaps_text({one}) + ",") != std::string::npos) swapping.push_back(one);
  }
  return swaps_text(swapping);
}

std::string pairs_text(const std::vector<network::Comparator>& comparators) {
  std::vector<std::string> pairs;
  for (const network::Comparator& one : comparators) pairs.push_back(fmt::format("{} and {}", one.low, one.high));
  return fmt::format("{}", fmt::join(pairs, ", "));
}

/// Collects the possible questions about one pass.
class Asker {
 public:
  Asker(Session& session, const NextPass& next)
      : session_(session), next_(next), random_(static_cast<std::uint32_t>(session.player().position() + 1)) {}

  std::vector<Prediction> all() {
    ask_swaps();
    ask_count();
    ask_group();
    ask_place();
    return std::move(asked_);
  }

 private:
  /// Completes a question by its answer, its hint and its choices. Adds it to the list if it has at least two choices.
  void ask(Prediction prediction, const Choices& others = {}) {
    LessonQuestion& question = prediction.question;
    if (question.answer.empty()) question.answer = answer(session_, question);
    if (!next_.claim.empty()) question.hint = fmt::format("After the pass: {}.", next_.claim);
    choose(prediction,
           others.empty() ? other_answers(session_, prediction, {}, {.groups = next_.groups}, random_) : others);
    if (prediction.choices.size() > 1) asked_.push_back(std::move(prediction));
  }

  void ask_swaps() {
    if (next_.comparators.empty() || next_.moves.empty()) return;
    Prediction prediction;
    prediction.comparators = asked_comparators(next_, random_);
    const bool all = prediction.comparators.size() == next_.comparators.size();
    prediction.question.asked = Asked::swaps;
    prediction.question.text = fmt::format("The next pass, {}, compares wires {}{}. Which of these swap their keys?",
                                           next_.name, pairs_text(prediction.comparators), all ? "" : ", and others");
    prediction.question.answer = answer_about(prediction.comparators, answer(session_, prediction.question));
    ask(std::move(prediction));
  }

  void ask_count() {
    if (!next_.counts) return;
    Prediction count, bit;
    count.question.asked = Asked::count;
    count.question.text =
        fmt::format("The next threshold is m = {}, in bits {}. How many of the {} keys are at least m?",
                    next_.threshold_key, next_.threshold, data::grouped(session_.problem().n()));
    ask(std::move(count));
    bit.question.asked = Asked::bit;
    bit.question.text = fmt::format(
        "The next threshold is m = {}, in bits {}. The run searches for the k-th largest key, k = {}. Does it "
        "keep or clear the bit?",
        next_.threshold_key, next_.threshold, fmt::join(next_.ks, ", "));
    ask(std::move(bit));
  }

  /// Returns the move of the pinned key if `from` contains it, otherwise a random move of `from`.
  const Move* chosen(const std::vector<const Move*>& from) {
    if (from.empty()) return nullptr;
    if (session_.pinned()) {
      for (const Move* move : from) {
        if (move->from == session_.pinned()->index) return move;
      }
    }
    return from[below(random_, from.size())];
  }

  void ask_group() {
    std::vector<const Move*> told_apart;
    for (const Move& move : next_.moves) {
      if (move.group && move.group != move.was) told_apart.push_back(&move);
    }
    const Move* move = chosen(told_apart);
    if (move == nullptr || next_.groups < 2) return;
    Prediction prediction;
    prediction.key = move->from;
    // The question is about the group after the pass, so store the key's index after the pass.
    prediction.question.asked = Asked::group;
    prediction.question.index = move->to;
    prediction.question.text = fmt::format("Key {} is at index {}. Into which {}, from 0 to {}, does {} move it?",
                                           move->key, move->from, next_.group_name, next_.groups - 1, next_.name);
    prediction.question.answer = answer(session_, prediction.question);
    ask(std::move(prediction));
  }

  void ask_place() {
    std::vector<const Move*> moved;
    for (const Move& move : next_.moves) {
      if (move.to != move.from) moved.push_back(&move);
    }
    if (moved.empty()) return;
    // In a network, a key that is compared but does not move is also a good question.
    if (!next_.comparators.empty()) {
      moved.clear();
      for (const Move& move : next_.moves) moved.push_back(&move);
    }
    const Move* move = chosen(moved);
    Prediction prediction;
    prediction.key = move->from;
    prediction.question.asked = Asked::place;
    prediction.question.index = move->from;
    prediction.question.text =
        fmt::format("Key {} is at index {}. At which index is it after {}?", move->key, move->from, next_.name);
    prediction.question.answer = answer(session_, prediction.question);
    ask(std::move(prediction),
        numbers({move->from, move->partner.value_or(move->from)}, move->to, session_.problem().n()));
  }

  Session& session_;
  const NextPass& next_;
  Random random_;
  std::vector<Prediction> asked_;
};

}  // namespace

std::vector<Prediction> predictions(Session& session) {
  const auto next = next_pass(session);
  return next ? Asker(session, *next).all() : std::vector<Prediction>();
}

Prediction prediction(Session& session, const LessonQuestion& question, const ViewState& other) {
  Random random(static_cast<std::uint32_t>(session.player().position() + 1));
  Prediction prediction;
  prediction.question = question;
  prediction.question.answer = answer(session, question, other);
  const bool key_now = question.asked == Asked::key || question.asked == Asked::place;
  if (key_now) prediction.key = question.index;
  Surroundings surroundings;
  if (const auto next = asks_of_next_pass(question.asked) ? next_pass(session) : std::nullopt) {
    surroundings.groups = next->groups;
    const auto move = std::ranges::find(next->moves, question.index.value_or(session.problem().n()), &Move::from);
    if (move != next->moves.end()) surroundings.partner = move->partner;
    if (question.asked == Asked::swaps) prediction.comparators = next->comparators;
  }
  choose(prediction, other_answers(session, prediction, other, surroundings, random));
  return prediction;
}

std::string swaps_text(const std::vector<network::Comparator>& comparators) {
  std::vector<std::string> pairs;
  for (const network::Comparator& one : comparators) pairs.push_back(fmt::format("{}:{}", one.low, one.high));
  return pairs.empty() ? "none" : fmt::format("{}", fmt::join(pairs, ", "));
}

bool asks_of_next_pass(Asked asked) {
  return asked == Asked::swaps || asked == Asked::key || asked == Asked::place || asked == Asked::group ||
         asked == Asked::count || asked == Asked::bit;
}

}  // namespace texelsort::app
