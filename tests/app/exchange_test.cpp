#include "app/playback/models/exchange.h"

#include <gtest/gtest.h>

#include "app/gui/views/diagrams.h"
#include "app/gui/window/offscreen.h"
#include "app/session/session.h"
#include "tests/app/diagram_names.h"
#include "tests/app/specs.h"
#include "tests/support/gl.h"

/// Tests of the data that ranks exchange: as views read it, and as pictures show it.
namespace texelsort::app {
namespace {

constexpr auto by_threads = "sample/distributed@cpu";

void seek_to_exchange(Session& session) {
  session.player().seek(1000);
  while (session.player().record() != nullptr && session.player().record()->header.stage != "exchange") {
    ASSERT_TRUE(session.player().step_back());
  }
}

TEST(ExchangeState, ListsTheBytesThatEveryRankSends) {
  Session session(nullptr);
  session.open(uniform(1000), by_threads, {{"ranks", "4"}, {"shares", "rising"}});
  EXPECT_EQ(exchange_state(session.player()), nullptr) << "the splitters are not known";
  seek_to_exchange(session);
  ASSERT_NE(exchange_state(session.player()), nullptr);
  const ExchangeState& state = *exchange_state(session.player());
  EXPECT_EQ(state.ranks, 4u);
  EXPECT_EQ(state.key_bytes, 4u);
  EXPECT_EQ(state.all(), 4000u);
  EXPECT_EQ(state.sent(0), 0u);
  std::uint64_t stays = 0;
  for (std::uint64_t rank = 0; rank < 4; ++rank) {
    EXPECT_EQ(state.received(rank), 1000u) << rank;
    stays += state.from_to(rank, rank);
    for (std::uint64_t to = 0; to < 4; ++to) {
      EXPECT_LE(rank == to ? 0 : state.from_to(rank, to), state.most());
      EXPECT_EQ(state.time(rank, to) > 0, rank != to && state.from_to(rank, to) > 0);
    }
  }
  EXPECT_EQ(state.moved(), 4000 - stays);
  EXPECT_GT(state.longest(), 0u);
  EXPECT_EQ(diagrams_of(session).back()->name, std::string("exchange"));
}

TEST(ExchangeState, DescribesTheExchangeInWords) {
  const ExchangeState state{.ranks = 2, .key_bytes = 4, .bytes = {8, 4000, 0, 12}, .nanoseconds = {0, 2000, 0, 0}};
  EXPECT_EQ(link_text(state, 0, 0), "rank 0 keeps 2 keys, 8 bytes");
  EXPECT_TRUE(link_text(state, 0, 1).starts_with("rank 0 sends rank 1 1")) << link_text(state, 0, 1);
  EXPECT_NE(link_text(state, 0, 1).find("4.00 kB, in 2"), std::string::npos) << link_text(state, 0, 1);
  EXPECT_EQ(speed_text(4000, 2000), "2.00 GB/s");
  EXPECT_EQ(speed_text(4000, 0), "");
  EXPECT_NE(exchange_text(state).find("4.00 kB of 4.02 kB go to another rank"), std::string::npos);
}

TEST(ExchangeView, DrawsAnyNumberOfRanksAndAnyShares) {
  TEXELSORT_NEED_GL();
  for (const char* ranks : {"1", "2", "3", "7", "24"}) {
    std::vector<Picture> pictures;
    for (const char* shares : {"even", "last"}) {
      Session session(&gpu::test_device());
      session.open(uniform(500), by_threads, {{"ranks", ranks}, {"shares", shares}});
      seek_to_exchange(session);
      pictures.push_back(OffscreenWindow(gpu::test_device(), session, {1200, 700}, 1, FramePart("exchange")).picture());
      EXPECT_FALSE(
          OffscreenWindow(gpu::test_device(), session, {320, 160}, 1, FramePart("exchange")).picture().rgba.empty());
    }
    EXPECT_EQ(pictures[0] == pictures[1], ranks == std::string_view("1")) << ranks;
  }
}

}  // namespace
}  // namespace texelsort::app
