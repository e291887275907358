#include "app/tuning/sweeps/sweep_request.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/problem/algorithm_options.h"
#include "app/problem/host.h"
#include "app/problem/problem_options.h"
#include "app/problem/shell.h"
#include "compute/algorithms/reference/cuda/cccl_versions.h"
#include "compute/data/distribution.h"
#include "compute/data/error.h"
#include "compute/data/outgoing_text.h"
#include "compute/data/records.h"

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
        throw UsageError(fmt::format("-d {}: a worked example of {} keys is nothing to sweep", distribution, *fixed_n));
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

SweepSpace space_of(const SweepRequest& request) {
  SweepSpace space{read_configurations(request.competitors), read_axes(request.axes), problems_of(request)};
  // Results are JSON. --resume, and the values that tune keeps, find algorithms by their names.
  for (const algorithms::Configuration& one : space.competitors) data::require_utf8(one.algorithm->info().id, "-a");
  return space;
}

std::string repeating_command(const SweepRequest& request, const std::string& device_words) {
  std::string words = "texelsort " + request.command;
  const auto add = [&words](const char* option, const std::vector<std::string>& values) {
    words += fmt::format(" {} {}", option, shell_quoted(fmt::format("{}", fmt::join(values, ","))));
  };
  add("-a", request.competitors);
  for (const std::string& axis : request.axes) words += " -p " + shell_quoted(axis);
  add("-n", sizes_of(request));
  add("-t", request.types);
  add("-d", request.distributions);
  words += fmt::format(" --seed {} --order {}", request.problem.seed, data::name(request.problem.order));
  words += request.problem.payload == data::PayloadKind::none
               ? " --payload none"
               : data::payload_options(request.problem.payload, request.problem.shape());
  words += sequence_options(request.problem) + question_options(request.problem.questions);
  if (request.passes) words += " --passes";
  if (request.budget.seconds != 1) words += fmt::format(" --seconds {}", request.budget.seconds);
  if (request.samples > 0) words += fmt::format(" --samples {}", request.samples);
  return words + device_words;
}

bool needs_device(const SweepSpace& space) {
  return std::ranges::any_of(space.competitors, [](const algorithms::Configuration& one) {
    return one.algorithm->info().backend != algorithms::Backend::cpu;
  });
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
