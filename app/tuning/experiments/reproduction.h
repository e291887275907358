#pragma once

#include <string>
#include <vector>

#include "app/problem/budget_options.h"
#include "app/tuning/experiments/experiment.h"
#include "app/tuning/experiments/verdict.h"
#include "app/tuning/sweeps/sweep.h"
#include "app/tuning/sweeps/sweep_file.h"

namespace texelsort::app {

/// Options for measuring an experiment.
struct ReproductionRequest {
  Effort effort = Effort::software;
  std::vector<std::uint64_t> claims{};  ///< numbers of the selected claims; all claims if empty
  std::uint64_t seed = 1;
  BudgetOptions budget{1};
  cuda::ExecutionOptions execution{};

  /// Adds the option --claim.
  void add_claim_option(const OptionGroup& group);
};

/// Returns the experiment with only the claims of these numbers. Throws UsageError for a number without a claim.
Experiment with_claims(Experiment experiment, const std::vector<std::uint64_t>& numbers);

/// Returns the trials that a claim compares at this effort, each once. Rejects CUDA kernels without a GPU, because
/// times of kernels on the CPU are irrelevant to a paper. `device` is null without OpenGL.
std::vector<Trial> trials_of(const Experiment& experiment, const ReproductionRequest& request,
                             const gpu::DeviceInfo* device);

/// Returns groups of trials to measure together. Two trials that a claim compares are in one group.
std::vector<std::vector<Trial>> interleaved_groups(const Experiment& experiment, const std::vector<Trial>& trials);

/// Returns the header of the result file, which is its first line.
SweepHeader header_of(const Experiment& experiment, const ReproductionRequest& request, const std::string& device_words,
                      const gpu::DeviceInfo* device, std::size_t trials);

/// Results of one experiment on one machine.
struct ReproducedMachine {
  std::string name;  ///< name of the machine: "llvmpipe", "NVIDIA H200"
  bool software = false;
  SweepResults results;
  std::vector<Judgement> judgements;  ///< judgements, one per claim
};

struct ReproducedExperiment {
  Experiment experiment;
  std::vector<ReproducedMachine> machines;
};

/// Judges every claim. The judgements point to rows of `results` and stay valid when they are moved.
ReproducedMachine judged(const Experiment& experiment, SweepResults results);

/// Returns the command that measures one claim again on this kind of machine. Empty if nothing was measured.
std::string claim_command(const Experiment& experiment, const ReproducedMachine& machine, std::size_t claim);

/// Returns the experiment's explanation of the verdict on this kind of machine. Empty if it has none.
std::string reason_of(const Claim& claim, const ReproducedMachine& machine, const Judgement& judgement);

}  // namespace texelsort::app
