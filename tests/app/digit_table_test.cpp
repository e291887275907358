#include "app/playback/models/digit_table.h"

#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

#include "app/session/session.h"
#include "compute/data/keys/order.h"
#include "tests/support/gl.h"

namespace texelsort::app {
namespace {

using Numbers = std::vector<std::uint64_t>;

/// Pass of a radix sort in a session, and tables that the test computes independently of the program.
struct Counted {
  algorithms::DigitPass pass;
  Numbers codes;            ///< encoded keys before the pass, in the order of the array
  Numbers counts, offsets;  ///< tables with one row per tile and one column per digit

  explicit Counted(const Session& session) : pass(*session.player().record()->digit()) {
    codes = data::codes(session.player().before()->keys, session.problem().order);
    const std::uint64_t digits = std::uint64_t{1} << pass.bits, tiles = pass.columns;
    counts.assign(tiles * digits, 0);
    for (std::size_t i = 0; i < codes.size(); ++i) {
      ++counts[i / pass.column_keys * digits + (codes[i] >> pass.shift) % digits];
    }
    offsets.assign(tiles * digits, 0);
    std::uint64_t sum = 0;
    for (std::uint64_t digit = 0; digit < digits; ++digit) {
      for (std::uint64_t tile = 0; tile < tiles; ++tile) {
        offsets[tile * digits + digit] = sum;
        sum += counts[tile * digits + digit];
      }
    }
  }

