#include <nlohmann/json.hpp>

#include "app/tuning/sweeps/sweep_file.h"
#include "compute/data/text/number.h"
#include "compute/data/text/outgoing_text.h"

namespace texelsort::app {

namespace {

using nlohmann::ordered_json;

/// Returns a parameter value as JSON. Numbers become JSON numbers, so that tools can sort and plot them.
ordered_json value_of(const std::string& text) {
  if (const auto number = data::read_number<std::int64_t>(text)) return *number;
  if (text == "true" || text == "false") return text == "true";
  return text;
}

ordered_json configuration_of(const TrialResult& row) {
  ordered_json configuration{{"algorithm", row.algorithm},       {"n", row.n},         {"type", row.type},
                             {"distribution", row.distribution}, {"order", row.order}, {"payload", row.payload}};
  for (const auto& [name, value] : row.parameters) configuration[name] = value_of(value);
  return configuration;
}

const char* invalidity_of(const TrialResult& row) {
  switch (row.status) {
    case TrialStatus::refused:
      return row.timeout ? "timeout" : "constraints";
    case TrialStatus::failed:
      return "correctness";
    case TrialStatus::measured:
      break;
  }
  return "correct";
}

ordered_json result_of(const TrialResult& row, const std::string& date) {
  ordered_json times{{"runtimes", row.samples_ms}};
  ordered_json measurements = ordered_json::array();
  if (row.status == TrialStatus::measured) {
    measurements.push_back({{"name", "time"}, {"value", row.ms.median}, {"unit", "ms"}});
    measurements.push_back(
        {{"name", "throughput"}, {"value", static_cast<double>(row.n) / row.ms.median / 1000}, {"unit", "Mkeys/s"}});
    measurements.push_back({{"name", "samples"}, {"value", row.ms.samples}, {"unit", ""}});
    // The schema has no invalidity for a trial that was stopped after a few correct runs.
    if (row.stopped || row.partial) measurements.push_back({{"name", "stopped_early"}, {"value", 1}, {"unit", ""}});
    if (!row.ms.has_interval()) measurements.push_back({{"name", "no_interval"}, {"value", 1}, {"unit", ""}});
  }
  return {{"timestamp", row.date.empty() ? date : row.date},
          {"configuration", configuration_of(row)},
          {"objectives", {"time"}},
          {"times", times},
          {"invalidity", invalidity_of(row)},
          {"correctness", row.status == TrialStatus::measured ? 1 : 0},
          {"measurements", measurements}};
}

}  // namespace

std::string t4_json(const SweepResults& results) {
  ordered_json rows = ordered_json::array();
  for (const TrialResult& row : results.rows) {
    const bool is_early = row.header < results.earlier.size();
    rows.push_back(result_of(row, (is_early ? results.earlier[row.header] : results.header).date));
  }
  return data::json_text(ordered_json{{"schema_version", "1.0.0"}, {"results", rows}}, 1) + "\n";
}

std::string t4_metadata_json(const SweepResults& results) {
  const SweepHeader& header = results.header;
  ordered_json hardware{{"processor", header.processor}}, query = ordered_json::object();
  if (header.processors > 0) hardware["processors"] = header.processors;
  if (header.threads > 0) hardware["threads"] = header.threads;
  for (const auto& [name, value] :
       {std::pair("platform", header.device), {"renderer", header.renderer}, {"driver", header.driver}}) {
    if (!value.empty()) query[name] = value;
  }
  if (!header.renderer.empty()) hardware["renderer"] = header.renderer;
  ordered_json requirements{"texelsort==" + header.version};
  if (!header.cccl.empty()) requirements.push_back("cccl==" + header.cccl);
  const ordered_json metadata{{"hardware", {{"hardware_description", ordered_json::array({hardware})}}},
                              {"environment", {{"device_query", {{"opengl", query}}}, {"requirements", requirements}}}};
  return data::json_text(ordered_json{{"schema_version", "1.0.0"}, {"metadata", metadata}}, 1) + "\n";
}

}  // namespace texelsort::app
