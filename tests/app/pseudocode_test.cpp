#include "app/playback/pseudocode.h"

#include <algorithm>
#include <cctype>
#include <set>

#include <gtest/gtest.h>

#include "compute/algorithms/prepare.h"
#include "compute/algorithms/registry.h"
#include "compute/data/keys/distribution.h"
#include "tests/app/specs.h"
#include "tests/support/cuda.h"
#include "tests/support/gl.h"

namespace texelsort::app {
namespace {

using Overrides = std::map<std::string, std::string>;

struct CodeCase {
  std::string distribution = "uniform";
  std::uint64_t n = 0;
  Overrides overrides{};
  bool records = false;
};

std::shared_ptr<const algorithms::Problem> problem_of(const algorithms::Algorithm& algorithm, const CodeCase& one) {
  auto problem = std::make_shared<algorithms::Problem>();
  const auto type =
      algorithm.method() != nullptr && algorithm.method()->id == "blend" ? data::KeyType::f32 : data::KeyType::u32;
  problem->keys = data::generate(one.distribution, type, one.n, 3);
  problem->execution = cpu_kernels;
  if (algorithm.info().task == algorithms::Task::select) problem->ranks = {0, one.n / 2};
  if (algorithm.info().task == algorithms::Task::merge) {
    problem->keys = data::generate("sorted", type, one.n, 3);
    problem->sequences = {0, one.n};
    for (std::uint64_t k = 1; k < 4; ++k) problem->sequences.insert(problem->sequences.end() - 1, k * one.n / 4);
  }
  if (one.records) {
    problem->payload = data::PayloadKind::record;
    problem->shape = {.fields = 2, .layout = data::Layout::by_record};
    problem->fields.resize(2 * one.n);
  }
  return problem;
}

/// Returns problems and settings in which each line of an algorithm that is a pass is executed at least once.
std::vector<CodeCase> cases_of(const algorithms::Algorithm& algorithm) {
  const std::string& id = algorithm.info().id;
  std::vector<CodeCase> cases{{.n = 2}, {.n = 16}};
  if (algorithm.network() != nullptr) {
    cases.push_back({.n = 13});
    cases.push_back({.n = 64});
    cases.push_back({.n = 300});
  } else {
    cases.push_back({.n = 3000});
    cases.push_back({.distribution = "reversed", .n = 300});
    cases.push_back({.distribution = "sorted", .n = 300});
  }
  if (id == "radix/onesweep@cuda" || id == "radix/prefix@cuda") {
    const Overrides needed = id == "radix/onesweep@cuda" ? Overrides{{"passes", "needed"}} : Overrides{};
    cases.push_back({.distribution = "reversed", .n = 200, .overrides = needed});
    // These keys differ only in their lowest digit.
    cases.push_back({.distribution = "permutation", .n = 10, .overrides = needed});
    cases.push_back({.n = 3000, .overrides = needed});
  }
  if (id == "sample/ordered@cuda") {
    cases.push_back({.n = 3000, .overrides = {{"form", "distributed"}, {"bucket", "16"}, {"ways", "3"}}});
  }
  if (id == "merge/warpsort@cuda") cases.push_back({.n = 3000, .overrides = {{"l", "4"}, {"s", "4"}}});
  if (id == "merge/sort@cuda") {
    cases.push_back({.n = 5000, .overrides = {{"first", "two-way"}, {"sequences", "2"}}});
  }
  if (id.starts_with("select/histogram")) cases.push_back({.n = 60'000, .overrides = {{"sample", "1024"}}});
  // One block sorts up to some thousands of keys.
  if (id == "radix/onesweep@cuda" || id == "sample/ordered@cuda") cases.push_back({.n = 20'000});
  if (id == "sample/randomized@compute") cases.push_back({.n = 20'000});
  if (id == "bitonic/grouped-quads") cases.push_back({.n = 16, .overrides = {}, .records = true});
  return cases;
}

class PseudocodeOfAlgorithms : public ::testing::TestWithParam<const algorithms::Algorithm*> {};

TEST_P(PseudocodeOfAlgorithms, MarksALineInEveryPassAndEveryLineThatIsAPass) {
  const algorithms::Algorithm& algorithm = *GetParam();
  if (algorithm.info().backend != algorithms::Backend::cpu) TEXELSORT_NEED_GL();
  gpu::Device* device = tests::device();
  const auto* info = device == nullptr ? nullptr : &device->info();
  if (const auto known = algorithm.availability(info, cpu_kernels); !known.available) GTEST_SKIP() << known.reason;
  std::set<std::string_view> all, executed;
  std::size_t runs = 0;
  for (const CodeCase& one : cases_of(algorithm)) {
    const auto problem = problem_of(algorithm, one);
    const auto prepared = prepare(algorithm, info, problem->form(), one.overrides);
    if (prepared.refusal()) continue;
    ++runs;
    const auto code = pseudocode(algorithm, *problem, prepared.parameters().values());
    ASSERT_FALSE(code.empty());
    EXPECT_LE(code.size(), 16u);
    for (const CodeLine& line : code) {
      EXPECT_LE(2 * line.indent + line.text.size(), longest_code_line) << line.text;
      if (!line.passes.empty()) all.insert(line.text);
    }
    Player player(prepared.start(device, problem), problem);
    EXPECT_TRUE(std::ranges::none_of(code_marks(code, player), &CodeMark::executed)) << "at the input";
    while (player.step_forward()) {
      const auto marks = code_marks(code, player);
      ASSERT_EQ(marks.size(), code.size());
      bool any = false;
      for (std::size_t i = 0; i < code.size(); ++i) {
        if (marks[i].executed) executed.insert(code[i].text);
        any = any || marks[i].executed;
      }
      const auto& header = player.record()->header;
      EXPECT_TRUE(any) << "n = " << one.n << ": " << header.stage << ", " << header.label;
    }
  }
  EXPECT_GE(runs, 1u);
  // texelsort restores the order of fused texels only for some sizes and devices.
  if (algorithm.method() != nullptr && algorithm.method()->id == "fused") {
    std::erase_if(all, [](std::string_view line) { return line.starts_with("at the end, put the texels back"); });
  }
  for (const std::string_view line : all) EXPECT_TRUE(executed.contains(line)) << "never executed: " << line;
}

std::vector<const algorithms::Algorithm*> all_algorithms() {
  std::vector<const algorithms::Algorithm*> all;
  for (const auto& one : algorithms::registry()) all.push_back(one.get());
  return all;
}

INSTANTIATE_TEST_SUITE_P(All, PseudocodeOfAlgorithms, ::testing::ValuesIn(all_algorithms()), [](const auto& one) {
  std::string name = one.param->info().id;
  for (char& letter : name) {
    if (!std::isalnum(static_cast<unsigned char>(letter))) letter = '_';
  }
  return name;
});

/// Returns the executed lines with their values, after a number of passes.
std::vector<std::string> executed_lines(const std::string& id, const data::Keys& keys, std::uint64_t pass) {
  const auto& algorithm = algorithms::find_algorithm(id);
  auto problem = std::make_shared<algorithms::Problem>();
  problem->keys = keys;
  gpu::Device* device = tests::device();
  const auto prepared = prepare(algorithm, device == nullptr ? nullptr : &device->info(), problem->form(), {});
  Player player(prepared.start(device, problem), problem);
  player.seek(pass);
  const auto code = pseudocode(algorithm, *problem, {});
  const auto marks = code_marks(code, player);
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (marks[i].executed) lines.push_back(std::string(code[i].text) + " | " + marks[i].values);
  }
  return lines;
}

const data::Keys slide_keys = std::vector<std::uint32_t>{3, 7, 4, 8, 6, 2, 1, 5};

TEST(Pseudocode, TellsTheFirstStepOfAStageFromTheOthers) {
  const std::string exchange = "if key i > key j, exchange them | ";
  EXPECT_EQ(executed_lines("bitonic/reference@cpu", slide_keys, 4),
            (std::vector<std::string>{"first step: partner is the mirror image in 2^stage keys | ", exchange}));
  EXPECT_EQ(executed_lines("bitonic/reference@cpu", slide_keys, 5),
            (std::vector<std::string>{"later steps: partner of i is at this distance | distance = 2", exchange}));
}

TEST(Pseudocode, ShowsTheStageInTheLoopOfTheExecutedLine) {
  const auto& algorithm = algorithms::find_algorithm("bitonic/reference@cpu");
  auto problem = std::make_shared<algorithms::Problem>();
  problem->keys = slide_keys;
  Player player(prepare(algorithm, nullptr, problem->form(), {}).start(nullptr, problem), problem);
  player.seek(5);
  const auto code = pseudocode(algorithm, *problem, {});
  const auto marks = code_marks(code, player);
  EXPECT_EQ(code[0].text, "for stage = 1 to log2 n");
  EXPECT_FALSE(marks[0].executed);
  EXPECT_EQ(marks[0].values, "stage = 3");
}

TEST(Pseudocode, OfAnIndirectSortMovesTheRecordsAtTheEnd) {
  const auto& algorithm = algorithms::find_algorithm("bitonic/reference@cpu");
  algorithms::Problem problem;
  problem.payload = data::PayloadKind::record;
  EXPECT_EQ(pseudocode(algorithm, problem, {{"records", "indirect"}}).back().text,
            "move each record once to the place of its key");
  EXPECT_EQ(pseudocode(algorithm, problem, {{"records", "direct"}}), pseudocode(algorithm, {}, {}));
}

}  // namespace
}  // namespace texelsort::app
