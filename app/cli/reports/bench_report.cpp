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

/// Verdict on a row of a group, and the ratio to the fastest row on which it rests.
struct RowVerdict {
  std::string words;
  std::optional<measure::Ratio> ratio{};
};

/// Returns the verdict of each row of a group: "fastest", "tied", or an empty string for slower rows. Rows whose
/// kernels the CPU executed have a note instead. A row without competitors has an empty verdict. With too few rounds,
/// the verdict of all rows says so.
std::vector<RowVerdict> verdicts(const std::vector<BenchRow>& rows) {
  std::vector<RowVerdict> all(rows.size());
  std::vector<measure::Measurement> measured;
  std::vector<std::size_t> row_of;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!rows[i].measurement) continue;
    if (!is_comparable(*rows[i].measurement)) {
      all[i].words = "kernels executed by the CPU: this is not a GPU time";
    } else if (rows[i].measurement->verified) {
      measured.push_back(*rows[i].measurement);
      row_of.push_back(i);
    }
  }
  if (measured.size() < 2) return all;
  const auto winners = measure::fastest(measured);
  const auto best = std::ranges::min_element(measured, {}, [](const auto& one) { return one.total_ms.median; });
  for (std::size_t i = 0; i < measured.size(); ++i) {
    RowVerdict& one = all[row_of[i]];
    one.ratio = measure::paired_ratio(measured[i], *best);
    if (!one.ratio->has_interval()) {
      one.words =
          fmt::format("no verdict: {} of {} samples", measured[i].samples_ms.size(), measure::least_for_interval);
    } else if (std::ranges::find(winners, i) != winners.end()) {
      one.words = winners.size() == 1 ? "fastest" : "tied";
    }
  }
  return all;
}

/// Returns the time of the first row, which is the baseline. Returns nothing if this row has no valid time.
std::optional<double> baseline_time(const std::vector<BenchRow>& rows) {
  const auto& first = rows.front().measurement;
  if (!first || !first->verified || first->total_ms.median <= 0 || !is_comparable(*first)) return std::nullopt;
  return first->total_ms.median;
}

/// Returns the fields of a row. Only verified rows have times. Fields without a title appear only in CSV and JSON,
/// because the table states them once above its rows.
std::vector<measure::Field> fields(const BenchRow& row, const RowVerdict& verdict, std::optional<double> baseline,
                                   const gpu::DeviceInfo* device, const std::string& date, const std::string& command) {
  using measure::number_if;
  const auto given = [](bool holds, const auto& value) { return holds ? std::optional(value) : std::nullopt; };
  const bool measured = row.measurement.has_value(), counts = measured && row.measurement->verified;
  const measure::Measurement result = row.measurement.value_or(measure::Measurement{});
  const measure::Summary& ms = result.total_ms;
  const std::optional<measure::Ratio>& over = verdict.ratio;
  const auto& [library, call] = result.library_call;
  const std::string version = algorithms::cccl_version();
  const std::string definition = row.competitor.algorithm->content_hash();
  const bool on_device = row.competitor.algorithm->info().backend != algorithms::Backend::cpu && device != nullptr;
  return {
      {"", "algorithm", app::text(row.competitor)},
      {"algorithm", "", row.competitor.algorithm->info().id},
      {"n", "n", row.n},
      {"type", "type", data::name(*row.spec.type)},
      {"distribution", "distribution", row.spec.distribution},
      {"median_ms", "median ms", number_if(counts, ms.median)},
      {"low_ms", "low", counts ? ms.lower() : std::nullopt},
      {"high_ms", "high", counts ? ms.upper() : std::nullopt},
      {"noise", "noise %", number_if(counts, 100 * ms.noise), 1},
      {"samples", "samples", given(counts, ms.samples)},
      {"samples_ms", "", given(counts, result.samples_ms)},
      {"block_p5_ms", "", given(counts, result.blocks.p5_ms)},
      {"control_p5_ms", "", given(counts && !result.blocks.control_p5_ms.empty(), result.blocks.control_p5_ms)},
      {"mkeys_per_s", "M keys/s", number_if(counts, mega_keys_per_second(row.n, ms.median)), 2},
      {"speed", "speed",
       number_if(counts && baseline && ms.median > 0 && is_comparable(result), baseline.value_or(0) / ms.median), 2},
      {"over_fastest", "", number_if(over.has_value(), over.value_or(measure::Ratio{}).estimate)},
      {"over_fastest_low", "", number_if(over && over->has_interval(), over.value_or(measure::Ratio{}).low)},
      {"over_fastest_high", "", number_if(over && over->has_interval(), over.value_or(measure::Ratio{}).high)},
      {"predicted_ms", "predicted ms", number_if(counts, row.predicted_ms), 4},
      {"measured_over_predicted", "", number_if(counts && row.predicted_ms > 0, ms.median / row.predicted_ms)},
      {"passes", "passes", given(counts, result.pass_count)},
      {"waits", "waits", counts ? result.waits : std::nullopt},
      {"verified", "verified", given(measured, counts)},
      {"result", "result",
       counts     ? verdict.words
       : measured ? "WRONG: " + result.fault
                  : "not measured: " + row.obstacle},
      {"parameters", "", measured ? parameters_text(*row.competitor.algorithm, result.parameters) : ""},
      {"definition", "", given(!definition.empty(), definition)},
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

/// Returns "; also CLOCK, CLOCK" for the clocks of rows other than that of the OpenGL device, or an empty text.
std::string other_clocks(const std::vector<std::vector<BenchRow>>& groups, gpu::Clock of_device) {
  std::set<std::string_view> clocks;
  for (const auto& rows : groups) {
    for (const BenchRow& row : rows) {
      if (row.measurement && row.measurement->clock != of_device) clocks.insert(gpu::name(row.measurement->clock));
    }
  }
  return clocks.empty() ? "" : fmt::format("; also {}", fmt::join(clocks, "; also "));
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
    text += fmt::format("clock     {}: {}{}\n", gpu::name(device->clock), device->clock_reason,
                        other_clocks(groups, device->clock));
  text += fmt::format("date      {}\nproblem   seed {}, order {}, payload {}\nspeed     against {}\nagain     {}\n\n",
                      date, first.spec.seed, data::name(first.spec.order),
                      data::payload_text(first.spec.payload, first.spec.shape()), app::text(first.competitor), command);
  return text;
}

}  // namespace

ordered_json environment_json(const Environment& environment, std::optional<double> load) {
  ordered_json json;
  put(json, environment);
  json["shaders"] = or_null(environment.shaders);
  json["other_load"] = or_null(load);
  json["gpus"] = clocks_json(gpu_clocks());
  return json;
}

std::string BenchReport::text(const std::string& format, const gpu::DeviceInfo* device, const Environment& environment,
                              std::optional<double> load) const {
  const std::string date = utc_now();
  measure::ResultTable table;
  for (const auto& rows : groups_) {
    const auto words = verdicts(rows);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      table.add(fields(rows[i], words[i], baseline_time(rows), device, date, command_));
    }
  }
  if (format == "csv") return measure::csv(table);
  if (format == "json") {
    return json_document("bench",
                         {{"environment", environment_json(environment, load)}, {"results", rows_json(table)}});
  }
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
