#include "app/playback/player.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "compute/algorithms/prepare.h"
#include "compute/algorithms/registry.h"
#include "compute/data/keys/distribution.h"
#include "tests/support/gl.h"

namespace texelsort::app {
namespace {

using KeyWords = std::vector<std::uint32_t>;

std::shared_ptr<const algorithms::Problem> problem_of(data::Keys keys) {
  auto problem = std::make_shared<algorithms::Problem>();
  problem->keys = std::move(keys);
  return problem;
}

std::unique_ptr<algorithms::Run> start(const std::string& id, gpu::Device* device,
                                       const std::shared_ptr<const algorithms::Problem>& problem) {
  const auto& algorithm = algorithms::find_algorithm(id);
  const auto* info = device ? &device->info() : nullptr;
  return algorithms::prepare(algorithm, info, problem->form(), {}).start(device, problem);
}

/// Returns the states after 0, 1, 2, ... passes of a run, by stepping forward only.
std::vector<KeyWords> straight_states(const std::string& id, gpu::Device* device,
                                      const std::shared_ptr<const algorithms::Problem>& problem) {
  const auto run = start(id, device, problem);
  std::vector<KeyWords> states{std::get<KeyWords>(run->read().keys)};
  while (run->step()) states.push_back(std::get<KeyWords>(run->read().keys));
  return states;
}

void expect_same_states_by_seeking(const std::string& id, gpu::Device* device, std::uint64_t budget) {
  const auto problem = problem_of(data::generate("uniform", data::KeyType::u32, 100, 7));
  const auto states = straight_states(id, device, problem);
  ASSERT_EQ(states.size(), 29u) << "7 stages of 1 to 7 steps, and the input";
  Player player(start(id, device, problem), problem, budget);
  const auto expect_state = [&](std::uint64_t pass) {
    player.seek(pass);
    ASSERT_EQ(player.position(), pass);
    EXPECT_EQ(std::get<KeyWords>(player.state()->keys), states[pass]) << "after pass " << pass;
    if (pass > 0) {
      ASSERT_NE(player.before(), nullptr);
      EXPECT_EQ(std::get<KeyWords>(player.before()->keys), states[pass - 1]) << "before pass " << pass;
      EXPECT_EQ(player.record()->header.index, pass - 1);
      ASSERT_NE(player.verdict(), nullptr);
      EXPECT_TRUE(player.verdict()->holds());
    } else {
      EXPECT_EQ(player.record(), nullptr);
      EXPECT_EQ(player.verdict(), nullptr);
    }
  };
  for (std::uint64_t pass = 0; pass < states.size(); ++pass) expect_state(pass);
  for (std::uint64_t pass = states.size(); pass-- > 0;) expect_state(pass);
  for (const std::uint64_t pass : {28, 3, 27, 1, 0, 28, 14, 13, 15}) expect_state(pass);
}

TEST(Player, ReachesTheSameStatesBySeekingAsBySteppingOnTheCpu) {
  expect_same_states_by_seeking("bitonic/reference@cpu", nullptr, 1 << 20);
}

TEST(Player, ReachesTheSameStatesBySeekingWithoutCheckpoints) {
  expect_same_states_by_seeking("bitonic/reference@cpu", nullptr, 0);
}

TEST(Player, ReachesTheSameStatesBySeekingWithThreeCheckpoints) {
  expect_same_states_by_seeking("bitonic/reference@cpu", nullptr, 3 * 400);
}

TEST(Player, ReachesTheSameStatesBySeekingAsBySteppingWithFragmentShaders) {
  TEXELSORT_NEED_GL();
  expect_same_states_by_seeking("bitonic/grouped-quads", &gpu::test_device(), 1 << 20);
  expect_same_states_by_seeking("bitonic/single-quad", &gpu::test_device(), 2 * 400);
}

TEST(Player, ReachesTheSameStatesBySeekingAsBySteppingWithComputeShaders) {
  TEXELSORT_NEED_GL();
  if (!gpu::test_device().info().compute) GTEST_SKIP() << "needs OpenGL 4.3";
  expect_same_states_by_seeking("bitonic/compute", &gpu::test_device(), 1 << 20);
}

TEST(Player, ShowsEveryStateOfTheExampleInTheLectureSlides) {
  const auto problem = problem_of(KeyWords{3, 7, 4, 8, 6, 2, 1, 5});
  Player player(start("bitonic/reference@cpu", nullptr, problem), problem);
  player.seek(1);
  EXPECT_EQ(std::get<KeyWords>(player.state()->keys), (KeyWords{3, 7, 4, 8, 2, 6, 1, 5}));
  EXPECT_EQ(player.swapped({4, 5}), true);
  EXPECT_EQ(player.swapped({0, 1}), false);
  player.seek(4);
  EXPECT_EQ(std::get<KeyWords>(player.state()->keys), (KeyWords{3, 4, 2, 1, 8, 7, 5, 6}));
  EXPECT_EQ(player.key_text(4), "8");
  EXPECT_TRUE(player.step_back());
  EXPECT_EQ(std::get<KeyWords>(player.state()->keys), (KeyWords{3, 4, 7, 8, 1, 2, 5, 6}));
  player.seek(1000);
  EXPECT_EQ(player.position(), 6u);
  EXPECT_FALSE(player.step_forward());
  EXPECT_TRUE(player.at_end());
}

TEST(Player, KeepsEvenlySpacedCheckpointsWithinItsMemoryBudget) {
  const auto problem = problem_of(data::generate("uniform", data::KeyType::u32, 256, 1));
  Player player(start("bitonic/reference@cpu", nullptr, problem), problem, 8 * 1024);
  for (std::uint64_t pass = 1; pass <= 36; ++pass) {
    player.seek(pass);
    EXPECT_LE(player.checkpoint_bytes(), 8u * 1024);
  }
  EXPECT_GE(player.checkpoints(), 4u);
}

/// Run that adds 1 to every key in each of five passes. The claim of pass 2 is false. The run does not know its number
/// of passes before its end, like algorithms whose next pass depends on a result.
class CountingRun : public algorithms::Run {
 public:
  explicit CountingRun(std::shared_ptr<const algorithms::Problem> problem)
      : Run(problem, std::make_unique<algorithms::CpuPassTimer>()), keys_(std::get<KeyWords>(problem->keys)) {}
  std::vector<algorithms::View> views() const override { return {}; }
  data::State read(std::uint64_t first, std::uint64_t count) const override {
    return {data::slice(data::Keys(keys_), first, count), {}};
  }

