#include <gtest/gtest.h>

#include "tests/fuzz/program/command_words.h"
#include "tests/fuzz/program/oracle.h"
#include "tests/fuzz/program/trial.h"
#include "tests/support/gl.h"

namespace texelsort::fuzz {
namespace {

/// Limits with which all cases together need a few seconds.
constexpr CaseLimits small_cases{.usual_n = 1500, .largest_n = 4000};

TEST(FuzzedProgram, GivesCorrectOutputOrRejectsEveryRandomCase) {
  TEXELSORT_NEED_GL();
  gpu::Device* device = tests::device();
  constexpr std::uint64_t seed = 1, cases = 100;
  std::uint64_t right = 0;
  for (std::uint64_t index = 0; index < cases; ++index) {
    const Case one = make_case(seed, index, &device->info(), small_cases);
    SCOPED_TRACE(command_line(one));
    const Verdict verdict = run_case(one, device);
    EXPECT_NE(verdict.kind, Verdict::Kind::wrong) << verdict.message;
    right += verdict.kind == Verdict::Kind::right ? 1 : 0;
  }
  EXPECT_GT(right, cases / 5);  // most other cases are rejected by a device or an algorithm
}

TEST(ProgramFuzzCases, AreTheSameForTheSameSeed) {
  for (std::uint64_t index = 0; index < 100; ++index) {
    EXPECT_EQ(command_line(make_case(5, index, nullptr)), command_line(make_case(5, index, nullptr)));
  }
  EXPECT_NE(command_line(make_case(5, 0, nullptr)), command_line(make_case(6, 0, nullptr)));
}

TEST(FuzzedCommandLine, EndsWithADocumentedExitCodeAndAMessage) {
  constexpr std::uint64_t seed = 1, lines = 60;
  constexpr double seconds = 120;
  for (std::uint64_t index = 0; index < lines; ++index) {
    const auto words = make_words(seed, index);
    const Verdict verdict = run_words(TEXELSORT_BINARY, words, seconds);
    EXPECT_NE(verdict.kind, Verdict::Kind::wrong) << verdict.message << "\n" << command_line(words);
  }
}

algorithms::Problem small_problem(data::PayloadKind payload) {
  algorithms::Problem problem;
  problem.keys = std::vector<float>{1.0f, -0.0f, 0.0f, -1.0f, 1.0f};
  problem.payload = payload;
  return problem;
}

TEST(ProgramFuzzOracle, DetectsWronglySortedOutput) {
  const auto problem = small_problem(data::PayloadKind::index);
  const data::Keys sorted = std::vector<float>{-1.0f, -0.0f, 0.0f, 1.0f, 1.0f};
  EXPECT_EQ(find_wrong_result(problem, {sorted, {3, 1, 2, 0, 4}}, true), std::nullopt);
  EXPECT_EQ(find_wrong_result(problem, {sorted, {3, 1, 2, 4, 0}}, false), std::nullopt);
  // Wrong, because equal keys have exchanged their order.
  EXPECT_NE(find_wrong_result(problem, {sorted, {3, 1, 2, 4, 0}}, true), std::nullopt);
  // Wrong, because a key has the payload of another key.
  EXPECT_NE(find_wrong_result(problem, {sorted, {3, 2, 1, 0, 4}}, false), std::nullopt);
  // Wrong, because a payload occurs twice.
  EXPECT_NE(find_wrong_result(problem, {sorted, {3, 1, 2, 0, 0}}, false), std::nullopt);
  EXPECT_NE(find_wrong_result(problem, {std::vector<float>{-1.0f, 0.0f, -0.0f, 1.0f, 1.0f}, {3, 2, 1, 0, 4}}, false),
            std::nullopt);
  EXPECT_NE(find_wrong_result(problem, {std::vector<float>{-1.0f, -0.0f, 0.0f, 1.0f}, {3, 1, 2, 0}}, false),
            std::nullopt);
}

TEST(ProgramFuzzOracle, DetectsAKeyThatAnEquivalentKeyReplaces) {
  auto problem = small_problem(data::PayloadKind::none);
  problem.comparison = data::Comparison::magnitude;
  EXPECT_EQ(find_wrong_result(problem, {std::vector<float>{-0.0f, 0.0f, 1.0f, -1.0f, 1.0f}, {}}, true), std::nullopt);
  EXPECT_NE(find_wrong_result(problem, {std::vector<float>{0.0f, 0.0f, 1.0f, -1.0f, 1.0f}, {}}, true), std::nullopt);
}

TEST(ProgramFuzzOracle, DetectsWronglySortedMergeInputs) {
  algorithms::Problem problem;
  problem.keys = std::vector<std::uint32_t>{2, 3, 1};
  problem.sequences = {0, 2, 3};
  EXPECT_EQ(find_wrong_sequences(problem, std::vector<std::uint32_t>{3, 2, 1}), std::nullopt);
  EXPECT_NE(find_wrong_sequences(problem, std::vector<std::uint32_t>{3, 1, 2}), std::nullopt);
  problem.sequences = {0, 2};
  EXPECT_NE(find_wrong_sequences(problem, std::vector<std::uint32_t>{3, 2, 1}), std::nullopt);
}

}  // namespace
}  // namespace texelsort::fuzz
