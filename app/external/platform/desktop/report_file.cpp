#include "app/external/report_file.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <system_error>

#include <fmt/format.h>

#include "app/problem/json_number.h"
#include "compute/data/error.h"
#include "compute/data/format/document.h"

namespace texelsort::app {

namespace {

using nlohmann::json;

constexpr std::string_view family = "texelsort/external-", report_schema = "texelsort/external-sort/1",
                           progress_schema = "texelsort/external-progress/1";

/// Returns a count from a JSON object. Returns 0 for JSON null, with which a report marks an unknown number.
std::uint64_t count_or_none(const json& object, const char* key, std::uint64_t most = most_json_count) {
  return object.at(key).is_null() ? 0 : json_count(object, key, most);
}

template <class Kind, std::size_t count>
Kind of_name(const std::string& word) {
  for (std::size_t i = 0; i < count; ++i) {
    if (name(static_cast<Kind>(i)) == word) return static_cast<Kind>(i);
  }
  throw UsageError(fmt::format("unknown task or phase '{}'", word));
}

std::vector<external::TaskState> tasks_of(const json& array) {
  if (!array.is_array() || array.size() > external::task_count) {
    throw UsageError(fmt::format("tasks: expected an array of at most {} tasks", external::task_count));
  }
  std::vector<external::TaskState> tasks;
  for (const json& task : array) {
    tasks.push_back({.task = of_name<external::TaskKind, external::task_count>(task.at("task")),
                     .bytes = json_count(task, "bytes"),
                     .busy_s = json_amount(task, "busy_s"),
                     .threads = task.contains("threads") ? json_count(task, "threads") : 1,
                     .share = json_amount(task, "share", 1),
                     .waiting = json_count(task, "waiting"),
                     .room = json_count(task, "room")});
  }
  return tasks;
}

external::Plan plan_of(const json& object) {
  constexpr unsigned most = std::numeric_limits<unsigned>::max();
  return {.fits = object.at("fits"),
          .usable = json_count(object, "usable_bytes"),
          .needed = count_or_none(object, "needed_bytes"),
          .largest_run = json_count(object, "largest_run_bytes"),
          .input_bytes = count_or_none(object, "input_bytes"),
          .salzberg_read = count_or_none(object, "salzberg_read_bytes"),
          .salzberg = object.at("salzberg_bytes").is_null()
                          ? 0
                          : json_amount(object, "salzberg_bytes", static_cast<double>(most_json_count)),
          .run_bytes = json_count(object, "run_bytes"),
          .runs = count_or_none(object, "runs"),
          .read_bytes = json_count(object, "read_bytes"),
          .fan_in = count_or_none(object, "fan_in"),
          .merge_threads = static_cast<unsigned>(count_or_none(object, "merge_threads", most)),
          .levels = static_cast<unsigned>(json_count(object, "levels", most)),
          .reasons = object.at("reasons")};
}

external::SortReport report_of(const json& object) {
  external::SortReport report;
  report.plan = plan_of(object.at("plan"));
  report.algorithm = object.at("algorithm");
  if (!object.contains("tasks")) return report;
  report.records = json_count(object, "records");
  report.bytes = json_count(object, "bytes");
  report.runs = json_count(object, "runs");
  report.resumed_runs = json_count(object, "resumed_runs");
  report.stored_bytes = json_count(object, "stored_bytes");
  report.peak_bytes = json_count(object, "peak_bytes");
  report.state = {.phase = external::SortPhase::done,
                  .seconds = json_amount(object, "seconds"),
                  .runs_s = json_amount(object, "runs_s"),
                  .merge_s = json_amount(object, "merge_s"),
                  .sync_s = json_amount(object, "sync_s"),
                  .input_bytes = report.bytes,
                  .runs = report.runs,
                  .tasks = tasks_of(object.at("tasks"))};
  if (const auto copies = object.find("copies"); copies != object.end() && !copies->is_null())
    report.copies = {json_amount(*copies, "to_runs_s"), json_amount(*copies, "to_output_s")};
  return report;
}

external::SortReport progress_of(const json& object) {
  external::SortReport report;
  report.state = {.phase = of_name<external::SortPhase, 5>(object.at("phase")),
                  .seconds = json_amount(object, "seconds"),
                  .runs_s = json_amount(object, "runs_s"),
                  .merge_s = json_amount(object, "merge_s"),
                  .input_bytes = count_or_none(object, "input_bytes"),
                  .runs = json_count(object, "runs"),
                  .merged_bytes = json_count(object, "merged_bytes"),
                  .merge_bytes = json_count(object, "merge_bytes"),
                  .left_s = object.at("left_s").is_null() ? -1 : json_amount(object, "left_s"),
                  .tasks = tasks_of(object.at("tasks"))};
  return report;
}

external::SortReport read_line(std::string_view line) {
  const auto object = data::parse_json<json>(line, "this line");
  const std::string schema = object.value("schema", "");
  if (schema == report_schema) return report_of(object);
  if (schema == progress_schema) return progress_of(object);
  throw UsageError(schema.empty() ? "not a report of external-sort --json" : "unknown schema " + schema);
}

}  // namespace

// Reject pipes without reading them. Bytes that this function reads would be missing for the next reader of the pipe.
bool is_external_report(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return false;
  std::ifstream file(path, std::ios::binary);
  std::string start(64, '\0');
  file.read(start.data(), static_cast<std::streamsize>(start.size()));
  return start.starts_with("{\"schema\":\"" + std::string(family));
}

external::SortReport read_external_report(const std::string& path) {
  return external_report(data::read_lines(path), path);
}

external::SortReport external_report(std::string_view text, const std::string& origin) {
  const std::size_t end = text.rfind('\n');
  const std::string_view whole = text.substr(0, end == std::string_view::npos ? 0 : end);
  const std::string_view last = whole.substr(whole.rfind('\n') + 1);
  const auto line = 1 + std::count(whole.begin(), whole.end(), '\n');
  try {
    return read_line(last);
  } catch (const json::exception&) {
    throw UsageError(fmt::format("{}:{}: not a report of external-sort --json", origin, line));
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("{}:{}: {}", origin, line, error.what()));
  }
}

}  // namespace texelsort::app
