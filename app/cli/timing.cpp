#include "app/cli/timing.h"

#include <fmt/format.h>

#include "app/cli/progress.h"
#include "compute/data/error.h"
#include "compute/data/readable.h"
#include "compute/measure/copy_bandwidth.h"
#include "compute/measure/measuring.h"

namespace texelsort::app {

Timing take_timing(const algorithms::Prepared& prepared, gpu::Device* device, const LoadedProblem& loaded,
                   const measure::Budget& budget) {
  const algorithms::AlgorithmInfo& info = prepared.algorithm().info();
  const std::string what = fmt::format("measuring {} on {} keys", info.id, data::grouped(loaded.problem->n()));
  show_progress(what);
  measure::Measuring measuring({prepared}, device, loaded.problem, budget, true);
  while (measuring.advance()) show_progress(fmt::format("{}: {:.0f} %", what, 100 * measuring.progress()));
  show_progress("measuring how fast this device copies");
  const double copied = measure::CopyBandwidth(device).bytes_per_second(info.backend);
  show_progress("");
  return {measuring.result(), copied};
}

void print_timing(const Timing& timing, const TimingContext& context) {
  const measure::Measurement& measurement = timing.measurement;
  const TimingReport report{.measurement = &measurement,
                            .device = context.device,
                            .spec = context.spec,
                            .origin = context.origin,
                            .command = context.command,
                            .chosen = context.chosen,
                            .bytes_per_second = timing.bytes_per_second};
  fmt::print("{}", context.json ? timing_json(report) : timing_text(report, context.passes));
  if (!measurement.verified) {
    throw Error(ExitCode::check_failed, measurement.algorithm->info().id + ": " + measurement.fault);
  }
}

}  // namespace texelsort::app
