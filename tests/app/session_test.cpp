#include "app/session/session.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "app/gui/views/network_layout.h"
#include "app/session/run_timer.h"
#include "app/session/session_file.h"
#include "compute/algorithms/networks/network_algorithm.h"
#include "compute/algorithms/registry.h"
#include "compute/data/error.h"
#include "compute/data/text/number_format.h"
#include "compute/network/reader.h"
#include "tests/app/specs.h"
#include "tests/support/temporary_folder.h"

namespace texelsort::app {
namespace {

constexpr auto reference = "bitonic/reference@cpu";

void settle(Session& session) {
  while (session.player().advance(std::chrono::hours(1))) {
  }
}

TEST(Session, GeneratesReadableKeysForSmallInputs) {
  ProblemSpec spec;
  spec.distribution.clear();
  const auto line_of = [&spec] {
    Session session(nullptr);
    session.open(spec, reference);
    return session.command_line();
  };
  EXPECT_TRUE(line_of().starts_with("texelsort sort -d permutation -n 64 ")) << line_of();
  spec.n = 100;
  EXPECT_TRUE(line_of().starts_with("texelsort sort -d permutation -n 100 ")) << line_of();
  spec.n = 101;
  EXPECT_TRUE(line_of().starts_with("texelsort sort -d uniform -n 101 ")) << line_of();
  spec.distribution = "uniform";
  spec.n = 8;
  EXPECT_TRUE(line_of().starts_with("texelsort sort -d uniform -n 8 ")) << line_of();
}

TEST(Session, GoesBackToThePreviousAlgorithmAndItsParameters) {
  Session session(nullptr);
  session.open(uniform(64), "std/sort@cpu");
  EXPECT_EQ(session.algorithm_before(), nullptr);
  EXPECT_FALSE(session.take_back_algorithm());
  session.open(uniform(64), "merge/multiway@cpu", {{"width", "16"}});
  ASSERT_NE(session.algorithm_before(), nullptr);
  EXPECT_EQ(session.algorithm_before()->info().id, "std/sort@cpu");
  EXPECT_TRUE(session.change_algorithm(reference));
  EXPECT_TRUE(session.take_back_algorithm());
  EXPECT_EQ(session.algorithm().info().id, "merge/multiway@cpu");
  EXPECT_EQ(session.parameters().text("width"), "16");
  EXPECT_EQ(session.algorithm_before()->info().id, reference);
  EXPECT_TRUE(session.take_back_algorithm());
  EXPECT_EQ(session.algorithm().info().id, reference) << "and forth";
}

TEST(Session, ExplainsWhyAnAlgorithmRejectsTheInputBeforeItIsChosen) {
  Session session(nullptr);
  session.open(uniform(17), reference);
  const auto refusal = [&session](const char* id) { return session.refusal_of(algorithms::find_algorithm(id)); };
  EXPECT_EQ(refusal("pairwise/reference@cpu"), std::nullopt);
  EXPECT_EQ(refusal("merge/multiway@cpu"), std::nullopt) << "the keys are cut for a merge";
  EXPECT_EQ(refusal("std/nth-element@cpu"), std::nullopt) << "a selection has a question";
  EXPECT_EQ(refusal("best-known/reference@cpu"), "17 places are beyond this network's limit of 16: choose a smaller n");
  EXPECT_FALSE(session.change_algorithm("best-known/reference@cpu"));
  EXPECT_NE(session.message().find("17 places are beyond this network's limit of 16: choose a smaller n"),
            std::string::npos);
  EXPECT_EQ(session.algorithm().info().id, reference);
}

TEST(Session, StartsARunBeforeItsFirstPass) {
  Session session(nullptr);
  session.open(uniform(64), reference);
  EXPECT_EQ(session.player().position(), 0u);
  EXPECT_EQ(session.player().total(), 21u);
  EXPECT_FALSE(session.busy());
}

TEST(Session, ChecksTheResultAtTheEndOfARun) {
  const tests::TemporaryFolder folder;
  const network::Family broken = network::family_of_file(folder.write("four.txt", "0:1,2:3;0:2,1:3"));
  // Declared before the session, because it must outlive it.
  const auto algorithm = algorithms::make_network_algorithm(broken, "reference@cpu");
  Session session(nullptr);
  session.open(uniform(64), reference);
  EXPECT_EQ(session.player().result(), nullptr) << "nothing has come of it yet";
  session.to_end();
  EXPECT_EQ(session.player().result(), nullptr) << "it is on its way";
  settle(session);
  ASSERT_NE(session.player().result(), nullptr);
  EXPECT_TRUE(session.player().result()->holds());
  session.step(-1);
  settle(session);
  EXPECT_EQ(session.player().result(), nullptr);

  ProblemSpec spec;
  spec.values = "2,3,1,4";
  session.open(spec, *algorithm);
  session.to_end();
  settle(session);
  ASSERT_NE(session.player().result(), nullptr);
  ASSERT_FALSE(session.player().result()->holds());
  EXPECT_EQ(session.player().result()->failure->index, 2u);
  EXPECT_EQ(algorithms::verdict_text(algorithms::Task::sort, session.player().result()->failure),
            "not sorted: key 2 is 2, but key 1 is 3, so the keys are not in ascending order");
}

TEST(Session, ChecksTheResultOfALargeInputOnlyWhenRequested) {
  Session session(nullptr);
  session.open(uniform(Player::checked_n + 1), "std/sort@cpu");
  EXPECT_EQ(session.player().test_result(), nullptr) << "there is none yet";
  session.to_end();
  settle(session);
  EXPECT_EQ(session.player().result(), nullptr);
  ASSERT_NE(session.player().test_result(), nullptr);
  EXPECT_TRUE(session.player().result()->holds());
}

TEST(Session, KeepsRecordParametersOnlyWhileTheInputHasRecords) {
  Session session(nullptr);
  session.open(uniform(20), reference);
  ProblemSpec records = uniform(20);
  records.payload = data::PayloadKind::record;
  records.fields = 3;
  records.layout = data::Layout::by_record;
  ASSERT_TRUE(session.change_problem(records)) << session.message();
  ASSERT_TRUE(session.change_parameter("rearrange", "cycle")) << session.message();
  EXPECT_NE(session.command_line().find("--payload record:3 --layout by-record"), std::string::npos);
  session.to_end();
  settle(session);
  EXPECT_EQ(session.player().record()->claim.sentence, "record i is at the place of key i");
  EXPECT_TRUE(session.player().verdict()->holds());
  EXPECT_TRUE(session.player().payload(0).has_value());
  session.step(-1);
  settle(session);
  EXPECT_EQ(session.player().state()->fields, session.problem().fields);
  EXPECT_FALSE(session.change_parameter("records", "direct"));
  EXPECT_NE(session.message().find("choose indirect"), std::string::npos);
  ASSERT_TRUE(session.change_problem(uniform(20))) << session.message();
  EXPECT_TRUE(session.overrides().empty());
}

TEST(Session, StaysAtItsPassWhenOnlyTheMethodChanges) {
  Session session(nullptr);
  session.open(uniform(64), reference);
  session.seek(9);
  settle(session);
  ASSERT_TRUE(session.change_problem(uniform(64)));
  settle(session);
  EXPECT_EQ(session.player().position(), 9u);
  ASSERT_TRUE(session.change_problem(uniform(128)));
  settle(session);
  EXPECT_EQ(session.player().position(), 0u);
  EXPECT_EQ(session.player().total(), 28u);
}

TEST(Session, KeepsItsStateWhenItRejectsAChange) {
  Session session(nullptr);
  session.open(uniform(64), reference);
  session.seek(3);
  settle(session);
  EXPECT_FALSE(session.change_algorithm("bitonic/no-such-method"));
  EXPECT_NE(session.message().find("no-such-method"), std::string::npos);
  EXPECT_EQ(session.algorithm().info().id, reference);
  ProblemSpec missing;
  missing.input = "/no/such/file.txt";
  EXPECT_FALSE(session.change_problem(missing));
  EXPECT_NE(session.message().find("/no/such/file.txt"), std::string::npos);
  ProblemSpec words;
  words.values = "1,two,3";
  EXPECT_FALSE(session.change_problem(words));
  EXPECT_FALSE(session.change_parameter("no-such-parameter", "1"));
  EXPECT_FALSE(session.message().empty());
  EXPECT_EQ(session.spec(), uniform(64));
  EXPECT_EQ(session.player().position(), 3u);
  EXPECT_TRUE(session.change_problem(uniform(8)));
  EXPECT_TRUE(session.message().empty());
}

TEST(Session, OpensADroppedFileAsANetworkOrAsInput) {
  const tests::TemporaryFolder folder;
  const std::string network = folder.write("four.txt", "0:1,2:3;0:2,1:3;1:2");
  const std::string numbers = folder.write("numbers.txt", "3 1 2");
  Session session(nullptr);
  session.open(uniform(64), reference);
  ASSERT_TRUE(take_file(session, network)) << session.message();
  EXPECT_EQ(session.algorithm().info().id, network + "/reference@cpu");
  EXPECT_EQ(session.player().n(), 4u);
  EXPECT_EQ(session.player().total(), 3u);
  EXPECT_TRUE(wire_diagram(session).reason.empty());
  ASSERT_TRUE(take_file(session, numbers)) << session.message();
  EXPECT_EQ(session.player().n(), 3u);
  EXPECT_EQ(session.algorithm().info().id, network + "/reference@cpu") << "three keys fit four places";
  EXPECT_FALSE(take_file(session, folder / "nothing.txt"));
}

TEST(Session, RejectsGpuAlgorithmsWithoutADevice) {
  Session session(nullptr);
  session.open(uniform(64), reference);
  EXPECT_FALSE(session.change_algorithm("bitonic/grouped-quads"));
  EXPECT_FALSE(session.message().empty());
  EXPECT_THROW(session.open(uniform(64), "bitonic/grouped-quads"), UnavailableError);
  EXPECT_EQ(session.player().n(), 64u);
}

TEST(Session, StepsByPassAndByStage) {
  Session session(nullptr);
  session.open(uniform(64), reference);
  const auto place = [&] {
    settle(session);
    return session.player().position();
  };
  session.step(1);
  EXPECT_EQ(place(), 1u);
  session.step_stage(1);
  EXPECT_EQ(place(), 3u) << "stage 2 has two steps";
  session.step_stage(1);
  EXPECT_EQ(place(), 6u);
  session.step(1);
  session.step_stage(-1);
  EXPECT_EQ(place(), 6u) << "back to the start of the stage";
  session.step_stage(-1);
  EXPECT_EQ(place(), 3u);
  session.to_end();
  EXPECT_EQ(place(), 21u);
  session.step(1);
  EXPECT_EQ(place(), 21u);
  session.seek(0);
  session.step(-1);
  EXPECT_EQ(place(), 0u);
}

TEST(Session, PlaysAtItsSpeedAndStopsOrLoopsAtTheEnd) {
  Session session(nullptr);
  session.open(uniform(8), reference);
  session.speed = 8;
  session.set_playing(true);
  EXPECT_TRUE(session.busy());
  session.update(0.125);
  EXPECT_EQ(session.player().position(), 1u);
  session.update(0.0625);
  EXPECT_EQ(session.player().position(), 1u);
  session.update(0.0625);
  EXPECT_EQ(session.player().position(), 2u);
  for (int i = 0; i < 5; ++i) session.update(0.125);
  EXPECT_EQ(session.player().position(), 6u);
  EXPECT_FALSE(session.playing());
  session.loop = true;
  session.set_playing(true);
  for (int i = 0; i < 8; ++i) session.update(0.125);
  EXPECT_TRUE(session.playing());
  EXPECT_LT(session.player().position(), 6u);
}

TEST(Session, FindsTheComparedKeyInTheCurrentPass) {
  Session session(nullptr);
  ProblemSpec slides;
  slides.distribution = "slides-bitonic";
  session.open(slides, reference);
  EXPECT_EQ(pair_of(session.player(), 1).partner, std::nullopt) << "no pass has run";
  session.seek(4);
  settle(session);
  EXPECT_EQ(pair_of(session.player(), 1).partner, 6u) << "the first step of stage 3 is mirrored";
  EXPECT_EQ(pair_of(session.player(), 6).partner, 1u);
}

TEST(Session, ExplainsWhyThereIsNoNetworkDiagram) {
  Session session(nullptr);
  session.open(uniform(64), reference);
  EXPECT_FALSE(wire_diagram(session).columns.empty());
  session.change_problem(uniform(1025));
  EXPECT_TRUE(wire_diagram(session).columns.empty());
  EXPECT_NE(wire_diagram(session).reason.find(data::grouped(1025)), std::string::npos);
  session.change_problem(uniform(1));
  EXPECT_TRUE(wire_diagram(session).columns.empty());
  EXPECT_FALSE(wire_diagram(session).reason.empty());
  session.change_problem(uniform(16));
  session.change_algorithm("std/sort@cpu");
  EXPECT_NE(wire_diagram(session).reason.find("not a comparator network"), std::string::npos);
}

TEST(RunTimer, MeasuresOneRunPerFrameUntilItIsCancelled) {
  Session session(nullptr);
  session.open(uniform(1000), reference);
  workspace<RunTimer>(session).measure(session);
  session.update(0);
  EXPECT_TRUE(workspace<RunTimer>(session).measuring());
  EXPECT_GT(workspace<RunTimer>(session).progress(), 0);
  workspace<RunTimer>(session).cancel();
  EXPECT_FALSE(session.busy());
  EXPECT_FALSE(workspace<RunTimer>(session).measurement());
  workspace<RunTimer>(session).measure(session);
  for (int i = 0; i < 1000 && workspace<RunTimer>(session).measuring(); ++i) session.update(0);
  ASSERT_TRUE(workspace<RunTimer>(session).measurement());
  EXPECT_TRUE(workspace<RunTimer>(session).measurement()->verified)
      << workspace<RunTimer>(session).measurement()->fault;
  EXPECT_EQ(workspace<RunTimer>(session).measurement()->passes.size(), 55u) << "10 stages of 1 to 10 steps";
  ASSERT_EQ(workspace<RunTimer>(session).measurement()->stages.size(), 10u);
  EXPECT_EQ(workspace<RunTimer>(session).measurement()->stages[9].passes, 10u);
  EXPECT_GT(workspace<RunTimer>(session).measurement()->total_ms.median, 0);
}

TEST(Session, KeepsAHoveredKeyForOneFrameAndAPinnedKeyUntilTheInputChanges) {
  Session session(nullptr);
  session.open(uniform(64), reference);
  session.hover({5, std::nullopt});
  session.begin_frame();
  EXPECT_EQ(session.hovered()->index, 5u);
  session.pin(Pair{7, std::nullopt});
  session.begin_frame();
  EXPECT_FALSE(session.hovered());
  EXPECT_EQ(session.selected(), pair_of(session.player(), 7));
  session.change_problem(uniform(4));
  session.begin_frame();
  EXPECT_FALSE(session.pinned()) << "there is no place 7 any more";
}

TEST(Session, FindsThePartnerOfAChosenKeyInThePresentPass) {
  Session session(nullptr);
  session.open(uniform(8), reference);
  session.seek(3);
  while (session.player().advance(std::chrono::hours(1))) {
  }
  session.hover({7, std::nullopt});
  session.begin_frame();
  EXPECT_EQ(session.hovered(), (Pair{7, 6})) << "the last step of stage 2 compares neighbours";
  session.look.follow = Follow::place;
  session.pin(Pair{7, std::nullopt});
  EXPECT_EQ(session.pinned(), (Pair{7, 6}));
  session.seek(4);
  while (session.player().advance(std::chrono::hours(1))) {
  }
  session.begin_frame();
  EXPECT_EQ(session.pinned(), (Pair{7, 0})) << "the first step of stage 3 is mirrored";
}

TEST(Session, ShowsACommandThatReproducesItsRun) {
  Session session(nullptr);
  session.open(uniform(64), reference);
  const std::string line = session.command_line();
  EXPECT_TRUE(line.starts_with("texelsort sort ")) << line;
  EXPECT_NE(line.find("-n 64"), std::string::npos) << line;
  EXPECT_NE(line.find("-a bitonic/reference@cpu"), std::string::npos) << line;
  EXPECT_TRUE(line.ends_with("--timing")) << line;
}

}  // namespace
}  // namespace texelsort::app
