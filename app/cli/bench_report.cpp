#include "app/cli/bench_report.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/cli/host.h"
#include "app/cli/json_document.h"
#include "app/cli/timing_report.h"
#include "compute/algorithms/reference/cuda/cccl_versions.h"
#include "compute/data/error.h"
#include "compute/data/records.h"
#include "compute/measure/result_table.h"

namespace texelsort::app {

namespace {

using measure::Cell;

/// Columns without a title are for machines only; the table says them once above its rows.
std::vector<measure::Column> columns() {
  return {{"algorithm", "algorithm"},
          {"n", "n"},
          {"type", "type"},
          {"distribution", "distribution"},
          {"median_ms", "median ms"},
          {"low_ms", "low"},
          {"high_ms", "high"},
          {"samples", "samples"},
          {"mkeys_per_s", "M keys/s", 2},
          {"speed", "speed", 2},
          {"predicted_ms", "predicted ms", 4},
          {"measured_over_predicted", ""},
          {"passes", "passes"},
          {"waits", "waits"},
          {"verified", "verified"},
          {"result", "result"},
          {"parameters", ""},
          {"order", ""},
          {"payload", ""},
          {"seed", ""},
          {"bytes", ""},
          {"clock", ""},
          {"device", ""},
          {"renderer", ""},
          {"driver", ""},
          {"library", ""},
          {"library_call", ""},
          {"cccl", ""},
          {"date", ""},
          {"command", ""}};
}

std::string parameters_text(const algorithms::Algorithm& algorithm, const algorithms::Parameters& parameters) {
  std::string text;
  for (const auto& [name, value] : used_values(algorithm, parameters))
    text += (text.empty() ? "" : " ") + name + "=" + value;
  return text;
}

/// "fastest" or "tied" for each row of a group that is; empty for the rest and without a competitor.
std::vector<std::string> verdicts(const std::vector<BenchRow>& rows) {
  std::vector<std::string> words(rows.size());
  std::vector<measure::Measurement> measured;
  std::vector<std::size_t> row_of;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!rows[i].measurement) continue;
    measured.push_back(*rows[i].measurement);
    row_of.push_back(i);
  }
  if (measured.size() < 2) return words;
  const auto winners = measure::fastest(measured);
  for (const std::size_t winner : winners) words[row_of[winner]] = winners.size() == 1 ? "fastest" : "tied";
  return words;
}

/// The first row's time if it counts.
std::optional<double> baseline_time(const std::vector<BenchRow>& rows) {
  const auto& first = rows.front().measurement;
  if (!first || !first->verified || first->total_ms.median <= 0) return std::nullopt;
  return first->total_ms.median;
}

Cell cell_unless_empty(const std::string& text) {
  return text.empty() ? Cell() : Cell(text);
}

std::vector<Cell> cells(const BenchRow& row, const std::string& verdict, std::optional<double> baseline,
                        const gpu::DeviceInfo* device, const std::string& date, const std::string& command) {
  std::vector<Cell> cells{row.algorithm->info().id, row.n, std::string(data::name(*row.spec.type)),
                          row.spec.distribution};
  const bool on_device = row.algorithm->info().backend != algorithms::Backend::cpu && device != nullptr;
  if (row.measurement && row.measurement->verified) {
    const measure::Summary& ms = row.measurement->total_ms;
    for (const double value : {ms.median, ms.low, ms.high}) cells.push_back(value);
    cells.push_back(ms.samples);
    cells.push_back(mega_keys_per_second(row.n, ms.median));
    cells.push_back(baseline && ms.median > 0 ? Cell(*baseline / ms.median) : Cell());
    cells.push_back(row.predicted_ms);
    cells.push_back(row.predicted_ms > 0 ? Cell(ms.median / row.predicted_ms) : Cell());
    cells.push_back(row.measurement->pass_count);
    cells.push_back(row.measurement->waits ? Cell(*row.measurement->waits) : Cell());
    cells.push_back(true);
    cells.push_back(verdict);
  } else {
    cells.resize(cells.size() + 10);
    cells.push_back(row.measurement ? Cell(false) : Cell());
    cells.push_back(row.measurement ? "WRONG: " + row.measurement->fault : "not measured: " + row.obstacle);
  }
  cells.push_back(row.measurement ? parameters_text(*row.algorithm, row.measurement->parameters) : std::string());
  cells.push_back(std::string(data::name(row.spec.order)));
  cells.push_back(data::payload_text(row.spec.payload, row.spec.shape()));
  cells.push_back(row.spec.seed);
  cells.push_back(row.measurement ? Cell(row.measurement->bytes) : Cell());
  cells.push_back(row.measurement ? Cell(std::string(gpu::name(row.measurement->clock))) : Cell());
  cells.push_back(on_device ? device->platform : cpu_name());
  cells.push_back(on_device ? Cell(device->renderer) : Cell());
  cells.push_back(on_device ? Cell(device->version) : Cell());
  cells.push_back(cell_unless_empty(row.measurement ? row.measurement->library_call.library : ""));
  cells.push_back(cell_unless_empty(row.measurement ? row.measurement->library_call.call : ""));
  cells.push_back(cell_unless_empty(algorithms::cccl_version()));
  cells.push_back(date);
  cells.push_back(command);
  return cells;
}

/// What rows call of libraries, each way once: the same algorithm may call otherwise for other keys.
std::string library_lines(const std::vector<std::vector<BenchRow>>& groups) {
  std::set<std::string> lines;
  for (const auto& rows : groups) {
    for (const BenchRow& row : rows) {
      if (!row.measurement || row.measurement->library_call.empty()) continue;
      const auto& [library, call] = row.measurement->library_call;
      lines.insert(fmt::format("library   {} is {}, {}\n", row.algorithm->info().id, call, library));
    }
  }
  return fmt::format("{}", fmt::join(lines, ""));
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
  if (device != nullptr)
    text += fmt::format("clock     {}: {}; steady_clock for cpu algorithms, CUDA events for those on cuda\n",
                        gpu::name(device->clock), device->clock_reason);
  text += fmt::format("date      {}\nproblem   seed {}, order {}, payload {}\nspeed     against {}\nagain     {}\n\n",
                      date, first.spec.seed, data::name(first.spec.order),
                      data::payload_text(first.spec.payload, first.spec.shape()), first.algorithm->info().id, command);
  return text;
}

}  // namespace

std::string BenchReport::text(const std::string& format, const gpu::DeviceInfo* device) const {
  const std::string date = utc_now();
  measure::ResultTable table{columns(), {}};
  for (const auto& rows : groups_) {
    const auto words = verdicts(rows);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      table.rows.push_back(cells(rows[i], words[i], baseline_time(rows), device, date, command_));
    }
  }
  if (format == "csv") return measure::csv(table);
  if (format == "json") return json_document("bench", "results", table);
  return heading(groups_, device, date, command_) + measure::text_table(table);
}

void BenchReport::require_good() const {
  bool measured = false;
  for (const auto& rows : groups_) {
    for (const BenchRow& row : rows) {
      if (!row.measurement) continue;
      measured = true;
      if (!row.measurement->verified) {
        throw Error(ExitCode::check_failed,
                    fmt::format("{} n={}: {}", row.algorithm->info().id, row.n, row.measurement->fault));
      }
    }
  }
  if (measured) return;
  const BenchRow& first = groups_.front().front();
  throw Error(first.refused ? ExitCode::usage : ExitCode::unavailable, "nothing could be measured: " + first.obstacle);
}

}  // namespace texelsort::app
