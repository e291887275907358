#include "app/cli/timing_report.h"

#include <nlohmann/json.hpp>

#include <fmt/format.h>

#include "app/cli/host.h"
#include "app/cli/json_document.h"
#include "compute/algorithms/reference/cuda/cccl_versions.h"
#include "compute/data/readable.h"
#include "compute/data/records.h"
#include "compute/measure/result_table.h"

namespace texelsort::app {

namespace {

using nlohmann::ordered_json;

std::string interval_text(const measure::Summary& ms) {
  return fmt::format("[{:.3f}, {:.3f}]", ms.low, ms.high);
}

/// Stages and passes have the same columns but for the names at the left.
std::vector<measure::Column> time_columns() {
  return {{"median_ms", "median ms"},
          {"interval", "95 % interval"},
          {"share", "share %", 1},
          {"bytes", "bytes"},
          {"gb_s", "GB/s", 2},
          {"predicted_ms", "predicted ms", 4},
          {"measured_over_predicted", "x predicted", 2}};
}

std::vector<measure::Cell> time_cells(const measure::Summary& ms, const measure::Cost& cost, double whole) {
  const std::uint64_t bytes = cost.counters.bytes;
  std::vector<measure::Cell> cells{ms.median, interval_text(ms), {}, bytes, {}, cost.predicted_ms, {}};
  if (whole > 0) cells[2] = 100 * ms.median / whole;
  if (ms.median > 0) cells[4] = static_cast<double>(bytes) / ms.median / 1e6;
  if (const auto ratio = cost.ratio()) cells[6] = *ratio;
  return cells;
}

measure::Cost cost_of(const measure::Summary& ms, const algorithms::Counters& counters, double bytes_per_second) {
  return {counters, measure::predicted_ms(counters.bytes, bytes_per_second), ms.median};
}

measure::Cost cost_of(const measure::StageTiming& stage, double bytes_per_second) {
  algorithms::Counters counters;
  counters.bytes = stage.bytes;
  return cost_of(stage.ms, counters, bytes_per_second);
}

measure::ResultTable table_with(std::vector<measure::Column> names) {
  const auto columns = time_columns();
  names.insert(names.end(), columns.begin(), columns.end());
  return {std::move(names), {}};
}

/// Sum of the stages' medians, of which each has its share: the timed single passes take longer than the whole.
double sum_of_stages(const measure::Measurement& measurement) {
  double sum = 0;
  for (const auto& stage : measurement.stages) sum += stage.ms.median;
  return sum;
}

std::string stage_table(const measure::Measurement& measurement, double bytes_per_second) {
  const double whole = sum_of_stages(measurement);
  measure::ResultTable table = table_with({{"stage", "stage"}, {"passes", "passes"}});
  for (const auto& stage : measurement.stages) {
    auto& row = table.rows.emplace_back(std::vector<measure::Cell>{stage.name, stage.passes});
    for (auto& cell : time_cells(stage.ms, cost_of(stage, bytes_per_second), whole)) row.push_back(cell);
  }
  return measure::text_table(table);
}

std::string pass_table(const measure::Measurement& measurement, double bytes_per_second) {
  const double whole = sum_of_stages(measurement);
  measure::ResultTable table = table_with({{"pass", "pass"}, {"stage", "stage"}, {"label", "step"}});
  for (const auto& pass : measurement.passes) {
    auto& row = table.rows.emplace_back(
        std::vector<measure::Cell>{pass.header.index + 1, pass.header.stage, pass.header.label});
    const measure::Cost cost = cost_of(pass.ms, pass.counters, bytes_per_second);
    for (auto& cell : time_cells(pass.ms, cost, whole)) row.push_back(cell);
  }
  return measure::text_table(table);
}

ordered_json json_of(const measure::Summary& ms) {
  return {{"median", ms.median}, {"low", ms.low}, {"high", ms.high}, {"samples", ms.samples}};
}

/// Predicted time and what was measured over it, at the end of an object.
void add_prediction(ordered_json& object, const measure::Cost& cost) {
  const auto ratio = cost.ratio();
  object["predicted_ms"] = cost.predicted_ms;
  object["measured_over_predicted"] = ratio ? ordered_json(*ratio) : ordered_json(nullptr);
}

ordered_json stages_json(const measure::Measurement& measurement, double bytes_per_second) {
  auto stages = ordered_json::array();
  for (const auto& stage : measurement.stages) {
    stages.push_back({{"stage", stage.name},
                      {"passes", stage.passes},
                      {"ms", stage.ms.median},
                      {"low", stage.ms.low},
                      {"high", stage.ms.high},
                      {"samples", stage.ms.samples},
                      {"bytes", stage.bytes}});
    add_prediction(stages.back(), cost_of(stage, bytes_per_second));
  }
  return stages;
}

ordered_json passes_json(const measure::Measurement& measurement, double bytes_per_second) {
  auto passes = ordered_json::array();
  for (const auto& pass : measurement.passes) {
    const algorithms::Counters& counters = pass.counters;
    passes.push_back({{"stage", pass.header.stage},
                      {"label", pass.header.label},
                      {"ms", pass.ms.median},
                      {"low", pass.ms.low},
                      {"high", pass.ms.high},
                      {"samples", pass.ms.samples},
                      {"draws", counters.draws},
                      {"quads", counters.quads},
                      {"dispatches", counters.dispatches},
                      {"fragments", counters.fragments},
                      {"compare_and_swaps", counters.comparators},
                      {"texels_fetched", counters.texels_fetched},
                      {"bytes", counters.bytes},
                      {"field_bytes", counters.field_bytes}});
    add_prediction(passes.back(), cost_of(pass.ms, counters, bytes_per_second));
  }
  return passes;
}

std::string sharing_text(const measure::HandoverTiming& handover) {
  switch (handover.sharing) {
    case cuda::Sharing::imported:
      return "OpenGL imports CUDA's memory";
    case cuda::Sharing::mapped:
      return "OpenGL's buffers are mapped";
    case cuda::Sharing::copied:
      return "OpenGL's buffers are mapped, and copied within the device";
    case cuda::Sharing::staged:
      break;
  }
  return fmt::format("{} bytes copied through the host: {}", handover.staged_bytes, handover.staging_reason);
}

/// What it costs that CUDA sorts what OpenGL draws; no part of the total.
std::string handover_text(const measure::HandoverTiming& handover) {
  return fmt::format("CUDA     {}\nhandover {:.3f} ms  {}  besides the total; {}\n", handover.device,
                     handover.ms.median, interval_text(handover.ms), sharing_text(handover));
}

ordered_json json_unless_empty(const std::string& text) {
  return text.empty() ? ordered_json(nullptr) : ordered_json(text);
}

ordered_json handover_json(const std::optional<measure::HandoverTiming>& handover) {
  if (!handover) return nullptr;
  return {{"device", handover->device},
          {"sharing", cuda::name(handover->sharing)},
          {"ms", json_of(handover->ms)},
          {"staged_bytes", handover->staged_bytes},
          {"staging_reason", handover->staging_reason}};
}

}  // namespace

std::vector<measure::Cost> pass_costs(const measure::Measurement& measurement, double bytes_per_second) {
  std::vector<measure::Cost> costs;
  for (const auto& pass : measurement.passes) costs.push_back(cost_of(pass.ms, pass.counters, bytes_per_second));
  return costs;
}

double mega_keys_per_second(std::uint64_t n, double milliseconds) {
  return milliseconds > 0 ? static_cast<double>(n) / milliseconds / 1e3 : 0;
}

std::string timing_text(const TimingReport& report, bool passes) {
  const measure::Measurement& result = *report.measurement;
  const measure::Summary& total = result.total_ms;
  std::string text = fmt::format("{}  n = {}  {}  {}\n", result.algorithm->info().id, result.n, data::name(result.type),
                                 report.origin);
  if (!report.chosen.empty()) text += fmt::format("chosen   {}\n", report.chosen);
  for (const auto& [name, value] : used_values(*result.algorithm, result.parameters))
    text += fmt::format("  {} = {}\n", name, value);
  if (report.device != nullptr) {
    text += fmt::format("device   {}, {}\ndriver   {}\n", report.device->renderer, report.device->platform,
                        report.device->version);
  } else {
    text += fmt::format("device   {}\n", cpu_name());
  }
  text += fmt::format("clock    {}", gpu::name(result.clock));
  if (report.device != nullptr && result.clock == report.device->clock) text += ": " + report.device->clock_reason;
  text +=
      fmt::format("\ntotal    {:.3f} ms  {}  {} samples  {:.2f} M keys/s  {} {}  output {}\n", total.median,
                  interval_text(total), total.samples, mega_keys_per_second(result.n, total.median), result.pass_count,
                  result.pass_count == 1 ? "pass" : "passes", result.verified ? "verified" : "WRONG: " + result.fault);
  if (!result.library_call.empty()) {
    text += fmt::format("library  {}, {}\n", result.library_call.call, result.library_call.library);
  }
  if (const std::string version = algorithms::cccl_version(); !version.empty() && result.handover) {
    text += fmt::format("CCCL     {}\n", version);
  }
  if (result.handover) text += handover_text(*result.handover);
  text += fmt::format("copy     {:.3g} GB/s in passes of this kind; predicted = bytes / copy = {}\n",
                      report.bytes_per_second / 1e9,
                      data::duration_text(measure::predicted_ms(result.bytes, report.bytes_per_second)));
  text += fmt::format("again    {}\n", report.command);
  if (!result.stages.empty()) text += fmt::format("\n{}", stage_table(result, report.bytes_per_second));
  if (passes && !result.passes.empty()) text += fmt::format("\n{}", pass_table(result, report.bytes_per_second));
  return text;
}

std::string timing_json(const TimingReport& report) {
  const measure::Measurement& result = *report.measurement;
  const bool generated = generated_n(report.spec).has_value();
  ordered_json object;
  object["algorithm"] = result.algorithm->info().id;
  object["chosen"] = report.chosen.empty() ? ordered_json(nullptr) : ordered_json(report.chosen);
  object["parameters"] = used_values(*result.algorithm, result.parameters);
  object["n"] = result.n;
  object["type"] = data::name(result.type);
  object["order"] = data::name(report.spec.order);
  object["payload"] = data::payload_text(report.spec.payload, report.spec.shape());
  object["distribution"] = generated ? ordered_json(report.spec.distribution) : ordered_json(nullptr);
  object["input"] = generated ? ordered_json(nullptr) : ordered_json(report.origin);
  object["seed"] = generated ? ordered_json(report.spec.seed) : ordered_json(nullptr);
  object["device"] = report.device != nullptr ? report.device->platform : cpu_name();
  object["renderer"] = report.device != nullptr ? ordered_json(report.device->renderer) : ordered_json(nullptr);
  object["driver"] = report.device != nullptr ? ordered_json(report.device->version) : ordered_json(nullptr);
  object["library"] = json_unless_empty(result.library_call.library);
  object["library_call"] = json_unless_empty(result.library_call.call);
  object["cccl"] = json_unless_empty(algorithms::cccl_version());
  object["clock"] = gpu::name(result.clock);
  object["verified"] = result.verified;
  object["fault"] = result.verified ? ordered_json(nullptr) : ordered_json(result.fault);
  object["total_ms"] = json_of(result.total_ms);
  object["handover"] = handover_json(result.handover);
  algorithms::Counters all;
  all.bytes = result.bytes;
  object["bytes"] = result.bytes;
  object["copy_bytes_per_s"] = report.bytes_per_second;
  add_prediction(object, cost_of(result.total_ms, all, report.bytes_per_second));
  object["stages"] = stages_json(result, report.bytes_per_second);
  object["passes"] = passes_json(result, report.bytes_per_second);
  object["date"] = utc_now();
  object["command"] = report.command;
  return json_document(name(result.algorithm->info().task), object);
}

}  // namespace texelsort::app
