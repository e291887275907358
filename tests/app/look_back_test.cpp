#include <numeric>

#include <gtest/gtest.h>

#include "app/playback/models/digit_table.h"
#include "app/session/session.h"
#include "compute/algorithms/radix/reference.h"
#include "compute/data/error.h"
#include "compute/data/keys/order.h"
#include "tests/app/host_onesweep.h"
#include "tests/app/specs.h"

namespace texelsort::app {
namespace {

using Numbers = std::vector<std::uint64_t>;

TEST(LookBackStatus, DecodesTheStateAndTheCountInAStatusWord) {
  const algorithms::DigitPass pass{0, 1, 3, 10};
  const LookBack status = look_back(pass, Numbers{0x80000007, 0x80000003, 0x40000005, 0x7fffffff, 0, 0});
  EXPECT_EQ(status.rows, 3u);
  EXPECT_EQ(status.columns, 2u);
  EXPECT_EQ(status.state(0, 1), TileState::summed);
  EXPECT_EQ(status.number(0, 0), 7u);
  EXPECT_EQ(status.state(1, 1), TileState::counted);
  EXPECT_EQ(status.number(1, 1), (1u << 30) - 1);
  EXPECT_EQ(status.state(2, 0), TileState::nothing);
  EXPECT_EQ(status.count(TileState::summed), 2u);
  EXPECT_EQ(status.count(TileState::nothing), 2u);
  EXPECT_THROW(look_back(pass, Numbers(5)), InternalError);
  EXPECT_THROW(look_back(pass, Numbers(6, 0xc0000000)), InternalError);
}

TEST(LookBackStatus, GivesDigitCountsAndOffsetsWhenEverySumIsComplete) {
  const HostOnesweep algorithm({.bits = 3, .tile = 10});
  Session session(nullptr);
  session.open(uniform(97), algorithm);
  for (const std::uint64_t pass : {3, 5, 13}) {
    session.player().seek(pass);
    const auto& digit = *session.player().record()->digit();
    const auto codes = data::codes(session.player().before()->keys, data::Order::ascending);
    const Numbers counts = algorithms::radix::count(codes, digit);
    const DigitTable expected = digit_table(97, digit, counts, algorithms::radix::scan(counts));
    const DigitTable found =
        digit_table(97, digit, look_back(digit, session.player().values(algorithms::tables::LookBackStatus{})));
    EXPECT_EQ(found.counts, expected.counts);
    EXPECT_EQ(found.offsets, expected.offsets);
  }
}

TEST(LookBackStatus, GivesNoDigitCountsWhenASumIsIncomplete) {
  const algorithms::DigitPass pass{0, 1, 2, 10};
  const Numbers whole{0x80000007, 0x80000003, 0x8000000a, 0x80000005};
  EXPECT_EQ(digit_table(15, pass, look_back(pass, whole)).counts, (Numbers{7, 3, 3, 2}));
  EXPECT_EQ(digit_table(15, pass, look_back(pass, whole)).offsets, (Numbers{0, 10, 7, 13}));
  for (const std::uint64_t word : {0u, 0x40000003u}) {
    Numbers part = whole;
    part[2] = word;
    EXPECT_TRUE(digit_table(15, pass, look_back(pass, part)).counts.empty());
    EXPECT_TRUE(digit_table(15, pass, look_back(pass, part)).offsets.empty());
  }
  // Tiles of 2^30 keys add their counts in portions, so that status words do not show counts.
  EXPECT_TRUE(digit_table(std::uint64_t{1} << 30, pass, look_back(pass, whole)).counts.empty());
}

TEST(LookBackStatus, ShowsTheLastTileWhenTilesAreFoldedIntoOneCell) {
  const algorithms::DigitPass pass{0, 1, 5, 10};
  const Numbers words{0x80000001, 0x80000002, 0x80000003, 0x80000004, 0x80000005,
                      0x80000006, 0x40000007, 0x80000008, 0,          0x80000009};
  DigitTable fold;
  fold.rows = 3;
  fold.columns = 2;
  fold.tiles_a_row = 2;
  const LookBack status = folded(look_back(pass, words), fold);
  EXPECT_EQ(status.states, (std::vector{TileState::summed, TileState::summed, TileState::counted, TileState::summed,
                                        TileState::nothing, TileState::summed}));
  EXPECT_EQ(status.numbers, (Numbers{3, 4, 7, 8, 0, 9}));
  fold.columns = 1;
  fold.digits_a_column = 2;
  EXPECT_EQ(folded(look_back(pass, words), fold).numbers, (Numbers{7, 15, 9}));
}

TEST(UpfrontHistograms, CountAllKeysByTheValueOfEachDigit) {
  const HostOnesweep algorithm({.bits = 5, .tile = 16});
  Session session(nullptr);
  session.open(uniform(200), algorithm);
  for (const std::uint64_t position : {1, 2}) {
    session.player().seek(position);
    ASSERT_FALSE(session.player().record()->digit());
    const DigitTable table = digits_at_once(200, 32, session.player().values(algorithms::tables::AllDigitCounts{}),
                                            session.player().values(algorithms::tables::AllDigitScan{}));
    ASSERT_EQ(table.rows, 7u) << "the last digit has two bits";
    EXPECT_EQ(table.columns, 32u);
    EXPECT_EQ(table.offsets.empty(), position == 1);
    const auto codes = data::codes(session.problem().keys, data::Order::ascending);
    for (std::uint32_t d = 0; d < 7; ++d) {
      std::uint64_t before = 0;
      for (std::uint64_t value = 0; value < 32; ++value) {
        const auto keys = static_cast<std::uint64_t>(
            std::ranges::count(codes, value, [&](std::uint64_t code) { return code >> (5 * d) & 31; }));
        EXPECT_EQ(table.count(d, value), keys) << "stay to be seen once they have been added";
        if (position == 2) {
          EXPECT_EQ(table.offset(d, value), before);
        }
        before += keys;
      }
    }
  }
}

}  // namespace
}  // namespace texelsort::app
