#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/tuning/sweeps/search_points.h"
#include "app/tuning/sweeps/sweep_space.h"
#include "compute/data/error.h"
#include "tests/algorithms/problems.h"

namespace texelsort::app {
namespace {

using namespace algorithms;

/// A search may draw any combination of values, so every combination that is not rejected must sort. For example,
/// shapes of blocks that do not fit the digits would write anywhere in a GPU's memory.
class TuningSearchSpaces : public ::testing::TestWithParam<const Algorithm*> {};

/// Returns all algorithms with parameters, but only two networks, because methods have the same parameters for all
/// networks.
std::vector<const Algorithm*> with_parameters() {
  std::vector<const Algorithm*> all;
  for (const auto& algorithm : registry()) {
    if (stands_for_its_method(*algorithm) && !algorithm->parameters().empty()) all.push_back(algorithm.get());
  }
  return all;
}

TEST_P(TuningSearchSpaces, ContainOnlyConfigurationsThatSortCorrectly) {
  const Algorithm& algorithm = *GetParam();
  TEXELSORT_NEED_BACKEND_OF(algorithm);
  const gpu::DeviceInfo* info = tests::device() == nullptr ? nullptr : &tests::device()->info();
  // Tests fewer combinations of algorithms with shaders, because each combination compiles shaders. Kernels are already
  // compiled.
  const int draws = algorithm.info().backend == Backend::cuda ? 12 : 3;
  int ran = 0;
  for (const data::KeyType type : {data::KeyType::u32, data::KeyType::f64}) {
    ProblemSpec spec;
    // Distributions of numbers that blending can sort.
    spec.distribution = type == data::KeyType::u32 ? "permutation" : "few-distinct";
    spec.n = 1500;
    spec.type = type;
    spec.payload = type == data::KeyType::u32 ? data::PayloadKind::none : data::PayloadKind::index;
    if (algorithm.info().task == Task::merge) spec.sequences = 5;
    if (algorithm.info().task == Task::select) spec.questions = {Question{.kind = Question::Kind::median}};
    const auto problem = load(spec, {}).problem;
    const auto own = fitting_values(algorithm, info, problem->form(), {});
    const Prepared prepared = prepare(algorithm, info, problem->form(), own);
    if (prepared.refusal()) continue;
    std::vector<Axis> axes;
    for (const auto& parameter : parameters_for(algorithm, spec.payload)) {
      axes.push_back({parameter.name, search_values(parameter, prepared.parameters().text(parameter.name))});
    }
    SearchPoints points(axes, prepared, Strategy::random, 7);
    for (int draw = 0; draw < draws; ++draw) {
      const auto point = points.next();
      if (!point) break;
      const Trial trial = make_trial({&algorithm, {}}, spec, points.values(*point), info, {});
      if (!trial.prepared) continue;
      std::unique_ptr<algorithms::Run> run;
      try {
        run = trial.prepared->start(tests::device(), problem);
      } catch (const UsageError&) {
        continue;  // this algorithm rejects these keys for these parameter values
      }
      const auto failure = verify_every_pass(*run, *problem, trial.prepared->keeps_ties());
      EXPECT_FALSE(failure) << trial.key() << ": " << text(*failure);
      ++ran;
    }
  }
  RecordProperty("ran", ran);
}

INSTANTIATE_TEST_SUITE_P(All, TuningSearchSpaces, ::testing::ValuesIn(with_parameters()),
                         [](const auto& info) { return test_name(info.param->info().id); });

}  // namespace
}  // namespace texelsort::app
