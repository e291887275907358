#include "app/tuning/sweeps/sweep_request.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/problem/host.h"
#include "app/problem/option_group.h"
#include "app/problem/problem_options.h"
#include "compute/algorithms/baselines/cuda/cccl_versions.h"
#include "compute/data/error.h"
#include "compute/data/keys/distribution.h"
#include "compute/data/text/outgoing_text.h"

namespace texelsort::app {

namespace {

std::vector<std::string> sizes_of(const SweepRequest& request) {
  return request.sizes.empty() ? std::vector<std::string>{"2^16"} : request.sizes;
}

std::vector<ProblemSpec> problems_of(const SweepRequest& request) {
  std::vector<ProblemSpec> specs;
  for (const std::string& type : request.types) {
    for (const std::string& distribution : request.distributions) {
      const auto fixed_n = data::find_distribution(distribution).fixed_n;
      if (fixed_n) {
        throw UsageError(fmt::format("-d {}: a sweep cannot use this example, because it always has {} keys",
                                     distribution, *fixed_n));
      }
      for (const std::string& size : axis_values("-n", sizes_of(request))) {
        ProblemSpec spec = request.problem;
        spec.type = key_type_option(type);
        spec.distribution = distribution;
        spec.n = size_option(size, "-n");
        specs.push_back(spec);
      }
    }
  }
  return specs;
}

}  // namespace

SweepSpace space_of(const SweepRequest& request, const cuda::ExecutionOptions& execution) {
  SweepSpace space{read_configurations(request.competitors), read_axes(request.axes), problems_of(request), execution};
  // Reject names of algorithms that are not UTF-8, because result files and saved values store them as JSON.
  for (const algorithms::Configuration& one : space.competitors) data::require_utf8(one.algorithm->info().id, "-a");
  return space;
}

CLI::Option* SweepRequest::add_configuration_options(const OptionGroup& group, const std::string& algorithms_help,
                                                     const std::string& axes_help) {
  CLI::Option* algorithms = group.list("-a,--algorithm", "CONFIGURATION", competitors, algorithms_help, algorithm_ids);
  group.value("-p,--parameter", "NAME=VALUES", axes, axes_help);
  return algorithms;
}

void SweepRequest::add_problem_options(const OptionGroup& group) {
  group.list("-n,--count", "SIZES", sizes, "numbers of keys, or ranges such as 2^16..2^24:x4 (default: 2^16)");
  group.list("-t,--type", "TYPE", types, "key types (default: u32)", listed(key_types));
  group.list("-d,--distribution", "NAME", distributions, "distributions (default: uniform)", distribution_names);
  add_sorting_options(group.under("Input"), problem);
}

void SweepRequest::add_budget_options(const OptionGroup& group) {
  budget.add_options(group, "", "1 per configuration");
}

void SweepRequest::add_passes_option(const OptionGroup& group) {
  group.flag("--passes", passes, "also time each pass, and write the times to the file");
}

std::string repeating_command(const SweepRequest& request, const std::string& device_words) {
  SweepRequest told = request;
  told.sizes = sizes_of(request);
  CommandWords words{.list = CommandWords::List::by_commas,
                     .always = {"--order", "--payload"},
                     .line = "texelsort " + request.command};
  const OptionGroup group(words);
  told.add_configuration_options(group);
  told.add_problem_options(group);
  words.line += sequence_options(request.problem) + question_options(request.problem.questions);
  told.add_passes_option(group);
  told.add_budget_options(group);
  return words.line + device_words;
}

bool needs_device(const SweepSpace& space) {
  return std::ranges::any_of(space.competitors, [](const algorithms::Configuration& one) {
    return one.algorithm->info().backend != algorithms::Backend::cpu;
  });
}

std::map<std::string, std::string> definitions_of(const SweepSpace& space) {
  std::map<std::string, std::string> definitions;
  for (const algorithms::Configuration& one : space.competitors) {
    const std::string definition = one.algorithm->content_hash();
    if (!definition.empty()) definitions[one.algorithm->info().id] = definition;
  }
  return definitions;
}

SweepHeader header_of(const SweepRequest& request, const std::string& device_words, const gpu::DeviceInfo* device,
                      std::size_t trials) {
  SweepHeader header{.version = TEXELSORT_VERSION,
                     .command = repeating_command(request, device_words),
                     .date = utc_now(),
                     .processor = cpu_name(),
                     .cccl = algorithms::cccl_version(),
                     .seed = request.problem.seed,
                     .trials = trials};
  if (device != nullptr) {
    header.device = device->platform;
    header.renderer = device->renderer;
    header.driver = device->version;
  }
  return header;
}

}  // namespace texelsort::app
