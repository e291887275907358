#include "app/playback/models/selection_progress.h"

#include <algorithm>
#include <bit>
#include <iterator>

#include <gtest/gtest.h>

#include "app/export/colours.h"
#include "app/gui/views/threshold.h"
#include "app/problem/question_form.h"
#include "app/session/session.h"
#include "compute/algorithms/selection/encoded_keys.h"
#include "compute/algorithms/selection/histogram_plan.h"
#include "compute/algorithms/selection/reference.h"
#include "compute/data/error.h"
#include "compute/data/keys/order.h"
#include "tests/support/gl.h"

namespace texelsort::app {
namespace {

using algorithms::Interpolation;
using algorithms::Question;
using Kind = Question::Kind;

constexpr auto depth = "select/depth@fragment", discard = "select/discard@fragment",
               histogram = "select/histogram@compute", host = "std/nth-element@cpu";

ProblemSpec slides(std::vector<Question> questions = {{.kind = Kind::largest, .k = 2}}) {
  ProblemSpec spec;
  spec.distribution = "slides-kth-largest";
  spec.questions = std::move(questions);
  return spec;
}

ProblemSpec uniform_asked(std::uint64_t n, data::KeyType type, std::vector<Question> questions) {
  ProblemSpec spec;
  spec.n = n;
  spec.type = type;
  spec.questions = std::move(questions);
  return spec;
}

void go(Session& session, std::uint64_t pass) {
  session.seek(pass);
  while (session.player().advance(std::chrono::hours(1))) {
  }
}

void go_to_end(Session& session) {
  session.to_end();
  while (session.player().advance(std::chrono::hours(1))) {
  }
}

const BitTable& table_of(const Session& session) {
  return bit_table(session.player());
}

std::vector<BitRow> counting_rows(const BitTable& table) {
  std::vector<BitRow> rows;
  std::ranges::copy_if(table.rows, std::back_inserter(rows), &BitRow::counts);
  return rows;
}

TEST(SelectionBitTable, EqualsTheTableOfTheLectureSlides) {
  TEXELSORT_NEED_GL();
  for (const char* id : {depth, discard}) {
    SCOPED_TRACE(id);
    Session session(&gpu::test_device());
    session.open(slides(), id);
    go_to_end(session);
    const BitTable table = table_of(session);
    const auto rows = counting_rows(table);
    ASSERT_EQ(rows.size(), 4u);
    const std::vector<std::string> candidates{"1000", "1100", "1010", "1011"}, known{"1···", "10··", "101·", "1011"};
    const std::vector<std::uint64_t> counts{3, 1, 3, 2};
    const std::vector<bool> kept{true, false, true, true};
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_EQ(rows[i].m, candidates[i]);
      EXPECT_EQ(rows[i].count, counts[i]);
      EXPECT_EQ(rows[i].first_digit, i);
      EXPECT_EQ(rows[i].last_digit, i);
      EXPECT_EQ(rows[i].decisions, std::vector{kept[i] ? Decision::at_least : Decision::below});
      EXPECT_EQ(shared_digits(rows[i].possible[0].low, rows[i].possible[0].high, searched_codes(session.player())),
                known[i]);
    }
    EXPECT_EQ(table.ks, std::vector<std::uint64_t>{2});
    ASSERT_TRUE(table.possible[0].found());
    EXPECT_EQ(algorithms::threshold_text(table.possible[0].low, searched_codes(session.player())), "1011");
    ASSERT_EQ(answers(session.player(), session.questions()).size(), 1u);
    EXPECT_EQ(answers(session.player(), session.questions())[0],
              (std::pair<std::string, std::string>("2nd largest", "11")));
  }
}

/// Compares each row of the view (count, decision and interval) with the keys themselves.
void expect_true_rows(const Session& session) {
  const auto codes = data::codes(session.problem().keys, session.problem().order);
  auto sorted = codes;
  std::ranges::sort(sorted, std::greater());
  const BitTable table = table_of(session);
  for (const BitRow& row : counting_rows(table)) {
    ASSERT_EQ(row.count, algorithms::count_at_least(codes, row.threshold));
    const auto bit = static_cast<unsigned>(std::countr_zero(row.threshold - searched_codes(session.player()).low));
    ASSERT_LE(row.low_bit, bit);
    ASSERT_GE(row.high_bit, bit);
    ASSERT_LT(row.high_bit - row.low_bit, static_cast<unsigned>(session.parameters().integer("bits")));
    for (std::size_t e = 0; e < table.ks.size(); ++e) {
      const std::uint64_t answer = sorted[table.ks[e] - 1];
      ASSERT_LE(row.possible[e].low, answer);
      ASSERT_GE(row.possible[e].high, answer);
      if (row.decisions[e] != Decision::not_asked) {
        ASSERT_EQ(row.decisions[e] == Decision::at_least, answer >= row.threshold);
      }
    }
  }
  for (std::size_t e = 0; e < table.ks.size(); ++e) {
    EXPECT_TRUE(table.possible[e].found());
    EXPECT_EQ(table.possible[e].low, sorted[table.ks[e] - 1]);
  }
}

TEST(SelectionBitTable, ShowsTheDecidedBitsForEveryKeyTypeAndBitsPerRound) {
  TEXELSORT_NEED_GL();
  for (const auto type : data::all_key_types) {
    for (const char* bits : {"1", "3"}) {
      SCOPED_TRACE(std::string(data::name(type)) + ", bits " + bits);
      Session session(&gpu::test_device());
      ProblemSpec spec = uniform_asked(100, type,
                                       {{.kind = Kind::largest, .k = 1},
                                        {.kind = Kind::smallest, .k = 3},
                                        {.kind = Kind::median, .interpolation = Interpolation::midpoint}});
      spec.order = bits[0] == '3' ? data::Order::descending : data::Order::ascending;
      session.open(spec, depth, {{"bits", bits}});
      go_to_end(session);
      expect_true_rows(session);
    }
  }
}

TEST(SelectionThreshold, HighlightsAsManyKeysAsThePassCounted) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  session.open(uniform_asked(100, data::KeyType::f64, {}), discard);
  go_to_end(session);
  const std::uint64_t total = *session.player().total();
  for (std::uint64_t pass = 0; pass <= total; ++pass) {
    go(session, pass);
    const auto& keys = session.player().state()->keys;
    std::uint64_t lit = 0;
    for (std::uint64_t i = 0; i < 100; ++i) lit += passes(session, keys, i) ? 1 : 0;
    EXPECT_EQ(lit, counted(session.player()) ? counted(session.player())->count : 100) << "pass " << pass;
  }
}

