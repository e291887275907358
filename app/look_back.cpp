#include "app/look_back.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "compute/data/error.h"

namespace texelsort::app {

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
