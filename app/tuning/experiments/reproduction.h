#pragma once

#include <string>
#include <vector>

#include "app/problem/budget_options.h"
#include "app/tuning/experiments/experiment.h"
#include "app/tuning/experiments/verdict.h"
#include "app/tuning/sweeps/sweep.h"
#include "app/tuning/sweeps/sweep_file.h"

namespace texelsort::app {

/// How the trials of an experiment are measured.
struct ReproductionRequest {
  Effort effort = Effort::software;
  std::vector<std::uint64_t> claims{};  ///< numbers of some; empty: all
  std::uint64_t seed = 1;
  BudgetOptions budget{1};
  cuda::ExecutionOptions execution{};

  /// --claim
  void add_claim_option(const OptionGroup& group);
};

/// The same experiment with some of its claims. Throws UsageError for a number that none has.
Experiment with_claims(Experiment experiment, const std::vector<std::uint64_t>& numbers);

/// The trials of an experiment at that effort that some claim compares, each once. Kernels of CUDA are refused where no
/// GPU executes them: what the CPU takes for them says nothing about a paper. `device` is null without OpenGL.
std::vector<Trial> trials_of(const Experiment& experiment, const ReproductionRequest& request,
                             const gpu::DeviceInfo* device);

/// The trials in groups that are to be measured together: those that some claim compares are in one.
std::vector<std::vector<Trial>> interleaved_groups(const Experiment& experiment, const std::vector<Trial>& trials);

/// The first line of its file.
SweepHeader header_of(const Experiment& experiment, const ReproductionRequest& request, const std::string& device_words,
                      const gpu::DeviceInfo* device, std::size_t trials);

/// Results of one experiment on one machine.
struct ReproducedMachine {
  std::string name;  ///< "llvmpipe", "NVIDIA H200"
  bool software = false;
  SweepResults results;
  std::vector<Judgement> judgements;  ///< one for each claim
};

struct ReproducedExperiment {
  Experiment experiment;
  std::vector<ReproducedMachine> machines;
};

/// Judges every claim. Judgements name rows of `results`, which move with them.
ReproducedMachine judged(const Experiment& experiment, SweepResults results);

/// The command that measures one claim again on such a machine; empty where nothing was measured.
std::string claim_command(const Experiment& experiment, const ReproducedMachine& machine, std::size_t claim);

/// The sentence that says why, of those that the experiment has for a verdict on such a machine; empty if it has none.
std::string reason_of(const Claim& claim, const ReproducedMachine& machine, const Judgement& judgement);

}  // namespace texelsort::app