TEST(SelectionThreshold, IsDrawnBetweenTheSmallerAndTheLargerKeys) {
  Session session(nullptr);
  for (const auto type : data::all_key_types) {
    for (const auto order : {data::Order::ascending, data::Order::descending}) {
      ProblemSpec spec = uniform_asked(50, type, {});
      spec.order = order;
      session.open(spec, host);
      const auto& problem = session.problem();
      for (std::uint64_t i = 0; i < 50; ++i) {
        const std::uint64_t code = code_of(problem.keys, i, order);
        EXPECT_EQ(data::text(key_of(code, type, order), 0), data::text(problem.keys, i));
        EXPECT_EQ(unit_of_code(session, code), value_range(session.player()).unit(problem.keys, i)) << data::name(type);
      }
      const bool descending = order == data::Order::descending;
      EXPECT_EQ(unit_of_code(session, code_span(session.player()).highest + 1) > 1, !descending) << data::name(type);
      EXPECT_EQ(unit_of_code(session, code_span(session.player()).lowest - 1) < 0, !descending) << data::name(type);
    }
  }
}

TEST(SelectionHistograms, CountTheNextDigitPerPrefixAndMarkTheAnswers) {
  TEXELSORT_NEED_GL();
  if (!gpu::test_device().info().compute) GTEST_SKIP() << "needs OpenGL 4.3";
  for (const auto type : {data::KeyType::u32, data::KeyType::f64}) {
    Session session(&gpu::test_device());
    session.open(uniform_asked(3000, type, {{.kind = Kind::largest, .k = 7}, {.kind = Kind::smallest, .k = 70}}),
                 histogram, {{"digit", "5"}});
    const auto codes = data::codes(session.problem().keys, session.problem().order);
    auto sorted = codes;
    std::ranges::sort(sorted, std::greater());
    const auto searched = searched_codes(session.player());
    const auto levels = algorithms::digit_levels(searched.open, 5);
    for (std::uint64_t pass = 1; pass <= *session.player().total(); ++pass) {
      go(session, pass);
      const auto* table = session.player().table(algorithms::tables::SelectionHistogram{});
      ASSERT_NE(table, nullptr);
      const auto& header = session.player().record()->header;
      const auto& level = levels[header.stage_index];
      const auto shown = digit_histograms(session.player());
      std::uint64_t marks = 0;
      for (const DigitHistogram& one : shown) {
        ASSERT_EQ(one.bins.size(), std::size_t{1} << level.width);
        for (const DigitHistogram::Mark& mark : one.marks) {
          const std::uint64_t answer = sorted[mark.k - 1] - searched.low;
          EXPECT_EQ(mark.digit, answer >> level.shift & (one.bins.size() - 1));
          const unsigned open = level.shift + level.width;
          const std::uint64_t prefix = open >= 64 ? 0 : answer >> open;
          EXPECT_EQ(one.bins, algorithms::count_digits(codes, searched, level, prefix));
          ++marks;
        }
      }
      EXPECT_EQ(marks, header.label == "decide" ? 2u : 0u) << "pass " << pass;
    }
    EXPECT_EQ(session.player().table(algorithms::tables::Depth{}), nullptr);
  }
}

