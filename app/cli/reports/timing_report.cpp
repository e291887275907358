#include "app/cli/reports/timing_report.h"

#include <chrono>

#include <fmt/format.h>

#include "app/problem/host.h"
#include "compute/algorithms/baselines/cuda/cccl_versions.h"
#include "compute/data/keys/records.h"
#include "compute/data/text/number_format.h"
#include "compute/measure/summary_text.h"

namespace texelsort::app {

namespace {

using measure::Field, measure::interval_text, measure::number_if;

/// Returns the sum of the stages' median times, from which shares are computed. The time of the whole run is
/// unsuitable, because passes that are timed one by one take longer.
double sum_of_stages(const measure::Measurement& measurement) {
  double sum = 0;
  for (const auto& stage : measurement.stages) sum += stage.ms.median;
  return sum;
}

/// Returns the fields of a stage or pass for a table or JSON: its names in `row`, then times, then counters.
std::vector<Field> row_of(std::vector<Field> row, const measure::Summary& ms, double whole,
                          const std::vector<Field>& counters, const measure::Cost& cost) {
  row.insert(row.end(), {{"ms", "median ms", ms.median},
                         {"low", "", ms.lower()},
                         {"high", "", ms.upper()},
                         {"samples", "", ms.samples},
                         {"", "95 % interval", interval_text(ms)},
                         {"", "share %", number_if(whole > 0, 100 * ms.median / whole), 1}});
  row.insert(row.end(), counters.begin(), counters.end());
  const double speed = static_cast<double>(cost.counters.bytes) / ms.median / 1e6;
  row.insert(row.end(), {{"", "GB/s", number_if(ms.median > 0, speed), 2},
                         {"predicted_ms", "predicted ms", cost.predicted_ms, 4},
                         {"measured_over_predicted", "x predicted", cost.ratio(), 2}});
  return row;
}

measure::ResultTable stage_table(const TimingReport& report) {
  const double whole = sum_of_stages(report.measurement);
  measure::ResultTable table;
  for (const auto& stage : report.measurement.stages) {
    algorithms::Counters counters;
    counters.bytes = stage.bytes;
    table.add(row_of({{"stage", "stage", stage.name}, {"passes", "passes", stage.passes}}, stage.ms, whole,
                     {{"bytes", "bytes", stage.bytes}}, cost_of(stage.ms, counters, report.bytes_per_second)));
  }
  return table;
}

measure::ResultTable pass_table(const TimingReport& report) {
  const double whole = sum_of_stages(report.measurement);
  measure::ResultTable table;
  for (const auto& [header, ms, counters, samples] : report.measurement.passes) {
    table.add(row_of(
        {{"", "pass", header.index + 1}, {"stage", "stage", header.stage}, {"label", "step", header.label}}, ms, whole,
        {{"draws", "", counters.draws},
         {"quads", "", counters.quads},
         {"dispatches", "", counters.dispatches},
         {"invocations", "", counters.invocations},
         {"compare_and_swaps", "", counters.comparators},
         {"elements_read", "", counters.elements_read},
         {"bytes", "bytes", counters.bytes},
         {"field_bytes", "", counters.field_bytes}},
        cost_of(ms, counters, report.bytes_per_second)));
  }
  return table;
}

double giga(std::uint64_t bytes, const measure::Summary& ms) {
  return static_cast<double>(bytes) / ms.median / 1e6;
}

/// Returns one row per worker thread or process, grouped by stage.
measure::ResultTable worker_table(const measure::Measurement& measurement) {
  measure::ResultTable table;
  for (const auto& worker : measurement.workers) {
    table.add({{"stage", "stage", worker.stage},
               {"rank", "", worker.number},
               {"name", "by", worker.name},
               {"passes", "passes", worker.passes},
               {"ms", "median ms", worker.ms.median},
               {"low", "", worker.ms.lower()},
               {"high", "", worker.ms.upper()},
               {"samples", "", worker.ms.samples},
               {"", "95 % interval", interval_text(worker.ms)},
               {"bytes", "bytes", worker.bytes},
               {"bytes_per_s", "", number_if(worker.ms.median > 0, 1e9 * giga(worker.bytes, worker.ms))},
               {"", "GB/s", number_if(worker.ms.median > 0, giga(worker.bytes, worker.ms)), 2}});
  }
  return table;
}

measure::ResultTable link_table(const measure::Measurement& measurement) {
  measure::ResultTable table;
  for (const auto& link : measurement.links) {
    const bool timed = link.ms.median > 0, bounded = link.bytes_per_second > 0;
    const double speed = giga(link.bytes, link.ms), most = link.bytes_per_second / 1e9;
    table.add({{"stage", "stage", link.stage},
               {"from", "", link.from},
               {"to", "", link.to},
               {"", "from rank to rank", fmt::format("{} -> {}", link.from, link.to)},
               {"way", "by", link.way},
               {"ms", "median ms", link.ms.median},
               {"low", "", link.ms.lower()},
               {"high", "", link.ms.upper()},
               {"samples", "", link.ms.samples},
               {"", "95 % interval", interval_text(link.ms)},
               {"bytes", "bytes", link.bytes},
               {"bytes_per_s", "", number_if(timed, 1e9 * speed)},
               {"way_bytes_per_s", "", number_if(bounded, link.bytes_per_second)},
               {"", "GB/s", number_if(timed, speed), 2},
               {"", "% of the link", number_if(timed && bounded, 100 * speed / most), 1}});
  }
  return table;
}

measure::ResultTable part_table(const PhaseTimes& parts) {
  using Milliseconds = std::chrono::duration<double, std::milli>;
  PhaseTimes::Duration whole{};
  for (const auto& part : parts.all()) whole += part.time;
  measure::ResultTable table;
  const auto add = [&](const std::string& name, PhaseTimes::Duration time) {
    const double share = 100 * Milliseconds(time).count() / Milliseconds(whole).count();
    table.add({{"part", "part", name},
               {"ms", "ms", Milliseconds(time).count()},
               {"", "share %", number_if(whole.count() > 0, share), 1}});
  };
  for (const auto& [name, time] : parts.all()) add(name, time);
  add("whole", whole);
  return table;
}

ordered_json json_of(const measure::Summary& ms) {
  const auto or_null = [](const std::optional<double>& number) {
    return number ? ordered_json(*number) : ordered_json(nullptr);
  };
  return {{"median", ms.median}, {"low", or_null(ms.lower())}, {"high", or_null(ms.upper())}, {"samples", ms.samples}};
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

/// Describes the cost of sharing OpenGL data with CUDA, which is not part of the total time.
std::string handover_text(const measure::HandoverTiming& handover) {
  return fmt::format("CUDA     {}\nhandover {:.3f} ms  {}  not part of the total; {}\n", handover.device,
                     handover.ms.median, interval_text(handover.ms), sharing_text(handover));
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

ordered_json measured_json(const std::optional<Winner>& measured) {
  if (!measured) return nullptr;
  return {{"values", measured->values},
          {"own_values", measured->own},
          {"n", measured->n},
          {"distribution", measured->distribution},
          {"ratio", measured->ratio.estimate},
          {"ratio_low", measured->ratio.low},
          {"ratio_high", measured->ratio.high},
          {"date", measured->date},
          {"command", measured->command}};
}

measure::Cost cost_of(const measure::Summary& ms, const algorithms::Counters& counters, double bytes_per_second) {
  return {counters, measure::predicted_ms(counters.bytes, bytes_per_second), ms.median};
}

double mega_keys_per_second(std::uint64_t n, double milliseconds) {
  return milliseconds > 0 ? static_cast<double>(n) / milliseconds / 1e3 : 0;
}

std::string timing_text(const TimingReport& report, bool passes) {
  const measure::Measurement& result = report.measurement;
  const measure::Summary& total = result.total_ms;
  std::string text = fmt::format("{}  n = {}  {}  {}\n", result.algorithm->info().id, result.n, data::name(result.type),
                                 report.origin);
  if (!report.chosen.empty()) text += fmt::format("chosen   {}\n", report.chosen);
  if (report.measured) text += fmt::format("values   tuned: {}\n", evidence_text(*report.measured));
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
  if (!result.stages.empty()) text += "\n" + measure::text_table(stage_table(report));
  if (passes && !result.passes.empty()) text += "\n" + measure::text_table(pass_table(report));
  if (!result.workers.empty()) text += "\n" + measure::text_table(worker_table(result));
  if (!result.links.empty()) text += "\n" + measure::text_table(link_table(result));
  text += "\n" + measure::text_table(part_table(report.parts));
  return text;
}

std::string timing_json(const TimingReport& report) {
  const measure::Measurement& result = report.measurement;
  const gpu::DeviceInfo* device = report.device;
  const bool generated = generated_n(report.spec).has_value();
  algorithms::Counters all;
  all.bytes = result.bytes;
  const measure::Cost cost = cost_of(result.total_ms, all, report.bytes_per_second);
  const ordered_json object{{"algorithm", result.algorithm->info().id},
                            {"chosen", or_null(report.chosen)},
                            {"parameters", used_values(*result.algorithm, result.parameters)},
                            {"tuned", measured_json(report.measured)},
                            {"n", result.n},
                            {"type", data::name(result.type)},
                            {"order", data::name(report.spec.order)},
                            {"payload", data::payload_text(report.spec.payload, report.spec.shape())},
                            {"distribution", or_null(generated, report.spec.distribution)},
                            {"input", or_null(!generated, report.origin)},
                            {"seed", or_null(generated, report.spec.seed)},
                            {"device", device != nullptr ? device->platform : cpu_name()},
                            {"renderer", device != nullptr ? ordered_json(device->renderer) : ordered_json(nullptr)},
                            {"driver", device != nullptr ? ordered_json(device->version) : ordered_json(nullptr)},
                            {"library", or_null(result.library_call.library)},
                            {"library_call", or_null(result.library_call.call)},
                            {"cccl", or_null(algorithms::cccl_version())},
                            {"clock", gpu::name(result.clock)},
                            {"verified", result.verified},
                            {"fault", or_null(!result.verified, result.fault)},
                            {"total_ms", json_of(result.total_ms)},
                            {"handover", handover_json(result.handover)},
                            {"bytes", result.bytes},
                            {"copy_bytes_per_s", report.bytes_per_second},
                            {"predicted_ms", cost.predicted_ms},
                            {"measured_over_predicted", or_null(cost.ratio())},
                            {"stages", rows_json(stage_table(report))},
                            {"passes", rows_json(pass_table(report))},
                            {"ranks", rows_json(worker_table(result))},
                            {"links", rows_json(link_table(result))},
                            {"parts", rows_json(part_table(report.parts))},
                            {"date", utc_now()},
                            {"command", report.command}};
  return json_document(name(result.algorithm->info().task), object);
}

}  // namespace texelsort::app
