// The CPU's execution of kernels and an NVIDIA device must give the same arrays after each pass, byte by byte.
#include <gtest/gtest.h>

#include "compute/algorithms/core/sequences.h"
#include "compute/algorithms/core/view.h"
#include "compute/cuda/choice.h"
#include "compute/simt/options.h"
#include "tests/algorithms/problems.h"

namespace texelsort::algorithms {
namespace {

struct Left {
  std::string pass;
  data::State state;
  std::vector<std::pair<std::string, std::vector<std::uint64_t>>> tables;
};

std::unique_ptr<Run> start_on(const Algorithm& algorithm, const Problem& problem,
                              const cuda::ExecutionOptions& execution) {
  auto own = std::make_shared<Problem>(problem);
  own->execution = execution;
  return start(algorithm, std::move(own));
}

Left left_by(const Run& run) {
  Left left{run.known_passes()[run.passes_done() - 1].label, run.save().state, {}};
  for (const View& view : run.views()) left.tables.emplace_back(view.name(), read_view(view));
  return left;
}

std::vector<Left> passes(const Algorithm& algorithm, const Problem& problem, const cuda::ExecutionOptions& execution) {
  const auto run = start_on(algorithm, problem, execution);
  std::vector<Left> all;
  while (run->step()) all.push_back(left_by(*run));
  return all;
}

const cuda::ExecutionOptions on_cuda{}, on_cpu{.engine = cuda::Engine::cpu, .on_cpu = simt::Options{}},
    backwards_on_cpu{.engine = cuda::Engine::cpu, .on_cpu = simt::Options{.order = simt::Order::descending}};

/// Returns the sorts, merges and selections on CUDA whose kernels the CPU can execute.
std::vector<const Algorithm*> own_algorithms() {
  std::vector<const Algorithm*> all;
  for (const auto& algorithm : registry()) {
    if (algorithm->info().backend != Backend::cuda) continue;
    const gpu::Device* device = tests::device();
    if (device != nullptr && algorithm->availability(&device->info(), on_cpu).available) all.push_back(algorithm.get());
  }
  return all;
}

/// Returns whether both engines have the same state after a pass. If a sample sort scatters keys by atomic operations,
/// the order of keys in a bucket may differ until the bucket is sorted.
bool same(const Left& one, const Left& other) {
  return one.state.keys == other.state.keys && one.state.payload == other.state.payload && one.tables == other.tables;
}

/// Returns distinct unsorted keys, because unstable sorts may put equal keys in any order.
std::shared_ptr<const Problem> distinct_keys(std::uint64_t n) {
  std::vector<std::uint32_t> keys(n);
  // Multiplicative hashing with an odd multiplier near 2^32 divided by the golden ratio (Knuth, TAOCP 3, section 6.4).
  for (std::uint32_t i = 0; i < n; ++i) keys[i] = i * 2'654'435'761u;
  return std::make_shared<const Problem>(
      Problem{.keys = std::move(keys), .order = data::Order::ascending, .payload = data::PayloadKind::index});
}

std::shared_ptr<const Problem> sequences_of(std::uint64_t n) {
  Problem problem{.keys = data::generate("few-distinct", data::KeyType::u32, n, 1),
                  .order = data::Order::ascending,
                  .payload = data::PayloadKind::index};
  problem.sequences = checked_sequences(n, 5, 1);
  sort_sequences(problem);
  return std::make_shared<const Problem>(std::move(problem));
}

/// Returns a problem with only one correct output, which does not depend on the order of threads.
std::shared_ptr<const Problem> problem_for(const Algorithm& algorithm, std::uint64_t n) {
  if (algorithm.info().task == Task::merge) return sequences_of(n);
  if (algorithm.info().task == Task::select) return make_problem("uniform", data::KeyType::u32, n);
  if (!algorithm.info().stable) return distinct_keys(n);
  return make_problem("uniform", data::KeyType::u32, n, data::PayloadKind::index);
}

TEST(CudaEngines, GiveTheSameArraysAfterEveryPass) {
  TEXELSORT_NEED_CUDA();
  TEXELSORT_NEED_GL();
  for (const Algorithm* algorithm : own_algorithms()) {
    // Sorts at most 65,000 keys, because the CPU executes the sort across devices only up to 65,536 keys.
    for (const std::uint64_t n : {1'000, 65'000}) {
      const auto problem = problem_for(*algorithm, n);
      const auto here = passes(*algorithm, *problem, on_cpu);
      const auto backwards = passes(*algorithm, *problem, backwards_on_cpu);
      ASSERT_EQ(here.size(), backwards.size()) << algorithm->info().id;
      const auto there = passes(*algorithm, *problem, on_cuda);
      ASSERT_EQ(here.size(), there.size()) << algorithm->info().id;
      std::size_t equal = 0;
      for (std::size_t pass = 0; pass < here.size(); ++pass) {
        if (!same(here[pass], backwards[pass])) continue;
        const std::string where = algorithm->info().id + ", n = " + std::to_string(n) + ", " + here[pass].pass;
        EXPECT_EQ(here[pass].state.keys, there[pass].state.keys) << where;
        EXPECT_EQ(here[pass].state.payload, there[pass].state.payload) << where;
        ASSERT_EQ(here[pass].tables.size(), there[pass].tables.size()) << where;
        for (std::size_t table = 0; table < here[pass].tables.size(); ++table) {
          EXPECT_EQ(here[pass].tables[table], there[pass].tables[table]) << where;
        }
        ++equal;
      }
      EXPECT_GT(equal, 0u) << algorithm->info().id;
      RecordProperty(algorithm->info().id + "-" + std::to_string(n), static_cast<int>(equal));
    }
  }
}

/// Atomics scatter keys in the order in which threads run, so the state after a pass reveals that order.
TEST(CudaEngines, KeepSeparateOptionsWhenTwoRunsAlternate) {
  TEXELSORT_NEED_GL();
  const Algorithm& algorithm = find_algorithm("sample/randomized@cuda");
  const auto problem = distinct_keys(5'000);
  const auto forwards = passes(algorithm, *problem, on_cpu), backwards = passes(algorithm, *problem, backwards_on_cpu);
  const auto run = start_on(algorithm, *problem, on_cpu), other = start_on(algorithm, *problem, backwards_on_cpu);
  bool differ = false;
  for (std::size_t pass = 0; pass < forwards.size(); ++pass) {
    ASSERT_TRUE(run->step() && other->step());
    EXPECT_TRUE(same(left_by(*run), forwards[pass])) << forwards[pass].pass;
    EXPECT_TRUE(same(left_by(*other), backwards[pass])) << backwards[pass].pass;
    differ = differ || !same(forwards[pass], backwards[pass]);
  }
  EXPECT_TRUE(differ) << "the order of threads shows nowhere";
}

TEST(CudaEngines, RejectARunThatWasPreparedForAnotherEngine) {
  TEXELSORT_NEED_GL();
  auto problem = std::make_shared<Problem>(*distinct_keys(100));
  const Algorithm& algorithm = find_algorithm("merge/sort@cuda");
  const Prepared prepared = prepare(algorithm, &tests::device()->info(), problem->form(), {});
  problem->execution = on_cpu;
  EXPECT_THROW(prepared.start(tests::device(), problem), InternalError);
}

}  // namespace
}  // namespace texelsort::algorithms
