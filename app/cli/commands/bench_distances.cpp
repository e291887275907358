#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/cli/options/bench_options.h"
#include "app/cli/reports/distance_report.h"
#include "app/problem/progress.h"
#include "app/problem/shared_file.h"
#include "compute/algorithms/prepare.h"
#include "compute/data/error.h"
#include "compute/measure/copy_bandwidth.h"

namespace texelsort::app {

namespace {

void refuse_bad_combinations(const BenchOptions& options) {
  const auto refuse = [](const char* option, const char* why) {
    throw UsageError(fmt::format("--distances cannot be combined with {}, because {}", option, why));
  };
  if (!options.patterns.empty()) refuse("-a", "it times passes of the single-quad method");
  if (options.paced) refuse("--paced", "it times passes, not competitors");
  if (!options.baseline.empty()) refuse("--baseline", "every mapping is compared with row-major");
  if (options.parameters.paper) refuse("--paper", "both mappings are measured");
  if (options.problem.payload == data::PayloadKind::record) {
    refuse("--payload record", "it times single passes, and records move only after the sort");
  }
  const auto only_one = [](const std::vector<std::string>& values, const char* option) {
    if (values.size() == 1) return;
    throw UsageError(
        fmt::format("--distances measures one input: give {} once, found {} values", option, values.size()));
  };
  only_one(options.sizes, "-n");
  only_one(options.types, "-t");
  only_one(options.distributions, "-d");
  if (!options.plot.empty() && !options.plot.ends_with(".svg")) {
    throw UsageError(fmt::format("--plot {}: plots are SVG files: choose a name ending in .svg", options.plot));
  }
  for (const std::string& file : {options.plot, options.output}) {
    if (!file.empty()) require_writable_shared_file(file);
  }
}

/// Returns the parts of a comma-separated list such as "4,8". An empty list gives one empty part, so that the parameter
/// rejects it with a message.
std::vector<std::string> split(const std::string& list) {
  std::vector<std::string> parts{""};
  for (const char letter : list) {
    if (letter == ',') {
      parts.emplace_back();
    } else {
      parts.back() += letter;
    }
  }
  return parts;
}

/// Returns the algorithm with row-major mapping, and then with each requested tile size. The configurations differ only
/// in these parameters.
std::vector<algorithms::Prepared> mappings(const BenchOptions& options, const gpu::DeviceInfo& device, std::uint64_t n,
                                           data::KeyType type) {
  auto overrides = parse_assignments(options.parameters.assignments);
  if (overrides.contains("mapping")) {
    throw UsageError("--distances measures both mappings: leave out -p mapping, and choose tiles with -p tile=4,8");
  }
  std::vector<std::string> tiles;
  if (const auto given = overrides.extract("tile")) tiles = split(given.mapped());
  const algorithms::Algorithm& algorithm = measure::distance_algorithm();
  const auto choose = [&](const std::map<std::string, std::string>& values) {
    auto prepared = prepare(algorithm, &device, form_of(options.problem, n, type, options.device.execution()), values);
    if (prepared.refusal()) throw UsageError(*prepared.refusal());
    return prepared;
  };
  overrides["mapping"] = "row-major";
  std::vector<algorithms::Prepared> chosen{choose(overrides)};
  overrides["mapping"] = "tiled";
  if (tiles.empty()) chosen.push_back(choose(overrides));
  for (const std::string& tile : tiles) {
    overrides["tile"] = tile;
    auto prepared = choose(overrides);
    if (std::ranges::find(chosen, prepared.parameters(), &algorithms::Prepared::parameters) == chosen.end()) {
      chosen.push_back(std::move(prepared));
    }
  }
  return chosen;
}

void require_verified_curves(const std::vector<measure::DistanceCurve>& curves) {
  for (const measure::DistanceCurve& curve : curves) {
    for (const measure::DistancePoint& point : curve.points) {
      if (point.verified) continue;
      throw Error(ExitCode::check_failed, fmt::format("{}, distance {}: {}", name(curve), point.distance, point.fault));
    }
  }
}

}  // namespace

void bench_distances(BenchOptions& options) {
  refuse_bad_combinations(options);
  const ProblemSpec spec = problems(options).front();
  const std::uint64_t n = *generated_n(spec);
  if (n < 2) throw UsageError(fmt::format("--distances needs at least two keys, found n = {}", n));
  gpu::Device& device = options.device.device();
  const LoadMeter meter;
  const auto chosen = mappings(options, device.info(), n, *spec.type);

  show_progress(fmt::format("{} mappings, one pass for each distance: {}", chosen.size(), command_line(spec)));
  const auto problem = load(spec, options.device.execution()).problem;
  const auto curves = measure::compare_distances(chosen, &device, problem, options.budget.budget, spec.seed);
  show_progress("measuring how fast this device copies");
  const double bandwidth =
      measure::CopyBandwidth(&device, options.device.execution()).bytes_per_second(algorithms::Backend::fragment);
  show_progress("");

  Environment here = environment_of(&device.info());
  here.shaders = hash_of_shaders(options.device.shader_directory(), options.device.replaced_shaders());
  const DistanceReport report{.curves = curves,
                              .spec = spec,
                              .n = n,
                              .device = device.info(),
                              .bytes_per_second = bandwidth,
                              .environment = std::move(here),
                              .load = meter.percent_of_others(),
                              .command = reproducing_command(options)};
  write_report(options, distance_text(report, options.format));
  require_verified_curves(curves);
  if (!options.plot.empty()) write_shared_file(options.plot, distance_plot(report));
}

}  // namespace texelsort::app
