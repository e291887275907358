#include "app/external/report_file.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include <fmt/format.h>

#include "compute/data/error.h"
#include "compute/data/files.h"

namespace texelsort::app {

namespace {

using nlohmann::json;

constexpr std::string_view family = "texelsort/external-", report_schema = "texelsort/external-sort/1",
                           progress_schema = "texelsort/external-progress/1";

/// Null is what a number is not.
template <class Number>
Number number_or_none(const json& object, const char* key) {
  const json& value = object.at(key);
  return value.is_null() ? Number{} : value.get<Number>();
}

template <class Kind, std::size_t count>
Kind of_name(const std::string& word) {
  for (std::size_t i = 0; i < count; ++i) {
    if (name(static_cast<Kind>(i)) == word) return static_cast<Kind>(i);
  }
  throw UsageError(fmt::format("'{}' is no task or phase", word));
}

std::vector<external::TaskState> tasks_of(const json& array) {
  std::vector<external::TaskState> tasks;
  for (const json& task : array) {
    tasks.push_back({.task = of_name<external::TaskKind, external::task_count>(task.at("task")),
                     .bytes = task.at("bytes"),
                     .busy_s = task.at("busy_s"),
                     .threads = task.value("threads", std::uint64_t{1}),
                     .share = task.at("share"),
                     .waiting = task.at("waiting"),
                     .room = task.at("room")});
  }
  return tasks;
}

external::Plan plan_of(const json& object) {
  return {.fits = object.at("fits"),
          .usable = object.at("usable_bytes"),
          .needed = number_or_none<std::uint64_t>(object, "needed_bytes"),
          .largest_run = object.at("largest_run_bytes"),
          .input_bytes = number_or_none<std::uint64_t>(object, "input_bytes"),
          .salzberg_read = number_or_none<std::uint64_t>(object, "salzberg_read_bytes"),
          .salzberg = number_or_none<double>(object, "salzberg_bytes"),
          .run_bytes = object.at("run_bytes"),
          .runs = number_or_none<std::uint64_t>(object, "runs"),
          .read_bytes = object.at("read_bytes"),
          .fan_in = number_or_none<std::uint64_t>(object, "fan_in"),
          .merge_threads = number_or_none<unsigned>(object, "merge_threads"),
          .levels = object.at("levels"),
          .reasons = object.at("reasons")};
}

external::SortReport report_of(const json& object) {
  external::SortReport report;
  report.plan = plan_of(object.at("plan"));
  report.algorithm = object.at("algorithm");
  if (!object.contains("tasks")) return report;
  report.records = object.at("records");
  report.bytes = object.at("bytes");
  report.runs = object.at("runs");
  report.resumed_runs = object.at("resumed_runs");
  report.stored_bytes = object.at("stored_bytes");
  report.peak_bytes = object.at("peak_bytes");
  report.state = {.phase = external::SortPhase::done,
                  .seconds = object.at("seconds"),
                  .runs_s = object.at("runs_s"),
                  .merge_s = object.at("merge_s"),
                  .sync_s = object.at("sync_s"),
                  .input_bytes = report.bytes,
                  .runs = report.runs,
                  .tasks = tasks_of(object.at("tasks"))};
  return report;
}

external::SortReport progress_of(const json& object) {
  external::SortReport report;
  report.state = {.phase = of_name<external::SortPhase, 5>(object.at("phase")),
                  .seconds = object.at("seconds"),
                  .runs_s = object.at("runs_s"),
                  .merge_s = object.at("merge_s"),
                  .input_bytes = number_or_none<std::uint64_t>(object, "input_bytes"),
                  .runs = object.at("runs"),
                  .merged_bytes = object.at("merged_bytes"),
                  .merge_bytes = object.at("merge_bytes"),
                  .left_s = object.at("left_s").is_null() ? -1 : object.at("left_s").get<double>(),
                  .tasks = tasks_of(object.at("tasks"))};
  return report;
}

external::SortReport read_line(const std::string& line) {
  const json object = json::parse(line);
  const std::string schema = object.value("schema", "");
  if (schema == report_schema) return report_of(object);
  if (schema == progress_schema) return progress_of(object);
  throw UsageError(schema.empty() ? "no report of external-sort --json" : "schema " + schema + " is not read here");
}

}  // namespace

bool is_external_report(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string start(64, '\0');
  file.read(start.data(), static_cast<std::streamsize>(start.size()));
  return start.starts_with("{\"schema\":\"" + std::string(family));
}

external::SortReport read_external_report(const std::string& path) {
  const std::string text = data::read_file(path);
  const std::size_t end = text.rfind('\n');
  const std::string whole = text.substr(0, end == std::string::npos ? 0 : end);
  const std::size_t before = whole.rfind('\n');
  const std::string last = before == std::string::npos ? whole : whole.substr(before + 1);
  const auto line = 1 + std::count(whole.begin(), whole.end(), '\n');
  try {
    return read_line(last);
  } catch (const json::exception&) {
    throw UsageError(fmt::format("{}:{}: no report of external-sort --json", path, line));
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("{}:{}: {}", path, line, error.what()));
  }
}

}  // namespace texelsort::app
