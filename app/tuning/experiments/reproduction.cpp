#include "app/tuning/experiments/reproduction.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <set>

#include <fmt/format.h>

#include "app/problem/option_group.h"
#include "app/problem/problem_options.h"
#include "app/problem/shell.h"
#include "compute/algorithms/core/algorithm.h"
#include "compute/cuda/device.h"
#include "compute/data/error.h"
#include "compute/data/text/number.h"

namespace texelsort::app {

namespace {

constexpr std::string_view command_start = "texelsort reproduce";

std::vector<std::pair<std::string, std::string>> combined(const std::vector<std::string>& payloads,
                                                          const std::vector<std::string>& tasks) {
  std::vector<std::pair<std::string, std::string>> all;
  for (const std::string& payload : payloads) {
    for (const std::string& task : tasks) all.emplace_back(payload, task);
  }
  return all;
}

bool is_of_cuda(const Trial& trial) {
  return trial.configuration.algorithm->info().backend == algorithms::Backend::cuda;
}

bool has_gpu_for_kernels(const cuda::ExecutionOptions& execution) {
  return execution.engine == cuda::Engine::cuda && cuda::devices().reason.empty();
}

std::vector<Trial> trials_of_set(const MeasuredSet& set, const ReproductionRequest& request,
                                 const gpu::DeviceInfo* device) {
  std::vector<Trial> trials;
  const auto tasks = set.tasks.empty() ? std::vector<std::string>{""} : set.tasks;
  for (const auto& [payload, task] : combined(set.payloads, tasks)) {
    SweepRequest sweep{.competitors = set.configurations,
                       .axes = set.axes,
                       .sizes = set.sizes(request.effort),
                       .types = set.types,
                       .distributions = set.distributions};
    sweep.problem = problem_with(payload, task);
    sweep.problem.seed = request.seed;
    std::ranges::move(trials_of(space_of(sweep, request.execution), device), std::back_inserter(trials));
  }
  return trials;
}

std::vector<TrialResult> described(const std::vector<Trial>& trials) {
  std::vector<TrialResult> rows;
  for (const Trial& trial : trials) rows.push_back(describe(trial));
  return rows;
}

/// Returns the elements of `all` whose rows at least one claim compares. `rows` describes each element.
template <typename Element>
std::vector<Element> compared(const Experiment& experiment, const std::vector<Element>& all,
                              const std::vector<TrialResult>& rows) {
  std::set<const TrialResult*> chosen;
  for (const Claim& claim : experiment.claims) {
    for (const auto& [faster, than] : compared_rows(claim, rows)) chosen.insert({faster, than});
  }
  std::vector<Element> elements;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (chosen.contains(&rows[i])) elements.push_back(all[i]);
  }
  return elements;
}

template <typename Element>
std::vector<std::vector<Element>> grouped(const Experiment& experiment, const std::vector<Element>& all,
                                          const std::vector<TrialResult>& rows) {
  // Number of each element's group, initially its index. If a claim compares two elements, both get the lower number,
  // so that groups join.
  std::vector<std::size_t> group(all.size());
  std::iota(group.begin(), group.end(), std::size_t{0});
  for (const Claim& claim : experiment.claims) {
    for (const auto& [faster, than] : compared_rows(claim, rows)) {
      if (than == nullptr) continue;
      const auto [low, high] = std::minmax(group[static_cast<std::size_t>(faster - rows.data())],
                                           group[static_cast<std::size_t>(than - rows.data())]);
      const std::size_t from = high, to = low;
      std::ranges::replace(group, from, to);
    }
  }
  std::map<std::size_t, std::vector<Element>> groups;
  for (std::size_t i = 0; i < all.size(); ++i) groups[group[i]].push_back(all[i]);
  std::vector<std::vector<Element>> lists;
  for (auto& [number, members] : groups) lists.push_back(std::move(members));
  return lists;
}

/// Returns the arguments of `texelsort reproduce` that measure these claims: "radix --claim 2".
std::string words_of(const Experiment& experiment, const std::vector<std::uint64_t>& claims) {
  CommandWords words{.line = shell_quoted(name_or_path(experiment))};
  ReproductionRequest{.claims = claims}.add_claim_option(OptionGroup(words));
  return words.line;
}

const char* effort_option(Effort effort) {
  return effort == Effort::quick ? " --quick" : "";
}

}  // namespace

void ReproductionRequest::add_claim_option(const OptionGroup& group) {
  group.value("--claim", "NUMBER", claims, "measure only this claim of the experiment; may be repeated");
}

Experiment with_claims(Experiment experiment, const std::vector<std::uint64_t>& numbers) {
  for (const std::uint64_t number : numbers) {
    if (number < 1 || number > experiment.claims.size()) {
      throw UsageError(fmt::format("{} has no claim {}: they are numbered from 1 to {}", short_name_of(experiment),
                                   number, experiment.claims.size()));
    }
  }
  std::erase_if(experiment.claims, [&numbers](const Claim& claim) {
    return !numbers.empty() && std::ranges::find(numbers, claim.number) == numbers.end();
  });
  return experiment;
}