  /// Returns the destination of key i in a stable sort. It follows all keys with smaller digits, and earlier keys with
  /// the same digit.
  std::uint64_t destination(std::size_t i) const {
    const auto digit = [&](std::size_t at) { return (codes[at] >> pass.shift) % (std::uint64_t{1} << pass.bits); };
    std::uint64_t before = 0;
    for (std::size_t other = 0; other < codes.size(); ++other) {
      before += digit(other) < digit(i) || (digit(other) == digit(i) && other < i) ? 1 : 0;
    }
    return before;
  }
};

DigitTable digit_table_of(const Session& session) {
  return digit_table(session.player().n(), *session.player().record()->digit(),
                     session.player().values(algorithms::tables::DigitCounts{}),
                     session.player().values(algorithms::tables::DigitScan{}));
}

struct RadixCase {
  const char* id;
  std::map<std::string, std::string> parameters;
};

const std::vector<RadixCase> radix_cases{
    {"radix/grs@compute", {{"digit", "2"}, {"tile", "16"}, {"workgroup", "8"}}},
    {"radix/srts@compute", {{"digit", "5"}, {"workgroup", "8"}, {"workgroups", "3"}}},
};

template <typename Test>
void at_every_pass(Test test) {
  if (!gpu::test_device().info().compute) GTEST_SKIP() << "needs OpenGL 4.3";
  for (const RadixCase& radix : radix_cases) {
    for (const auto type : {data::KeyType::u32, data::KeyType::f64}) {
      SCOPED_TRACE(radix.id);
      Session session(&gpu::test_device());
      ProblemSpec spec;
      spec.n = 100;
      spec.type = type;
      spec.order = type == data::KeyType::f64 ? data::Order::descending : data::Order::ascending;
      session.open(spec, radix.id, radix.parameters);
      const std::uint64_t passes = std::min<std::uint64_t>(9, *session.player().total());
      for (std::uint64_t pass = 1; pass <= passes; ++pass) {
        session.player().seek(pass);
        test(session, pass % 3);
      }
    }
  }
}

TEST(DigitTable, ContainsTheCountsOfDigitValuesAndTheirSums) {
  TEXELSORT_NEED_GL();
  at_every_pass([](const Session& session, std::uint64_t step) {
    const Counted expected(session);
    const DigitTable table = digit_table_of(session);
    EXPECT_EQ(table.rows, expected.pass.columns);
    EXPECT_EQ(table.counts, expected.counts) << "counts stay to be seen once they have been scanned";
    EXPECT_EQ(table.offsets, step == 1 ? Numbers() : expected.offsets);
  });
}

TEST(KeyMoves, EqualThePermutationThatARadixPassMakes) {
  TEXELSORT_NEED_GL();
  at_every_pass([](const Session& session, std::uint64_t step) {
    const Counted expected(session);
    const Player& player = session.player();
    const auto moves = key_moves(expected.pass, session.problem().order, *player.before(), *player.state());
    ASSERT_TRUE(moves);
    ASSERT_EQ(moves->size(), 100u);
    std::vector<bool> taken(100);
    for (std::size_t i = 0; i < 100; ++i) {
      const KeyMove& move = (*moves)[i];
      EXPECT_EQ(move.from, i);
      EXPECT_EQ(move.to, step == 0 ? expected.destination(i) : i) << "only the third pass of a digit moves keys";
      EXPECT_EQ(move.digit, (expected.codes[i] >> expected.pass.shift) % (std::uint64_t{1} << expected.pass.bits));
      EXPECT_FALSE(taken[move.to]);
      taken[move.to] = true;
    }
  });
}

TEST(KeyMoves, AreUnknownWhenAKeyWasLost) {
  const algorithms::DigitPass pass{0, 2, 1, 4};
  const data::State before{std::vector<std::uint32_t>{3, 1, 2, 1}, {}};
  const auto moves = key_moves(pass, data::Order::ascending, before, {std::vector<std::uint32_t>{1, 1, 2, 3}, {}});
  ASSERT_TRUE(moves);
  EXPECT_EQ(*moves, (std::vector<KeyMove>{{0, 3, 3}, {1, 0, 1}, {2, 2, 2}, {3, 1, 1}}));
  EXPECT_FALSE(key_moves(pass, data::Order::ascending, before, {std::vector<std::uint32_t>{1, 1, 1, 3}, {}}));
  // Payloads distinguish keys that are equal.
  const auto told = key_moves(pass, data::Order::ascending, {std::vector<std::uint32_t>{1, 1}, {0, 1}},
                              {std::vector<std::uint32_t>{1, 1}, {1, 0}});
  ASSERT_TRUE(told);
  EXPECT_EQ(*told, (std::vector<KeyMove>{{0, 1, 1}, {1, 0, 1}}));
}

/// Returns a table of 7 tiles with 10 keys each (the last with 3) and 3-bit digits.
DigitTable example() {
  const algorithms::DigitPass pass{0, 3, 7, 10};
  Numbers histogram(7 * 8);
  for (std::uint64_t i = 0; i < 63; ++i) ++histogram[i * i % 8 * 7 + i / 10];
  Numbers scan(histogram.size());
  std::exclusive_scan(histogram.begin(), histogram.end(), scan.begin(), std::uint64_t{0});
  return digit_table(63, pass, histogram, scan);
}

TEST(DigitTable, AddsNeighbouringTilesAndDigitsWhenFolded) {
  const DigitTable table = example();
  for (const std::uint64_t rows : {1, 2, 3, 4, 7, 9}) {
    for (const std::uint64_t columns : {1, 3, 8}) {
      const DigitTable fold = folded(table, rows, columns);
      EXPECT_LE(fold.rows, rows);
      EXPECT_LE(fold.columns, columns);
      Numbers counts(fold.rows * fold.columns);
      for (std::uint64_t row = 0; row < 7; ++row) {
        for (std::uint64_t column = 0; column < 8; ++column) {
          counts[row / fold.tiles_a_row * fold.columns + column / fold.digits_a_column] += table.count(row, column);
        }
      }
      EXPECT_EQ(fold.counts, counts);
      for (std::uint64_t row = 0; row < fold.rows; ++row) {
        EXPECT_EQ(fold.row_start(row), 10 * row * fold.tiles_a_row);
        for (std::uint64_t column = 0; column < fold.columns; ++column) {
          EXPECT_EQ(fold.offset(row, column), table.offset(row * fold.tiles_a_row, column * fold.digits_a_column));
        }
      }
      EXPECT_EQ(fold.column_start(fold.columns), 63u);
    }
  }
}

TEST(KeyStreams, ContainEveryPositionBeforeAndAfterThePassOnce) {
  const DigitTable table = example();
  for (const std::uint64_t rows : {1, 3, 7}) {
    for (const std::uint64_t columns : {2, 8}) {
      const DigitTable fold = folded(table, rows, columns);
      std::vector<int> from(63), to(63);
      for (const KeyStream& stream : key_streams(fold)) {
        for (std::uint64_t i = 0; i < stream.keys; ++i) {
          ++from.at(stream.from + i);
          ++to.at(stream.to + i);
        }
        const std::uint64_t row = stream.from / 10 / fold.tiles_a_row;
        EXPECT_EQ(stream.keys, fold.count(row, stream.column));
        if (columns == 8) {
          EXPECT_EQ(stream.to, fold.offset(row, stream.column));
        }
      }
      EXPECT_EQ(from, std::vector<int>(63, 1));
      EXPECT_EQ(to, std::vector<int>(63, 1));
    }
  }
}

}  // namespace
}  // namespace texelsort::app
