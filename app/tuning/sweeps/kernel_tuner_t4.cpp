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

const char* invalidity_of(TrialStatus status) {
  switch (status) {
    case TrialStatus::refused:
      return "constraints";
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
  }
  return {{"timestamp", date},
          {"configuration", configuration_of(row)},
          {"objectives", {"time"}},
          {"times", times},
          {"invalidity", invalidity_of(row.status)},
          {"correctness", row.status == TrialStatus::measured ? 1 : 0},
          {"measurements", measurements}};
}

}  // namespace

std::string t4_json(const SweepResults& results) {
  ordered_json rows = ordered_json::array();
  for (const TrialResult& row : results.rows) rows.push_back(result_of(row, results.header.date));
  return data::json_text(ordered_json{{"schema_version", "1.0.0"}, {"results", rows}}, 1) + "\n";
}

}  // namespace texelsort::app
