#include "app/playback/models/digit_table.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "app/playback/key_moves.h"
#include "compute/data/error.h"
#include "compute/data/keys/order.h"

namespace texelsort::app {

namespace {

std::uint64_t parts(std::uint64_t whole, std::uint64_t part) {
  return (whole + part - 1) / part;
}

/// Transposes a table of digits (rows) and tiles (columns) into one of tiles (rows) and digits (columns).
std::vector<std::uint64_t> turned(std::span<const std::uint64_t> numbers, std::uint64_t tiles, std::uint64_t digits) {
  std::vector<std::uint64_t> result(tiles * digits);
  for (std::uint64_t i = 0; i < result.size(); ++i) result[i % tiles * digits + i / tiles] = numbers[i];
  return result;
}

std::vector<std::uint64_t> differences(std::span<const std::uint64_t> sums, std::uint64_t last) {
  std::vector<std::uint64_t> result(sums.size());
  for (std::size_t i = 0; i < sums.size(); ++i) result[i] = (i + 1 < sums.size() ? sums[i + 1] : last) - sums[i];
  return result;
}

}  // namespace

std::uint64_t DigitTable::row_start(std::uint64_t row) const {
  return std::min(n, row * tiles_a_row * pass.column_keys);
}

DigitTable digit_table(std::uint64_t n, const algorithms::DigitPass& pass, std::span<const std::uint64_t> histogram,
                       std::span<const std::uint64_t> scan) {
  DigitTable table{.n = n,
                   .pass = pass,
                   .rows = pass.columns,
                   .columns = std::uint64_t{1} << pass.bits,
                   .counts = {},
                   .offsets = {}};
  if (!scan.empty()) table.offsets = turned(scan, table.rows, table.columns);
  const auto counts = histogram.empty() ? differences(scan, n) : std::vector(histogram.begin(), histogram.end());
  table.counts = turned(counts, table.rows, table.columns);
  return table;
}

DigitTable folded(const DigitTable& table, std::uint64_t most_rows, std::uint64_t most_columns) {
  const std::uint64_t down = parts(table.rows, std::max<std::uint64_t>(most_rows, 1));
  const std::uint64_t across = parts(table.columns, std::max<std::uint64_t>(most_columns, 1));
  if (down <= 1 && across <= 1) return table;
  DigitTable result = table;
  result.rows = parts(table.rows, down);
  result.columns = parts(table.columns, across);
  result.tiles_a_row = table.tiles_a_row * down;
  result.digits_a_column = table.digits_a_column * across;
  result.counts.assign(result.rows * result.columns, 0);
  result.offsets.clear();
  for (std::uint64_t i = 0; i < table.counts.size(); ++i) {
    result.counts[i / table.columns / down * result.columns + i % table.columns / across] += table.counts[i];
  }
  if (table.offsets.empty()) return result;
  for (std::uint64_t row = 0; row < result.rows; ++row) {
    for (std::uint64_t column = 0; column < result.columns; ++column) {
      result.offsets.push_back(table.offset(row * down, column * across));
    }
  }
  return result;
}

std::optional<std::vector<KeyMove>> key_moves(const algorithms::DigitPass& pass, data::Order order,
                                              const data::State& before, const data::State& after) {
  const auto found = moves_between(order, before, after);
  if (!found) return std::nullopt;
  const auto codes = data::codes(before.keys, order);
  std::vector<KeyMove> moves;
  for (std::uint64_t i = 0; i < codes.size(); ++i) moves.push_back({i, found->to[i], pass.digit(codes[i])});
  return moves;
}

std::optional<KeyGroups> digit_groups(const Player& player) {
  if (player.record()->digit() == nullptr) return std::nullopt;
  const algorithms::DigitPass pass = *player.record()->digit();
  KeyGroups groups{.name = "digit", .scale = true, .count = std::uint64_t{1} << pass.bits};
  for (const std::uint64_t code : data::codes(player.state()->keys, player.problem().order)) {
    groups.of_key.push_back(static_cast<std::uint32_t>(pass.digit(code)));
  }
  groups.text = [pass](std::uint64_t digit) {
    return fmt::format("digit {} (bits {} to {})", digit_name(digit, pass.bits), pass.shift,
                       pass.shift + pass.bits - 1);
  };
  return groups;
}

std::string digit_name(std::uint64_t digit, std::uint32_t bits) {
  constexpr std::uint32_t most_bits = 4;
  return bits <= most_bits ? fmt::format("{:0{}b}", digit, bits) : fmt::format("{}", digit);
}

std::vector<KeyStream> key_streams(const DigitTable& table) {
  std::vector<KeyStream> streams;
  std::vector<std::uint64_t> to;
  for (std::uint64_t column = 0; column < table.columns; ++column) to.push_back(table.column_start(column));
  for (std::uint64_t row = 0; row < table.rows; ++row) {
    std::uint64_t from = table.row_start(row);
    for (std::uint64_t column = 0; column < table.columns; ++column) {
      const std::uint64_t keys = table.count(row, column);
      if (keys > 0) streams.push_back({from, to[column], keys, column});
      from += keys;
      to[column] += keys;
    }
  }
  return streams;
}

std::uint64_t LookBack::count(TileState state) const {
  return static_cast<std::uint64_t>(std::ranges::count(states, state));
}

LookBack look_back(const algorithms::DigitPass& pass, std::span<const std::uint64_t> words) {
  LookBack status{.rows = pass.columns, .columns = std::uint64_t{1} << pass.bits, .states = {}, .numbers = {}};
  if (words.size() != status.rows * status.columns) {
    throw InternalError(
        fmt::format("the look-back status has {} words instead of one for each of {} digits of {} tiles", words.size(),
                    status.columns, status.rows));
  }
  for (const std::uint64_t word : words) {
    const std::uint64_t state = word >> LookBack::number_bits;
    if (state > static_cast<std::uint64_t>(TileState::summed)) {
      throw InternalError(fmt::format("look-back status {:#x} is none of nothing, counted and summed", word));
    }
    status.states.push_back(static_cast<TileState>(state));
    status.numbers.push_back(word & ((std::uint64_t{1} << LookBack::number_bits) - 1));
  }
  return status;
}

DigitTable digit_table(std::uint64_t n, const algorithms::DigitPass& pass, const LookBack& status) {
  DigitTable table{.n = n, .pass = pass, .rows = status.rows, .columns = status.columns, .counts = {}, .offsets = {}};
  const bool complete = status.count(TileState::summed) == status.states.size() && n >> LookBack::number_bits == 0;
  if (!complete || status.rows == 0) return table;
  table.counts.resize(status.numbers.size());
  table.offsets.resize(status.numbers.size());
  std::uint64_t start = 0;
  for (std::uint64_t column = 0; column < status.columns; ++column) {
    std::uint64_t before = 0;
    for (std::uint64_t row = 0; row < status.rows; ++row) {
      const std::uint64_t place = row * status.columns + column, sum = status.number(row, column);
      table.counts[place] = sum - before;
      table.offsets[place] = start + before;
      before = sum;
    }
    start += before;
  }
  return table;
}

LookBack folded(const LookBack& status, const DigitTable& fold) {
  const std::uint64_t down = fold.tiles_a_row, across = fold.digits_a_column;
  LookBack result{.rows = fold.rows, .columns = fold.columns, .states = {}, .numbers = {}};
  result.states.assign(fold.rows * fold.columns, TileState::summed);
  result.numbers.assign(fold.rows * fold.columns, 0);
  for (std::uint64_t row = 0; row < status.rows; ++row) {
    const bool last = row + 1 == status.rows || (row + 1) % down == 0;
    for (std::uint64_t column = 0; column < status.columns; ++column) {
      const std::uint64_t cell = row / down * fold.columns + column / across;
      result.states[cell] = std::min(result.states[cell], status.state(row, column));
      if (last) result.numbers[cell] += status.number(row, column);
    }
  }
  return result;
}

DigitTable digits_at_once(std::uint64_t n, std::uint64_t values, std::span<const std::uint64_t> histogram,
                          std::span<const std::uint64_t> scan) {
  const std::uint64_t digits = std::max(histogram.size(), scan.size()) / values;
  DigitTable table{.n = n,
                   .pass = {0, static_cast<std::uint32_t>(std::bit_width(values) - 1), digits, n},
                   .rows = digits,
                   .columns = values,
                   .counts = {histogram.begin(), histogram.end()},
                   .offsets = {scan.begin(), scan.end()}};
  if (!histogram.empty()) return table;
  for (std::uint64_t i = 0; i < scan.size(); ++i) {
    table.counts.push_back(((i + 1) % values == 0 ? n : scan[i + 1]) - scan[i]);
  }
  return table;
}

}  // namespace texelsort::app
