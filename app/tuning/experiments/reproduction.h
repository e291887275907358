#pragma once

#include <string>
#include <vector>

#include "app/problem/budget_options.h"
#include "app/tuning/experiments/experiment.h"
#include "app/tuning/experiments/verdict.h"
#include "app/tuning/sweeps/sweep.h"
#include "app/tuning/sweeps/sweep_file.h"

namespace texelsort::app {

/// Options that select the measurements of an experiment.
struct ReproductionRequest {
  Effort effort = Effort::software;
  std::vector<std::uint64_t> claims{};  ///< numbers of the selected claims; if empty, all claims
  std::uint64_t seed = 1;
  BudgetOptions budget{1};
  cuda::ExecutionOptions execution{};

  void add_claim_option(const OptionGroup& group);
};

/// Returns the experiment reduced to the claims with these numbers. Throws UsageError for a number without a claim.
Experiment with_claims(Experiment experiment, const std::vector<std::uint64_t>& numbers);

/// Returns the trials that the claims compare at the requested effort, without repetitions. Without a GPU, rejects
/// trials with CUDA kernels, because the CPU's times are irrelevant to a paper. `device` is null without OpenGL.
std::vector<Trial> trials_of(const Experiment& experiment, const ReproductionRequest& request,
                             const gpu::DeviceInfo* device);

/// Returns rows without samples for the external sorts that the claims compare at the requested effort. `n` is the
/// number of records, and TrialResult::task the words after `texelsort` of the measuring command, without files and
/// algorithm.
std::vector<TrialResult> external_rows(const Experiment& experiment, const ReproductionRequest& request);

/// Returns groups of trials or external sorts whose samples are interleaved. Two that a claim compares are in the same
/// group.
std::vector<std::vector<Trial>> interleaved_groups(const Experiment& experiment, const std::vector<Trial>& trials);
std::vector<std::vector<TrialResult>> interleaved_groups(const Experiment& experiment,
                                                         const std::vector<TrialResult>& rows);

/// Returns the header of an experiment's result file, which is the first line of the file.
SweepHeader header_of(const Experiment& experiment, const ReproductionRequest& request, const std::string& device_words,
                      const gpu::DeviceInfo* device, std::size_t trials);

/// Results of one experiment on one machine.
struct ReproducedMachine {
  std::string name;  ///< name of the device: "llvmpipe", "NVIDIA H200"
  bool software = false;
  std::vector<SweepResults> runs;     ///< one or more runs of the experiment on this machine
  std::vector<Judgement> judgements;  ///< one judgement per claim of the experiment, from all runs

  const SweepHeader& header() const { return runs.front().header; }
};

struct ReproducedExperiment {
  Experiment experiment;
  std::vector<ReproducedMachine> machines;
};

/// Returns the name of the device that measured a result file: its renderer, or else its processor.
std::string machine_name(const SweepHeader& header);

/// Judges every claim of an experiment by one or more runs on the same machine. The judgements point to rows of the
/// moved `runs` and stay valid.
ReproducedMachine judged(const Experiment& experiment, std::vector<SweepResults> runs);

/// Returns the command that measures one claim again on the same kind of machine. Returns an empty string if the
/// machine measured nothing.
std::string claim_command(const Experiment& experiment, const ReproducedMachine& machine, std::size_t claim);

/// Returns the experiment's explanation of a verdict on this kind of machine. Returns an empty string if the experiment
/// has no explanation.
std::string reason_of(const Claim& claim, const ReproducedMachine& machine, const Judgement& judgement);

}  // namespace texelsort::app