TEST(SelectionSession, FindsTheLowerMedianByDefault) {
  Session session(nullptr);
  session.open(slides({}), host);
  EXPECT_EQ(session.questions(), std::vector<Question>{Question{}});
  go_to_end(session);
  EXPECT_EQ(answers(session.player(), session.questions())[0].second, "7");
  EXPECT_EQ(session.command_line(),
            "texelsort select -d slides-kth-largest -n 9 --seed 1 -t u32 --median --interpolation lower -a "
            "std/nth-element@cpu --timing");
  ASSERT_TRUE(session.change_problem(slides({{.kind = Kind::largest, .k = 2}, {.kind = Kind::largest, .k = 9}})));
  EXPECT_EQ(session.command_line(),
            "texelsort select -d slides-kth-largest -n 9 --seed 1 -t u32 -k 2 -k 9 -a std/nth-element@cpu --timing");
  go_to_end(session);
  EXPECT_EQ(answers(session.player(), session.questions())[1].second, "1");
}

TEST(SelectionSession, KeepsItsStateWhenItRejectsAQuestion) {
  Session session(nullptr);
  session.open(slides(), host);
  for (const std::uint64_t k : {0, 10}) {
    EXPECT_FALSE(session.change_problem(slides({{.kind = Kind::largest, .k = k}})));
    EXPECT_NE(session.message().find(std::to_string(k)), std::string::npos) << session.message();
    EXPECT_EQ(session.spec(), slides());
  }
  ProblemSpec with_payload = slides();
  with_payload.payload = data::PayloadKind::index;
  EXPECT_FALSE(session.change_problem(with_payload));
  EXPECT_NE(session.message().find("payload"), std::string::npos);
}

TEST(SelectionSession, RemembersItsQuestionsWhileASortIsShown) {
  Session session(nullptr);
  session.open(slides(), host);
  ASSERT_TRUE(session.change_algorithm("std/sort@cpu"));
  EXPECT_TRUE(session.questions().empty());
  EXPECT_FALSE(session.selects());
  ProblemSpec one = session.spec();
  one.values = "5";
  EXPECT_TRUE(session.change_problem(one)) << "a single key has no 2nd largest, and a sort does not ask for it";
  EXPECT_FALSE(session.change_algorithm(host));
  ASSERT_TRUE(session.change_problem(slides()));
  ASSERT_TRUE(session.change_algorithm(host));
  EXPECT_EQ(session.questions(), slides().questions);
}

