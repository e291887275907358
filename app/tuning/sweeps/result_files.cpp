#include "app/tuning/sweeps/result_files.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include <fmt/format.h>

#include "app/problem/json_number.h"
#include "compute/data/error.h"
#include "compute/data/format/document.h"
#include "compute/data/io/files.h"

namespace texelsort::app {

namespace {

using nlohmann::ordered_json;

constexpr auto bench_schema = "texelsort/bench/1";

/// Returns the values of a text such as "digit=4 tile=1024".
std::map<std::string, std::string> values_of(const std::string& text) {
  std::map<std::string, std::string> values;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const std::size_t equals = word.find('=');
    if (equals != std::string::npos) values[word.substr(0, equals)] = word.substr(equals + 1);
  }
  return values;
}

SweepResults results_of_bench(const ordered_json& json) {
  SweepResults results;
  const auto& rows = json.at("results");
  if (json.contains("environment")) {
    static_cast<Environment&>(results.header) = environment_from(json.at("environment"));
  } else if (!rows.empty()) {
    results.header.processor = rows.front().at("device");
    results.header.renderer = rows.front().at("renderer").is_null() ? "" : rows.front().at("renderer");
  }
  for (const auto& row : rows) results.rows.push_back(bench_row(row));
  if (!rows.empty()) results.header.date = rows.front().at("date");
  return results;
}

SweepResults require_whole(SweepResults results, const std::string& path) {
  if (results.cut_off) {
    throw UsageError(fmt::format("{}:{}: the last line is incomplete: texelsort sweep --resume measures it again", path,
                                 results.lines + 1));
  }
  return results;
}

/// Reads a file once, because pipes cannot be read twice.
SweepResults read_one(const std::string& path) {
  const std::string text = data::read_lines(path);
  if (text.starts_with("\x7f"
                       "ELF") ||
      text.starts_with("#!"))
    throw UsageError(fmt::format("{} is a program, not a file of results: compare programs with --programs", path));
  if (text.find(bench_schema) == std::string::npos || text.find(bench_schema) > text.find('\n', 2))
    return require_whole(parse_sweep(text, path), path);
  try {
    return results_of_bench(data::parse_json<ordered_json>(text, path));
  } catch (const nlohmann::json::exception& error) {
    throw UsageError(fmt::format("{}: not the JSON of bench: {}", path, error.what()));
  }
}

void append(std::vector<double>& to, const std::vector<double>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

/// Adds the blocks of another process to the results of a run.
void add(SweepResults& run, const SweepResults& more) {
  for (const TrialResult& row : more.rows) {
    const auto same = std::ranges::find(run.rows, row.key(), &TrialResult::key);
    if (same == run.rows.end()) {
      run.rows.push_back(row);
    } else if (same->status == TrialStatus::measured && row.status == TrialStatus::measured) {
      append(same->samples_ms, row.samples_ms);
      append(same->blocks.p5_ms, row.blocks.p5_ms);
      append(same->blocks.control_p5_ms, row.blocks.control_p5_ms);
      same->ms = measure::summarise(same->samples_ms);
      if (same->clock != row.clock) same->clock = several_clocks;
    } else if (row.status == TrialStatus::failed) {
      *same = row;
    }
  }
}

}  // namespace

SweepResults read_whole_sweep(const std::string& path) {
  return require_whole(read_sweep(path), path);
}

TrialResult bench_row(const ordered_json& json) {
  TrialResult row;
  row.algorithm = json.at("algorithm");
  row.type = json.at("type");
  row.distribution = json.at("distribution");
  row.order = json.at("order");
  row.payload = json.at("payload");
  row.n = json_count(json, "n");
  row.parameters = values_of(json.at("parameters"));
  row.given = json.value("values_from", "") == "given" ? row.parameters : std::map<std::string, std::string>();
  const auto& verified = json.at("verified");
  if (verified.is_null() || !verified.get<bool>()) {
    row.status = verified.is_null() ? TrialStatus::refused : TrialStatus::failed;
    const std::string result = json.at("result");
    const std::size_t colon = result.find(": ");  // "not measured: REASON" or "WRONG: REASON"
    row.reason = colon == std::string::npos ? result : result.substr(colon + 2);
    return row;
  }
  row.bytes = json_count(json, "bytes");
  row.passes = json_count(json, "passes");
  row.clock = json.at("clock");
  row.library = json.at("library").is_null() ? "" : json.at("library");
  row.library_call = json.at("library_call").is_null() ? "" : json.at("library_call");
  // Versions before raw samples were stored have no samples, and so no blocks.
  if (json.contains("samples_ms")) row.samples_ms = json_times(json, "samples_ms");
  row.ms = measure::summarise(row.samples_ms);
  if (json.contains("block_p5_ms")) {
    row.blocks = {json_times(json, "block_p5_ms"), {}};
    if (!json.at("control_p5_ms").is_null()) row.blocks.control_p5_ms = json_times(json, "control_p5_ms");
  } else if (!row.samples_ms.empty()) {
    row.blocks = {{measure::fifth_percentile(row.samples_ms)}, {}};
  }
  return row;
}

SweepResults read_results(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_directory(path, ignored)) return read_one(path);
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(path, ignored)) {
    const std::string ending = entry.path().extension().string();
    if (ending == ".json" || ending == ".jsonl") files.push_back(entry.path().string());
  }
  std::ranges::sort(files);
  if (files.empty()) throw UsageError(path + ": this folder contains no .json or .jsonl file");
  SweepResults all = read_one(files.front());
  for (std::size_t i = 1; i < files.size(); ++i) {
    const SweepResults one = read_one(files[i]);
    if (const std::string text = difference(one.header, all.header); !text.empty()) {
      throw UsageError(fmt::format("{} and {} differ in the {}", files[i], files.front(), text));
    }
    add(all, one);
  }
  return all;
}

}  // namespace texelsort::app
