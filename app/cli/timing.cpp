#include "app/cli/timing.h"

#include <fmt/format.h>

#include "compute/data/error.h"
#include "compute/measure/copy_bandwidth.h"

namespace texelsort::app {

Timing take_timing(const algorithms::Algorithm& algorithm, gpu::Device* device, const LoadedProblem& loaded,
                   const algorithms::Parameters& parameters, const measure::Budget& budget) {
  auto measurement = *measure::measure(algorithm, device, loaded.problem, parameters, budget, true);
  return {std::move(measurement), measure::CopyBandwidth(device).bytes_per_second(algorithm.info().backend)};
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
