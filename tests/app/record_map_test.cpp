#include "app/playback/models/record_map.h"

#include <algorithm>
#include <numeric>
#include <random>

#include <gtest/gtest.h>

#include "app/session/session.h"
#include "compute/algorithms/core/input_state.h"
#include "compute/algorithms/core/run.h"
#include "compute/data/keys/order.h"
#include "compute/data/keys/records.h"
#include "tests/app/specs.h"
#include "tests/support/gl.h"

namespace texelsort::app {
namespace {

using data::Layout;
using Numbers = std::vector<std::uint64_t>;

Numbers unmoved(std::uint64_t n) {
  Numbers order(n);
  std::iota(order.begin(), order.end(), std::uint64_t{0});
  return order;
}

/// Returns the stable order of the input's keys, as positions in the input.
Numbers sorted_order(const Session& session) {
  const auto codes = data::codes(session.problem().keys, session.problem().order);
  Numbers order = unmoved(codes.size());
  std::ranges::stable_sort(order, {}, [&](std::uint64_t i) { return codes[i]; });
  return order;
}

TEST(RecordMap, ShowsThatAnIndirectSortMovesPairsFirstAndRecordsOnce) {
  for (const Layout layout : {Layout::by_field, Layout::hybrid, Layout::by_record}) {
    for (const char* rearrange : {"gather", "cycle"}) {
      SCOPED_TRACE(std::string(data::name(layout)) + " " + rearrange);
      Session session(nullptr);
      session.open(records(50, 3, layout), "std/stable-sort@cpu", {{"rearrange", rearrange}});
      const Numbers order = sorted_order(session);
      const std::uint64_t extraction = layout == Layout::by_record ? 1 : 0;
      ASSERT_NE(record_map(session.player()), nullptr);
      EXPECT_FALSE(record_map(session.player())->before);
      EXPECT_FALSE(record_map(session.player())->direct);
      EXPECT_EQ(record_map(session.player())->now.rows, unmoved(50));
      EXPECT_EQ(record_map(session.player())->now.keys, extraction > 0 ? Numbers() : unmoved(50));
      EXPECT_EQ(record_map(session.player())->record_of(7), 7u);
      if (extraction > 0) {
        session.player().seek(1);
        EXPECT_EQ(record_map(session.player())->now.keys, unmoved(50));
        EXPECT_TRUE(record_map(session.player())->before->keys.empty());
      }
      session.player().seek(extraction + 1);
      EXPECT_EQ(record_map(session.player())->now.keys, order);
      EXPECT_EQ(record_map(session.player())->now.rows, unmoved(50));
      EXPECT_EQ(record_map(session.player())->before->keys, unmoved(50));
      EXPECT_EQ(record_map(session.player())->record_of(0), order[0]);
      EXPECT_EQ(record_map(session.player())->place_of(order[3]), 3u);
      session.player().seek(extraction + 2);
      ASSERT_TRUE(session.player().at_end());
      EXPECT_EQ(record_map(session.player())->before->rows, unmoved(50));
      EXPECT_EQ(record_map(session.player())->before->keys, order);
      EXPECT_EQ(record_map(session.player())->now.rows, order);
      EXPECT_EQ(record_map(session.player())->now.keys, order);
    }
  }
}

// Equal records have the same contents, so that only their indices in the sorted order distinguish them.
TEST(RecordMap, DistinguishesEqualRecordsByTheirIndices) {
  ProblemSpec spec = records(0, 0, Layout::by_record);
  spec.n.reset();
  spec.values = "3,1,3,1,2,3";
  Session session(nullptr);
  session.open(spec, "std/stable-sort@cpu");
  session.player().seek(*session.player().total());
  ASSERT_NE(record_map(session.player()), nullptr);
  EXPECT_EQ(record_map(session.player())->now.rows, (Numbers{1, 3, 4, 0, 2, 5}));
  EXPECT_EQ(record_map(session.player())->before->rows, unmoved(6));
  spec.values = "3,1,3,1,2,3,1,1,2,2,3,3";
  session.open(spec, "bitonic/reference@cpu");
  session.player().seek(*session.player().total());
  EXPECT_NE(session.player().state()->payload, sorted_order(session)) << "not stable, or this tests nothing";
  EXPECT_EQ(record_map(session.player())->now.rows, session.player().state()->payload);
}

TEST(RecordMap, IsEmptyWhenThereAreNoRecordsOrTooMany) {
  Session session(nullptr);
  session.open({}, "std/sort@cpu");
  EXPECT_EQ(record_map(session.player()), nullptr);
  session.open(records(Player::small_n + 1, 1, Layout::hybrid), "std/sort@cpu");
  EXPECT_EQ(record_map(session.player()), nullptr);
  session.open(records(Player::small_n, 1, Layout::hybrid), "std/sort@cpu");
  EXPECT_NE(record_map(session.player()), nullptr);
  session.open(records(0, 3, Layout::hybrid), "std/sort@cpu");
  EXPECT_EQ(record_map(session.player()), nullptr);
}

TEST(RecordMap, ShowsColumnsAsRowsDuringATranspose) {
  TEXELSORT_NEED_GL();
  if (!gpu::test_device().info().compute) GTEST_SKIP() << "needs OpenGL 4.3";
  Session session(&gpu::test_device());
  session.open(records(70, 4, Layout::by_field), "radix/grs@compute", {{"rearrange", "transpose"}, {"digit", "8"}});
  const Numbers order = sorted_order(session);
  const std::uint64_t total = *session.player().total();
  struct {
    bool turned;
    Numbers rows;
  } const expected[]{{false, unmoved(70)}, {true, unmoved(70)}, {true, order}, {false, order}};
  for (std::uint64_t done = 0; done < 4; ++done) {
    session.player().seek(total - 3 + done);
    ASSERT_NE(record_map(session.player()), nullptr) << done;
    EXPECT_EQ(record_map(session.player())->now.turned, expected[done].turned) << done;
    EXPECT_EQ(record_map(session.player())->now.rows, expected[done].rows) << done;
    if (done == 0) continue;
    ASSERT_TRUE(record_map(session.player())->before);
    EXPECT_EQ(record_map(session.player())->before->turned, expected[done - 1].turned) << done;
    EXPECT_EQ(record_map(session.player())->before->rows, expected[done - 1].rows) << done;
  }
}

// Moving records in place reflects every cycle twice. The first reflection is its own inverse.
TEST(RecordMap, ShowsThatInPlaceMovesReflectEveryCycleTwice) {
  TEXELSORT_NEED_GL();
  if (!gpu::test_device().info().compute) GTEST_SKIP() << "needs OpenGL 4.3";
  for (const Layout layout : {Layout::by_field, Layout::by_record}) {
    Session session(&gpu::test_device());
    session.open(records(70, 2, layout), "radix/grs@compute", {{"rearrange", "cycle"}, {"digit", "8"}});
    const std::uint64_t total = *session.player().total();
    session.player().seek(total - 1);
    const Numbers half = record_map(session.player())->now.rows;
    EXPECT_NE(half, unmoved(70));
    for (std::uint64_t i = 0; i < 70; ++i) EXPECT_EQ(half[half[i]], i);
    session.player().seek(total);
    EXPECT_EQ(record_map(session.player())->before->rows, half);
    EXPECT_EQ(record_map(session.player())->now.rows, sorted_order(session));
  }
}

/// Run that reverses an array of records in place by exchanging pairs. If `loses_a_field` is true, it damages a field.
class TurningRun final : public algorithms::Run {
 public:
  TurningRun(std::shared_ptr<const algorithms::Problem> problem, bool loses_a_field)
      : Run(problem, std::make_unique<algorithms::CpuPassTimer>()),
        loses_a_field_(loses_a_field),
        state_(algorithms::input_state(*problem)) {
    for (int i = 0; i < 2; ++i) {
      add_pass({.header =
                    [] {
                      return algorithms::PassHeader{0, 0, "turn", "by a half"};
                    },
                .execute = [this] { turn(); },
                .claim =
                    [] {
                      return algorithms::Claim{"", [](const auto&) { return std::nullopt; }};
                    }});
    }
  }
  std::vector<algorithms::View> views() const override { return {}; }
  data::State read(std::uint64_t, std::uint64_t) const override { return state_; }