  int steps = 0;

 private:
  bool decides() const override { return true; }
  std::optional<algorithms::Pass> next_pass() override {
    if (passes_done() == 5) return std::nullopt;
    algorithms::Pass pass;
    pass.header = [] { return algorithms::PassHeader{0, 0, "counting", "add one"}; };
    pass.execute = [this] {
      for (auto& key : keys_) ++key;
      ++steps;
    };
    pass.claim = [right = passes_done() != 2] {
      return algorithms::Claim{"every key is one more than before",
                               [right](const algorithms::Observation& seen) -> std::optional<algorithms::Violation> {
                                 if (right && seen.after[0] == seen.before[0] + 1) return std::nullopt;
                                 return algorithms::Violation{"key 0 is wrong", 0, std::nullopt};
                               }};
    };
    return pass;
  }
  void load(const data::StateView& state) override { keys_ = std::get<KeyWords>(state.keys); }

  KeyWords keys_;
};

TEST(Player, StopsAtTheEndOfARunOfUnknownLength) {
  const auto problem = problem_of(KeyWords{10, 20});
  Player player(std::make_unique<CountingRun>(problem), problem);
  EXPECT_EQ(player.total(), std::nullopt);
  player.seek(99);
  EXPECT_EQ(player.position(), 5u);
  EXPECT_EQ(player.target(), 5u);
  EXPECT_EQ(player.total(), 5u);
}

TEST(Player, ReportsABrokenClaim) {
  const auto problem = problem_of(KeyWords{10, 20});
  Player player(std::make_unique<CountingRun>(problem), problem);
  player.seek(2);
  EXPECT_TRUE(player.verdict()->holds());
  player.seek(3);
  ASSERT_FALSE(player.verdict()->holds());
  EXPECT_EQ(player.verdict()->violation->message, "key 0 is wrong");
}

TEST(Player, StepsBackByRestoringTheNearestCheckpoint) {
  const auto problem = problem_of(KeyWords{10, 20});
  auto run = std::make_unique<CountingRun>(problem);
  auto* counting = run.get();
  Player player(std::move(run), problem);
  for (int pass = 1; pass <= 5; ++pass) player.seek(static_cast<std::uint64_t>(pass));
  counting->steps = 0;
  player.seek(4);
  EXPECT_EQ(counting->steps, 1) << "restores pass 3 and does pass 4";
  EXPECT_EQ(std::get<KeyWords>(player.state()->keys), (KeyWords{14, 24}));
}

TEST(Player, TestsClaimsOfLargeArraysOnlyWhenRequested) {
  const auto problem = problem_of(data::generate("uniform", data::KeyType::u32, Player::small_n + 1, 3));
  Player player(start("bitonic/reference@cpu", nullptr, problem), problem);
  player.seek(5);
  EXPECT_EQ(player.verdict(), nullptr);
  EXPECT_EQ(player.state(), nullptr);
  const auto key = player.key_text(Player::small_n);
  ASSERT_NE(player.test_claim(), nullptr);
  EXPECT_TRUE(player.verdict()->holds());
  EXPECT_EQ(player.position(), 5u);
  EXPECT_EQ(player.key_text(Player::small_n), key);
}

}  // namespace
}  // namespace texelsort::app
