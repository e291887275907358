// The CPU's execution of kernels and an NVIDIA device's make the same arrays, pass by pass, byte by byte.
#include <gtest/gtest.h>

#include "compute/algorithms/core/sequences.h"
#include "compute/algorithms/core/view.h"
#include "compute/cuda/choice.h"
#include "compute/simt/options.h"
#include "tests/algorithms/problems.h"

namespace texelsort::algorithms {
namespace {

/// What a pass leaves: keys, payload and tables.
struct Left {
  std::string pass;
  data::State state;
  std::vector<std::pair<std::string, std::vector<std::uint64_t>>> tables;
};

/// Chooses an engine for its lifetime, and CUDA afterwards, even if something throws.
class Wanted {
 public:
  explicit Wanted(cuda::Engine engine) { cuda::wanted_engine() = engine; }
  ~Wanted() { cuda::wanted_engine() = cuda::Engine::cuda; }
  Wanted(const Wanted&) = delete;
  Wanted& operator=(const Wanted&) = delete;
};

std::vector<Left> passes(const Algorithm& algorithm, std::shared_ptr<const Problem> problem, cuda::Engine engine) {
  const Wanted wanted(engine);
  const auto run = start(algorithm, std::move(problem));
  std::vector<Left> all;
  while (run->step()) {
    Left left{run->known_passes()[run->passes_done() - 1].label, run->save().state, {}};
    for (const View& view : run->views()) left.tables.emplace_back(view.name(), read_view(view));
    all.push_back(std::move(left));
  }
  return all;
}

/// The sorts and merges on CUDA whose kernels the CPU executes.
std::vector<const Algorithm*> own_algorithms() {
  const Wanted wanted(cuda::Engine::cpu);
  std::vector<const Algorithm*> all;
  for (const auto& algorithm : registry()) {
    if (algorithm->info().backend != Backend::cuda) continue;
    const gpu::Device* device = tests::device();
    if (device != nullptr && algorithm->availability(&device->info()).available) all.push_back(algorithm.get());
  }
  return all;
}

/// Whether a pass leaves the same in whatever order threads run. Sample sorts that scatter by atomics do not: a
/// bucket's keys stand in any order until they are sorted.
bool same(const Left& one, const Left& other) {
  return one.state.keys == other.state.keys && one.state.payload == other.state.payload && one.tables == other.tables;
}

/// Keys of which no two are equal, in no order: places of equal keys are free where a sort is not stable.
std::shared_ptr<const Problem> distinct_keys(std::uint64_t n) {
  std::vector<std::uint32_t> keys(n);
  // Knuth, The Art of Computer Programming 3, section 6.4: an odd multiplier near 2^32 divided by the golden ratio.
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

/// Every place of the output is fixed by the algorithm's own order.
std::shared_ptr<const Problem> problem_for(const Algorithm& algorithm, std::uint64_t n) {
  if (algorithm.info().task == Task::merge) return sequences_of(n);
  if (!algorithm.info().stable) return distinct_keys(n);
  return make_problem("uniform", data::KeyType::u32, n, data::PayloadKind::index);
}

TEST(Engines, LeaveTheSameArraysAfterEveryPass) {
  TEXELSORT_NEED_CUDA();
  TEXELSORT_NEED_GL();
  for (const Algorithm* algorithm : own_algorithms()) {
    // The CPU takes at most 65,536 keys of the sort across devices.
    for (const std::uint64_t n : {1'000, 65'000}) {
      const auto problem = problem_for(*algorithm, n);
      const auto here = passes(*algorithm, problem, cuda::Engine::cpu);
      simt::options().order = simt::Order::descending;
      const auto backwards = passes(*algorithm, problem, cuda::Engine::cpu);
      simt::options() = {};
      ASSERT_EQ(here.size(), backwards.size()) << algorithm->info().id;
      const auto there = passes(*algorithm, problem, cuda::Engine::cuda);
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

}  // namespace
}  // namespace texelsort::algorithms