 protected:
  void load(const data::StateView& state) override { state_ = state.copied(); }

 private:
  void turn() {
    const std::uint64_t n = this->n();
    Numbers order(n);
    for (std::uint64_t i = 0; i < n; ++i) order[i] = (i + n / 2) % n;
    const auto& shape = problem().shape;
    const data::RecordMemory memory{n, shape.layout == Layout::by_field ? shape.fields : 1,
                                    shape.layout == Layout::by_field ? 1 : shape.fields};
    state_.fields = data::permuted(state_.fields, memory, order);
    if (loses_a_field_) ++state_.fields[1];
    auto& keys = std::get<std::vector<std::uint32_t>>(state_.keys);
    std::ranges::rotate(keys, keys.begin() + static_cast<std::ptrdiff_t>(n / 2));
  }

  bool loses_a_field_;
  data::State state_;
};

TEST(RecordMap, ShowsThatADirectSortMovesFieldsWithTheirKeys) {
  for (const Layout layout : {Layout::by_field, Layout::hybrid, Layout::by_record}) {
    for (const bool loses_a_field : {false, true}) {
      SCOPED_TRACE(data::name(layout));
      auto problem = load(records(11, 3, layout), {}).problem;
      Player player(std::make_unique<TurningRun>(problem, loses_a_field), problem);
      player.seek(1);
      const auto map = record_map(player);
      EXPECT_EQ(map != nullptr, !loses_a_field);
      if (!map) continue;
      EXPECT_TRUE(map->direct);
      EXPECT_EQ(map->has_key_column, layout != Layout::by_record);
      EXPECT_EQ(map->now.rows, (Numbers{5, 6, 7, 8, 9, 10, 0, 1, 2, 3, 4}));
      EXPECT_EQ(map->now.keys, map->now.rows);
      EXPECT_EQ(map->before->rows, unmoved(11));
      EXPECT_EQ(moved_records(record_moves(map->before->rows, map->now.rows)), 11u);
    }
  }
}

TEST(RecordMoves, LeadFromThePreviousPositionOfARecordToTheNext) {
  const Numbers before{2, 0, 1, 3}, after{0, 1, 2, 3};
  EXPECT_EQ(record_moves(before, after), (std::vector<RecordMove>{{1, 0, 0}, {2, 1, 1}, {0, 2, 2}, {3, 3, 3}}));
  EXPECT_EQ(moved_records(record_moves(before, after)), 3u);
  EXPECT_TRUE(record_moves({}, after).empty());
}

TEST(FirstShownRecord, IsTheFirstOfThePageThatContainsTheChosenRecord) {
  EXPECT_EQ(first_shown(100, 16, std::nullopt), 0u);
  EXPECT_EQ(first_shown(100, 16, 15), 0u);
  EXPECT_EQ(first_shown(100, 16, 16), 16u);
  EXPECT_EQ(first_shown(100, 16, 99), 84u) << "the last page is full too";
  EXPECT_EQ(first_shown(10, 16, 9), 0u);
}

}  // namespace
}  // namespace texelsort::app