TEST(SelectionSession, KnowsTheNumberOfPassesOnceTheLastAnswerIsFound) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  session.open(slides(), discard);
  EXPECT_EQ(session.player().total(), std::nullopt);
  for (std::uint64_t pass = 1; pass <= 4; ++pass) {
    EXPECT_FALSE(session.player().at_end());
    go(session, pass);
    EXPECT_NE(session.player().verdict(), nullptr);
  }
  EXPECT_TRUE(session.player().at_end());
  EXPECT_EQ(session.player().total(), 4u);
  go(session, 1);
  EXPECT_EQ(session.player().total(), 4u);
  EXPECT_EQ(session.player().records().size(), 1u);
  EXPECT_TRUE(answers(session.player(), session.questions()).empty());
}

TEST(SelectionSession, TestsTheClaimOfTheLastPassWhenTheNumberOfPassesIsUnknown) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  session.open(slides(), depth);
  go_to_end(session);
  ASSERT_NE(session.player().verdict(), nullptr);
  EXPECT_TRUE(session.player().verdict()->holds());
  EXPECT_EQ(session.player().target(), session.player().position());
}

TEST(SelectionSession, StepsStageByStageWhenTheNumberOfPassesIsUnknown) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  session.open(slides(), depth);
  const auto place = [&] {
    go(session, session.player().target());
    return session.player().position();
  };
  session.step_stage(1);
  EXPECT_EQ(place(), 2u) << "round 1 fills the depth buffer and counts once";
  session.step_stage(1);
  EXPECT_EQ(place(), 3u);
  session.step_stage(-1);
  EXPECT_EQ(place(), 2u);
  for (int i = 0; i < 5; ++i) session.step_stage(1);
  EXPECT_EQ(place(), 5u);
  EXPECT_TRUE(session.player().at_end());
}

TEST(SelectionSession, PlaysToTheEndWhenTheNumberOfPassesIsUnknown) {
  TEXELSORT_NEED_GL();
  Session session(&gpu::test_device());
  session.open(slides(), discard);
  session.speed = 8;
  session.set_playing(true);
  for (int i = 0; i < 8; ++i) session.update(0.125);
  EXPECT_EQ(session.player().position(), 4u);
  EXPECT_FALSE(session.playing());
  EXPECT_FALSE(session.busy());
}

TEST(SelectionQuestionForm, ReadsBackTheQuestionsThatItShows) {
  const std::vector<Question> three{{.kind = Kind::largest, .k = 1, .interpolation = Interpolation::lower},
                                    {.kind = Kind::largest, .k = 2, .interpolation = Interpolation::lower},
                                    {.kind = Kind::largest, .k = 1024, .interpolation = Interpolation::lower}};
  EXPECT_EQ(questions_of({Kind::largest, "1, 2  1Ki", Interpolation::lower}), three);
  EXPECT_EQ(form_of(three), (QuestionForm{Kind::largest, "1, 2, 1024", Interpolation::lower}));
  EXPECT_EQ(questions_of({Kind::median, "", Interpolation::higher}),
            (std::vector<Question>{{.kind = Kind::median, .interpolation = Interpolation::higher}}));
  EXPECT_EQ(questions_of({Kind::quantile, "0.25", Interpolation::linear}).at(0).quantile, 0.25);
  for (const char* wrong : {"", " , ", "two", "1, x", "-1"}) {
    EXPECT_THROW(questions_of({Kind::smallest, wrong, Interpolation::lower}), UsageError) << wrong;
  }
  for (const char* wrong : {"1.5", "-0.1", "nan", "half", "0.5x"}) {
    EXPECT_THROW(questions_of({Kind::quantile, wrong, Interpolation::lower}), UsageError) << wrong;
  }
}

}  // namespace
}  // namespace texelsort::app
