#include "app/cli/reports/bench_report.h"

#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/cli/reports/timing_report.h"
#include "app/problem/host.h"
#include "app/problem/json_document.h"
#include "compute/algorithms/baselines/cuda/cccl_versions.h"
#include "compute/data/error.h"
#include "compute/data/keys/records.h"
#include "compute/data/text/outgoing_text.h"

namespace texelsort::app {

namespace {

std::string parameters_text(const algorithms::Algorithm& algorithm, const algorithms::Parameters& parameters) {
  std::string text;
  for (const auto& [name, value] : used_values(algorithm, parameters))
    text += (text.empty() ? "" : " ") + name + "=" + value;
  return text;
}

/// Returns whether a measurement's times are comparable with GPU times. They are not if the CPU executed the kernels
/// thread by thread.
bool is_comparable(const measure::Measurement& measurement) {
  return measurement.clock != gpu::Clock::cpu_kernels;
}

/// Returns the verdict of each row of a group: "fastest", "tied", or an empty string for slower rows. Rows whose
/// kernels the CPU executed have a note instead. A row without competitors has an empty verdict.
std::vector<std::string> verdicts(const std::vector<BenchRow>& rows) {
  std::vector<std::string> words(rows.size());
  std::vector<measure::Measurement> measured;
  std::vector<std::size_t> row_of;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!rows[i].measurement || !is_comparable(*rows[i].measurement)) continue;
    measured.push_back(*rows[i].measurement);
    row_of.push_back(i);
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].measurement && !is_comparable(*rows[i].measurement))
      words[i] = "kernels executed by the CPU: this is not a GPU time";
  }
  if (measured.size() < 2) return words;
  const auto winners = measure::fastest(measured);
  for (const std::size_t winner : winners) words[row_of[winner]] = winners.size() == 1 ? "fastest" : "tied";
  return words;
}

/// Returns the time of the first row, which is the baseline. Returns nothing if this row has no valid time.
std::optional<double> baseline_time(const std::vector<BenchRow>& rows) {
  const auto& first = rows.front().measurement;
  if (!first || !first->verified || first->total_ms.median <= 0 || !is_comparable(*first)) return std::nullopt;
  return first->total_ms.median;
}

/// Returns the fields of a row. Only verified rows have times. Fields without a title appear only in CSV and JSON,
/// because the table states them once above its rows.
std::vector<measure::Field> fields(const BenchRow& row, const std::string& verdict, std::optional<double> baseline,
                                   const gpu::DeviceInfo* device, const std::string& date, const std::string& command) {
  using measure::number_if;
  const auto given = [](bool holds, const auto& value) { return holds ? std::optional(value) : std::nullopt; };
  const bool measured = row.measurement.has_value(), counts = measured && row.measurement->verified;
  const measure::Measurement result = row.measurement.value_or(measure::Measurement{});
  const measure::Summary& ms = result.total_ms;
  const auto& [library, call] = result.library_call;
  const std::string version = algorithms::cccl_version();
  const bool on_device = row.competitor.algorithm->info().backend != algorithms::Backend::cpu && device != nullptr;
  return {
      {"", "algorithm", app::text(row.competitor)},
      {"algorithm", "", row.competitor.algorithm->info().id},
      {"n", "n", row.n},
      {"type", "type", data::name(*row.spec.type)},
      {"distribution", "distribution", row.spec.distribution},
      {"median_ms", "median ms", number_if(counts, ms.median)},
      {"low_ms", "low", number_if(counts, ms.low)},
      {"high_ms", "high", number_if(counts, ms.high)},
      {"samples", "samples", given(counts, ms.samples)},
      {"mkeys_per_s", "M keys/s", number_if(counts, mega_keys_per_second(row.n, ms.median)), 2},
      {"speed", "speed",
       number_if(counts && baseline && ms.median > 0 && is_comparable(result), baseline.value_or(0) / ms.median), 2},
      {"predicted_ms", "predicted ms", number_if(counts, row.predicted_ms), 4},
      {"measured_over_predicted", "", number_if(counts && row.predicted_ms > 0, ms.median / row.predicted_ms)},
      {"passes", "passes", given(counts, result.pass_count)},
      {"waits", "waits", counts ? result.waits : std::nullopt},
      {"verified", "verified", given(measured, counts)},
      {"result", "result",
       counts     ? verdict
       : measured ? "WRONG: " + result.fault
                  : "not measured: " + row.obstacle},
      {"parameters", "", measured ? parameters_text(*row.competitor.algorithm, result.parameters) : ""},
      {"values_from", "",
       row.measured       ? "tuned"
       : row.values_given ? "given"
                          : "default"},
      {"order", "", data::name(row.spec.order)},
      {"payload", "", data::payload_text(row.spec.payload, row.spec.shape())},
      {"seed", "", row.spec.seed},
      {"bytes", "", given(measured, result.bytes)},
      {"clock", "", given(measured, gpu::name(result.clock))},
      {"device", "", on_device ? device->platform : cpu_name()},
      {"renderer", "", given(on_device, on_device ? device->renderer : "")},
      {"driver", "", given(on_device, on_device ? device->version : "")},
      {"library", "", given(!library.empty(), library)},
      {"library_call", "", given(!call.empty(), call)},
      {"cccl", "", given(!version.empty(), version)},
      {"date", "", date},
      {"command", "", command}};
}

