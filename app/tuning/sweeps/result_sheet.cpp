#include "app/tuning/sweeps/result_sheet.h"

#include <algorithm>
#include <optional>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/tuning/sweeps/sweep.h"
#include "compute/data/error.h"
#include "compute/data/text/nearest.h"
#include "compute/data/text/number.h"

namespace texelsort::app {

namespace {

using measure::Cell, measure::Field, measure::number_if;

std::vector<Field> problem_fields(const TrialResult& row) {
  return {{"algorithm", "", row.algorithm},
          {"n", "", row.n},
          {"type", "", row.type},
          {"distribution", "", row.distribution},
          {"order", "", row.order},
          {"payload", "", row.payload},
          {"task", "", row.task}};
}

/// Returns a text as a cell. Texts of numbers become numbers.
Cell cell_of_text(const std::string& text) {
  if (const auto count = data::read_number<std::uint64_t>(text)) return *count;
  if (const auto number = data::read_number<double>(text)) return *number;
  return text.empty() ? Cell() : Cell(text);
}

/// Returns a clock of each GPU, separated by spaces. The clock of a single GPU is a number.
Cell clocks_of(const std::vector<GpuClocks>& gpus, unsigned GpuClocks::*clock) {
  std::vector<unsigned> clocks;
  for (const GpuClocks& gpu : gpus) clocks.push_back(gpu.*clock);
  return cell_of_text(fmt::format("{}", fmt::join(clocks, " ")));
}

/// Returns the reasons for lower clocks, each once.
Cell throttling_of(const std::vector<GpuClocks>& gpus) {
  std::set<std::string> reasons;
  for (const GpuClocks& gpu : gpus) reasons.insert(gpu.throttled.begin(), gpu.throttled.end());
  return cell_of_text(fmt::format("{}", fmt::join(reasons, "; ")));
}

/// Returns the measured columns of a result. `verdict` is the verdict of its file's ranking. `has_clocks` adds columns
/// for the clocks of GPUs.
std::vector<Field> measured_fields(const TrialResult* row, std::string_view verdict, const std::string& suffix,
                                   bool has_clocks) {
  static const TrialResult none;
  const TrialResult& of = row == nullptr ? none : *row;
  const bool measured = row != nullptr && of.status == TrialStatus::measured;
  const bool has_interval = measured && of.ms.has_interval();
  const auto count = [measured](std::uint64_t number) { return measured ? Cell(number) : Cell(); };
  const auto text = [row](std::string_view word) { return row == nullptr ? Cell() : Cell(std::string(word)); };
  std::vector<std::pair<std::string, Cell>> cells{
      {"status", text(name(of.status))},
      {"reason", text(of.reason)},
      {"verdict", measured ? Cell(std::string(verdict)) : Cell()},
      {"group", count(of.group)},
      {"samples", count(of.ms.samples)},
      {"median_ms", number_if(measured, of.ms.median)},
      {"low_ms", number_if(has_interval, of.ms.low)},
      {"high_ms", number_if(has_interval, of.ms.high)},
      {"noise_percent", number_if(measured, 100 * of.ms.noise)},
      {"mkeys_per_s", number_if(measured, static_cast<double>(of.n) / of.ms.median / 1000)},
      {"bytes", count(of.bytes)},
      {"passes", count(of.passes)},
      {"date", text(of.date)}};
  if (has_clocks) {
    cells.emplace_back("sm_mhz", clocks_of(of.gpus, &GpuClocks::sm_mhz));
    cells.emplace_back("memory_mhz", clocks_of(of.gpus, &GpuClocks::memory_mhz));
    cells.emplace_back("throttled", throttling_of(of.gpus));
  }
  std::vector<Field> fields;
  for (auto& [key, cell] : cells) {
    fields.emplace_back(key + suffix, "", 0.0);
    fields.back().cell = std::move(cell);
  }
  return fields;
}

std::string text_of(const Cell& cell) {
  if (const auto* text = std::get_if<std::string>(&cell)) return *text;
  if (const auto* number = std::get_if<double>(&cell)) return fmt::format("{}", *number);
  if (const auto* count = std::get_if<std::uint64_t>(&cell)) return std::to_string(*count);
  return {};
}

std::map<std::string, std::string> values_of(const std::vector<Field>& fields) {
  std::map<std::string, std::string> values;
  for (const Field& field : fields) {
    if (std::string text = text_of(field.cell); !text.empty()) values[field.column.key] = std::move(text);
  }
  return values;
}

void require_columns(const Expression& expression, const std::set<std::string>& columns) {
  for (const std::string& name : expression.names()) {
    if (columns.contains(name)) continue;
    throw UsageError(fmt::format("{}: there is no column '{}'{}", expression.place(), name,
                                 data::did_you_mean(name, {columns.begin(), columns.end()})));
  }
}

/// Returns the value of an expression, or nothing if a column is empty.
std::optional<std::string> value_if_any(const Expression& expression,
                                        const std::map<std::string, std::string>& values) {
  const auto has = [&](const std::string& name) { return values.contains(name); };
  if (!std::ranges::all_of(expression.names(), has)) return std::nullopt;
  return expression.value(values);
}

/// A line of a sheet: the result of each file, or null for files that lack it.
using Line = std::vector<const TrialResult*>;

std::vector<Line> lines_of(std::span<const NamedResults> files, bool joined) {
  std::vector<Line> lines;
  std::map<std::string, std::size_t> places;
  for (std::size_t file = 0; file < files.size(); ++file) {
    for (const TrialResult& row : files[file].rows) {
      const auto [place, is_new] =
          places.emplace(joined ? row.key() : fmt::format("{} {}", file, row.key()), lines.size());
      if (is_new) lines.emplace_back(files.size(), nullptr);
      lines[place->second][file] = &row;
    }
  }
  return lines;
}

}  // namespace

measure::ResultTable result_sheet(std::span<const NamedResults> files, const SheetOptions& options) {
  std::set<std::string> parameters;
  bool has_clocks = false;
  std::map<const TrialResult*, std::string_view> verdicts;
  for (const NamedResults& file : files) {
    for (const TrialResult& row : file.rows) {
      for (const auto& [name, value] : row.parameters) parameters.insert(name);
      has_clocks = has_clocks || !row.gpus.empty();
    }
    for (const auto& order : rankings(file.rows)) {
      for (const RankedRow& one : order) verdicts[&file.rows[one.row]] = name(one.verdict);
    }
  }
  measure::ResultTable table;
  std::set<std::string> columns;
  for (const Line& line : lines_of(files, options.joined)) {
    const TrialResult& row = **std::ranges::find_if(line, [](const TrialResult* one) { return one != nullptr; });
    std::vector<Field> fields;
    if (files.size() > 1 && !options.joined) {
      const auto file = std::ranges::find_if(line, [](const TrialResult* one) { return one != nullptr; });
      fields.emplace_back("file", "", files[static_cast<std::size_t>(file - line.begin())].name);
    }
    for (Field& field : problem_fields(row)) fields.push_back(std::move(field));
    for (const std::string& name : parameters) {
      const auto value = row.parameters.find(name);
      fields.emplace_back(name, "", 0.0);
      fields.back().cell = value == row.parameters.end() ? Cell() : cell_of_text(value->second);
    }
    for (std::size_t file = 0; file < files.size(); ++file) {
      if (!options.joined && line[file] == nullptr) continue;
      const std::string suffix = options.joined ? fmt::format("_{}", file + 1) : "";
      for (Field& field : measured_fields(line[file], verdicts[line[file]], suffix, has_clocks)) {
        fields.push_back(std::move(field));
      }
    }
    if (columns.empty()) {
      for (const Field& field : fields) columns.insert(field.column.key);
      for (const DerivedColumn& column : options.columns) {
        require_columns(column.value, columns);
        columns.insert(column.name);
      }
      for (const Expression& restriction : options.restrictions) require_columns(restriction, columns);
    }
    for (const DerivedColumn& column : options.columns) {
      fields.emplace_back(column.name, "", 0.0);
      fields.back().cell = cell_of_text(value_if_any(column.value, values_of(fields)).value_or(""));
    }
    const auto values = values_of(fields);
    const auto meets = [&](const Expression& one) { return value_if_any(one, values) && one.holds(values); };
    if (std::ranges::all_of(options.restrictions, meets)) table.add(fields);
  }
  return table;
}

std::map<std::string, std::string> sheet_values(const TrialResult& row) {
  auto values = values_of(problem_fields(row));
  values.insert(row.parameters.begin(), row.parameters.end());
  values.merge(values_of(measured_fields(&row, "", "", !row.gpus.empty())));
  return values;
}

std::string sheet_value(const Expression& expression, const TrialResult& row, std::span<const TrialResult> rows) {
  std::set<std::string> columns;
  for (const TrialResult& one : rows) {
    for (const auto& [name, value] : sheet_values(one)) columns.insert(name);
  }
  require_columns(expression, columns);
  return value_if_any(expression, sheet_values(row)).value_or("");
}

}  // namespace texelsort::app
