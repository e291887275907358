#include "app/playback/models/record_map.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "compute/data/keys/order.h"
#include "compute/data/keys/records.h"

namespace texelsort::app {

namespace {

using Numbers = std::vector<std::uint64_t>;

/// The records of one state, each as a row of 32-bit words. Rows of different memory layouts can be compared.
struct RecordRows {
  std::uint64_t n = 0;
  std::uint32_t width = 0;  ///< number of words per row
  bool columns = false;     ///< true if neighbouring words of a row are n words apart in memory
  std::vector<std::uint32_t> words;
  Numbers keys{};  ///< one key per row; empty unless the rows include their keys

  std::uint32_t word(std::uint64_t row, std::uint32_t i) const {
    return columns ? words[i * n + row] : words[row * width + i];
  }
  std::uint64_t key(std::uint64_t row) const { return keys.empty() ? 0 : keys[row]; }
};

int compare(const RecordRows& a, std::uint64_t i, const RecordRows& b, std::uint64_t j) {
  if (a.key(i) != b.key(j)) return a.key(i) < b.key(j) ? -1 : 1;
  for (std::uint32_t w = 0; w < a.width; ++w) {
    if (a.word(i, w) != b.word(j, w)) return a.word(i, w) < b.word(j, w) ? -1 : 1;
  }
  return 0;
}

bool is_permutation_of_places(const Numbers& order, std::uint64_t n) {
  std::vector<bool> seen(n);
  for (const std::uint64_t place : order) {
    if (place >= n || seen[place]) return false;
    seen[place] = true;
  }
  return order.size() == n;
}

Numbers identity(std::uint64_t n) {
  Numbers order(n);
  std::iota(order.begin(), order.end(), std::uint64_t{0});
  return order;
}

bool explains(const RecordRows& input, const RecordRows& found, const Numbers& order) {
  if (!is_permutation_of_places(order, input.n)) return false;
  for (std::uint64_t i = 0; i < input.n; ++i) {
    if (compare(input, order[i], found, i) != 0) return false;
  }
  return true;
}

/// Returns, for each row of `found`, the number of the input row with the same words. Equal rows keep their order.
std::optional<Numbers> looked_for(const RecordRows& input, const RecordRows& found) {
  const auto sorted = [](const RecordRows& rows) {
    Numbers places = identity(rows.n);
    std::ranges::stable_sort(places, [&](std::uint64_t i, std::uint64_t j) { return compare(rows, i, rows, j) < 0; });
    return places;
  };
  const Numbers from = sorted(input), to = sorted(found);
  Numbers order(input.n);
  for (std::uint64_t i = 0; i < input.n; ++i) {
    if (compare(input, from[i], found, to[i]) != 0) return std::nullopt;
    order[to[i]] = from[i];
  }
  return order;
}

/// Returns, for each row of `found`, the number of the equal input row. Tries the order of the input, then `order`,
/// then a search by content.
std::optional<Numbers> residents(const RecordRows& input, const RecordRows& found, const Numbers& order) {
  if (input.words.size() != found.words.size()) return std::nullopt;
  Numbers unmoved = identity(input.n);
  if (explains(input, found, unmoved)) return unmoved;
  if (explains(input, found, order)) return order;
  return looked_for(input, found);
}

/// Returns the rows of record fields that have the layout of data::State.
RecordRows rows_of(const std::vector<std::uint32_t>& fields, const algorithms::Problem& problem) {
  return {problem.n(), problem.shape.fields, problem.shape.layout == data::Layout::by_field, fields};
}

/// Finds the input row of each row of `found`, in the expected memory layout. If it expects columns but rows do not
/// match, tries rows, because a sort may store columns as rows temporarily.
bool find_rows(const RecordRows& input, RecordRows found, const Numbers& order, RecordPlaces& places) {
  auto who = residents(input, found, order);
  if (!who && found.columns) {
    found.columns = false;
    who = residents(input, found, order);
    places.turned = who.has_value();
  }
  if (who) places.rows = std::move(*who);
  return who.has_value();
}

std::optional<RecordPlaces> direct_places(const algorithms::Problem& problem, const data::State& state) {
  RecordRows input = rows_of(problem.fields, problem), found = rows_of(state.fields, problem);
  input.keys = data::codes(problem.keys, data::Order::ascending);
  found.keys = data::codes(state.keys, data::Order::ascending);
  auto who = residents(input, found, {});
  if (!who) return std::nullopt;
  return RecordPlaces{*who, std::move(*who), false};
}

/// Sets the record of each present key from the payload. Returns false unless the payload is an index of a record for
/// every key.
bool find_keys(const algorithms::Problem& problem, const data::State& state, RecordPlaces& places) {
  places.keys = state.payload;
  return is_permutation_of_places(places.keys, problem.n());
}

std::optional<RecordPlaces> places_now(const Player& player) {
  const algorithms::Problem& problem = player.problem();
  const data::State& state = *player.state();
  RecordPlaces places;
  const bool by_record = problem.shape.layout == data::Layout::by_record;
  if (!find_keys(problem, state, places)) return std::nullopt;
  const Numbers order = std::exchange(places.keys, {});
  if (!by_record || player.position() > 0) places.keys = order;
  const auto* table = player.table(algorithms::tables::Fields{});
  if (table == nullptr) return places;
  // Include the keys in the rows if the record structures begin with the keys.
  const auto memory = data::record_memory(problem.n(), problem.type(), problem.shape);
  const auto rows = [&](std::vector<std::uint32_t> words) {
    return memory.columns > 1 ? RecordRows{memory.n, memory.columns, true, std::move(words)}
                              : RecordRows{memory.n, memory.row_words, false, std::move(words)};
  };
  const std::vector<std::uint32_t> words(table->values.begin(), table->values.end());
  const RecordRows input = rows(data::record_words(problem.keys, problem.fields, problem.shape));
  if (!find_rows(input, rows(words), order, places)) return std::nullopt;
  return places;
}

std::optional<RecordPlaces> places_before(const Player& player, const RecordPlaces& now) {
  const algorithms::Problem& problem = player.problem();
  RecordPlaces places;
  if (!find_keys(problem, *player.before(), places)) return std::nullopt;
  const Numbers order = places.keys;
  const bool by_record = problem.shape.layout == data::Layout::by_record;
  if (by_record && player.position() == 1) places.keys.clear();
  if (now.rows.empty()) return places;
  // The state contains the fields of the structures, but not their keys. Fields alone may not distinguish all records,
  // so read the keys too.
  const auto records = player.records();
  const bool first =
      records.size() < 2 || records[records.size() - 2].header.stage_index != records.back().header.stage_index;
  if (problem.shape.fields == 0 && !first) return std::nullopt;
  if (!find_rows(rows_of(problem.fields, problem), rows_of(player.before()->fields, problem), order, places)) {
    return std::nullopt;
  }
  return places;
}

std::optional<RecordMap> find_map(const Player& player) {
  const algorithms::Problem& problem = player.problem();
  if (problem.payload != data::PayloadKind::record || problem.n() == 0 || player.state() == nullptr) {
    return std::nullopt;
  }
  RecordMap map;
  map.shape = problem.shape;
  map.direct = player.state()->payload.empty();
  map.has_key_column = !map.direct || problem.shape.layout != data::Layout::by_record;
  const bool has_before = player.record() != nullptr && player.before() != nullptr;
  auto now = map.direct ? direct_places(problem, *player.state()) : places_now(player);
  if (!now) return std::nullopt;
  if (has_before) {
    map.before = map.direct ? direct_places(problem, *player.before()) : places_before(player, *now);
  }
  map.now = std::move(*now);
  return map;
}

}  // namespace

std::uint64_t RecordMap::place_of(std::uint64_t record) const {
  return static_cast<std::uint64_t>(std::ranges::find(keys_now(), record) - keys_now().begin());
}

const RecordMap* record_map(const Player& player) {
  return player.of_state().find([&player] { return find_map(player); });
}

std::vector<RecordMove> record_moves(std::span<const std::uint64_t> before, std::span<const std::uint64_t> after) {
  std::vector<RecordMove> moves;
  if (before.size() != after.size()) return moves;
  Numbers places(before.size());
  for (std::size_t i = 0; i < before.size(); ++i) places[before[i]] = i;
  for (std::size_t i = 0; i < after.size(); ++i) moves.push_back({places[after[i]], i, after[i]});
  return moves;
}

std::uint64_t moved_records(std::span<const RecordMove> moves) {
  return static_cast<std::uint64_t>(
      std::ranges::count_if(moves, [](const RecordMove& move) { return move.from != move.to; }));
}

std::uint64_t first_shown(std::uint64_t count, std::uint64_t most, std::optional<std::uint64_t> chosen) {
  if (!chosen || most == 0 || count <= most) return 0;
  return std::min(*chosen / most * most, count - most);
}

}  // namespace texelsort::app