/// Returns one line per library function that the rows measure. An algorithm may call different functions for different
/// key types.
std::string library_lines(const std::vector<std::vector<BenchRow>>& groups) {
  std::set<std::string> lines;
  for (const auto& rows : groups) {
    for (const BenchRow& row : rows) {
      if (!row.measurement || row.measurement->library_call.empty()) continue;
      const auto& [library, call] = row.measurement->library_call;
      lines.insert(fmt::format("library   {} is {}, {}\n", row.competitor.algorithm->info().id, call, library));
    }
  }
  return fmt::format("{}", fmt::join(lines, ""));
}

/// Returns one line per row with tuned values: the values, and the evidence that they are faster.
std::string measured_lines(const std::vector<std::vector<BenchRow>>& groups) {
  std::string lines;
  for (const auto& rows : groups) {
    for (const BenchRow& row : rows) {
      if (!row.measured || !row.measurement) continue;
      lines += fmt::format("values    of {} for {} {} keys, tuned: {}; {}\n", app::text(row.competitor), row.n,
                           data::name(*row.spec.type),
                           parameters_text(*row.competitor.algorithm, row.measurement->parameters),
                           evidence_text(*row.measured));
    }
  }
  return lines;
}

std::string heading(const std::vector<std::vector<BenchRow>>& groups, const gpu::DeviceInfo* device,
                    const std::string& date, const std::string& command) {
  const BenchRow& first = groups.front().front();
  std::string text;
  if (device != nullptr) {
    text += fmt::format("device    {}, {}\ndriver    {}\n", device->renderer, device->platform, device->version);
  }
  text += fmt::format("processor {}\n", cpu_name());
  if (const std::string version = algorithms::cccl_version(); !version.empty()) {
    text += fmt::format("CCCL      {}\n", version);
  }
  text += library_lines(groups);
  text += measured_lines(groups);
  if (device != nullptr)
    text += fmt::format("clock     {}: {}; steady_clock for cpu algorithms, CUDA events for those on cuda\n",
                        gpu::name(device->clock), device->clock_reason);
  text += fmt::format("date      {}\nproblem   seed {}, order {}, payload {}\nspeed     against {}\nagain     {}\n\n",
                      date, first.spec.seed, data::name(first.spec.order),
                      data::payload_text(first.spec.payload, first.spec.shape()), app::text(first.competitor), command);
  return text;
}

}  // namespace

std::string BenchReport::text(const std::string& format, const gpu::DeviceInfo* device) const {
  const std::string date = utc_now();
  measure::ResultTable table;
  for (const auto& rows : groups_) {
    const auto words = verdicts(rows);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      table.add(fields(rows[i], words[i], baseline_time(rows), device, date, command_));
    }
  }
  if (format == "csv") return measure::csv(table);
  if (format == "json") return json_document("bench", "results", table);
  return data::outgoing_text(heading(groups_, device, date, command_)) + measure::text_table(table);
}

void BenchReport::require_good() const {
  bool measured = false;
  for (const auto& rows : groups_) {
    for (const BenchRow& row : rows) {
      if (!row.measurement) continue;
      measured = true;
      if (!row.measurement->verified) {
        throw Error(ExitCode::check_failed,
                    fmt::format("{} n={}: {}", app::text(row.competitor), row.n, row.measurement->fault));
      }
    }
  }
  if (measured) return;
  const BenchRow& first = groups_.front().front();
  throw Error(first.refused ? ExitCode::usage : ExitCode::unavailable, "nothing could be measured: " + first.obstacle);
}

}  // namespace texelsort::app