std::vector<Trial> trials_of(const Experiment& experiment, const ReproductionRequest& request,
                             const gpu::DeviceInfo* device) {
  std::vector<Trial> trials;
  std::map<std::string, std::size_t> places;
  for (const MeasuredSet& set : experiment.sets) {
    if (set.sizes(request.effort).empty() || std::ranges::any_of(set.tasks, is_external)) continue;
    for (Trial& trial : trials_of_set(set, request, device)) {
      const auto [place, is_new] = places.emplace(trial.key(), trials.size());
      if (!is_new) {
        trials[place->second].times_passes |= set.passes;
        continue;
      }
      if (is_of_cuda(trial) && !has_gpu_for_kernels(request.execution)) {
        trial.prepared.reset();
        trial.refusal = needs_nvidia;
      }
      trial.times_passes = set.passes;
      trials.push_back(std::move(trial));
    }
  }
  return compared(experiment, trials, described(trials));
}

std::vector<TrialResult> external_rows(const Experiment& experiment, const ReproductionRequest& request) {
  std::map<std::string, TrialResult> rows;
  for (const MeasuredSet& set : experiment.sets) {
    for (const std::string& task : set.tasks) {
      if (!is_external(task)) continue;
      for (const algorithms::Configuration& configuration : read_configurations(set.configurations)) {
        for (const std::string& size : set.sizes(request.effort)) {
          TrialResult row{.reason = {},
                          .algorithm = configuration.algorithm->info().id,
                          .type = "bytes10",
                          .distribution = "uniform",
                          .order = "asc",
                          .payload = "90 bytes",
                          .task = task,
                          .n = data::parse_size(size).value_or(0),
                          .parameters = configuration.values,
                          .given = configuration.values};
          rows.emplace(row.key(), std::move(row));
        }
      }
    }
  }
  std::vector<TrialResult> all;
  for (auto& [key, row] : rows) all.push_back(std::move(row));
  return compared(experiment, all, all);
}

std::vector<std::vector<Trial>> interleaved_groups(const Experiment& experiment, const std::vector<Trial>& trials) {
  return grouped(experiment, trials, described(trials));
}

std::vector<std::vector<TrialResult>> interleaved_groups(const Experiment& experiment,
                                                         const std::vector<TrialResult>& rows) {
  return grouped(experiment, rows, rows);
}

SweepHeader header_of(const Experiment& experiment, const ReproductionRequest& request, const std::string& device_words,
                      const gpu::DeviceInfo* device, std::size_t trials) {
  SweepRequest words;
  words.problem.seed = request.seed;
  SweepHeader header = header_of(words, device_words, device, trials);
  ReproductionRequest told = request;
  CommandWords measuring;
  add_seed_option(OptionGroup(measuring), told.seed);
  told.budget.add_options(OptionGroup(measuring));
  header.command = fmt::format("{} {}{}{}{}", command_start, words_of(experiment, request.claims),
                               effort_option(request.effort), measuring.line, device_words);
  return header;
}

std::string machine_name(const SweepHeader& header) {
  if (header.renderer.empty()) return header.processor;
  return header.renderer.substr(0, std::min(header.renderer.find(" ("), header.renderer.find('/')));
}

ReproducedMachine judged(const Experiment& experiment, std::vector<SweepResults> runs) {
  const SweepHeader& header = runs.front().header;
  ReproducedMachine machine{.name = machine_name(header),
                            .software = header.renderer.empty() || gpu::is_software(header.renderer),
                            .runs = std::move(runs),
                            .judgements = {}};
  for (const Claim& claim : experiment.claims) {
    std::vector<Judgement> all;
    for (const SweepResults& run : machine.runs) all.push_back(judge(claim, run.rows, !machine.software));
    machine.judgements.push_back(combined(claim, all));
  }
  return machine;
}

std::string claim_command(const Experiment& experiment, const ReproducedMachine& machine, std::size_t claim) {
  if (machine.judgements.at(claim).pairs.empty()) return "";
  const std::string& all = machine.header().command;
  const std::size_t options = all.find(" --seed"), quick = all.find(" --quick");
  return fmt::format("{} {}{}", command_start, words_of(experiment, {experiment.claims.at(claim).number}),
                     all.substr(std::min(options, quick)));
}

std::string reason_of(const Claim& claim, const ReproducedMachine& machine, const Judgement& judgement) {
  if (!judgement.reason.empty()) return judgement.reason;
  const std::string verdict(name(judgement.verdict));
  const auto own = claim.why.find(verdict + (machine.software ? "-software" : "-gpu"));
  if (own != claim.why.end()) return own->second;
  const auto common = claim.why.find(verdict);
  return common == claim.why.end() ? std::string() : common->second;
}

}  // namespace texelsort::app
