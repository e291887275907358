#include "compute/measure/cost.h"

#include <algorithm>

#include <fmt/format.h>

#include "compute/data/text/number_format.h"
#include "compute/measure/result_table.h"

namespace texelsort::measure {
namespace {

/// Formats a ratio with at least three digits and without an exponent, such as "2.47" or "1 640".
std::string ratio_text(double ratio) {
  return ratio < 999.5 ? fmt::format("{:.3g}", ratio) : data::grouped(static_cast<std::uint64_t>(ratio + 0.5));
}

/// Returns all possible fields of a cost in fixed order. Fields without a value are empty, so that lines of draws and
/// dispatches align in columns.
std::vector<CostField> all_fields(const Cost& cost) {
  const algorithms::Counters& counts = cost.counters;
  std::vector<CostField> fields;
  const auto count = [&fields](std::uint64_t number, const char* one, const char* many) {
    if (number == 0) {
      fields.emplace_back();
    } else {
      fields.push_back({number == 1 ? one : many, data::grouped(number)});
    }
  };
  const bool draws = counts.draws > 0, dispatches = counts.dispatches > 0;
  count(counts.draws, "draw", "draws");
  count(counts.dispatches, "dispatch", "dispatches");
  count(counts.quads, "quad", "quads");
  count(counts.invocations, dispatches ? "invocation" : "fragment", dispatches ? "invocations" : "fragments");
  count(counts.comparators, "compare-and-swap", "compare-and-swaps");
  count(counts.elements_read, draws ? "texel fetched" : "element read", draws ? "texels fetched" : "elements read");
  count(counts.bytes, "byte moved", "bytes moved");
  count(counts.field_bytes, "byte of fields", "bytes of fields");
  const bool predicted = cost.has_prediction();
  fields.push_back(predicted ? CostField{"predicted", data::duration_text(cost.predicted_ms), true} : CostField{});
  fields.push_back(cost.measured_ms ? CostField{"measured", data::duration_text(*cost.measured_ms), true}
                                    : CostField{});
  const auto ratio = cost.ratio();
  fields.push_back(ratio ? CostField{"times the prediction", ratio_text(*ratio)} : CostField{});
  return fields;
}

/// Widths of a column's names and values in code points, which are the display widths of their characters.
struct Widths {
  std::size_t name = 0, value = 0;
};

std::string cell(const CostField& field, const Widths& widths) {
  const std::string name_room(widths.name - width_of(field.name), ' ');
  const std::string value_room(widths.value - width_of(field.value), ' ');
  if (field.is_time) return field.name + name_room + " " + value_room + field.value;
  return value_room + field.value + " " + field.name + name_room;
}

}  // namespace

double predicted_ms(std::uint64_t bytes, double bytes_per_second) {
  return static_cast<double>(bytes) / bytes_per_second * 1e3;
}

bool Cost::has_prediction() const {
  constexpr double launch_ms = 0.02;
  return predicted_ms >= launch_ms;
}

std::optional<double> Cost::ratio() const {
  if (!measured_ms || !has_prediction()) return std::nullopt;
  return *measured_ms / predicted_ms;
}

std::vector<CostField> cost_fields(const Cost& cost) {
  std::vector<CostField> fields = all_fields(cost);
  std::erase_if(fields, [](const CostField& field) { return field.value.empty(); });
  return fields;
}

std::vector<std::string> cost_lines(std::span<const Cost> costs) {
  std::vector<std::vector<CostField>> rows;
  for (const Cost& cost : costs) rows.push_back(all_fields(cost));
  std::vector<std::string> lines(rows.size());
  const std::size_t columns = rows.empty() ? 0 : rows.front().size();
  for (std::size_t column = 0; column < columns; ++column) {
    Widths widths;
    for (const auto& row : rows) {
      widths.name = std::max(widths.name, width_of(row[column].name));
      widths.value = std::max(widths.value, width_of(row[column].value));
    }
    if (widths.value == 0) continue;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      lines[i] += (lines[i].empty() ? "" : "   ") + cell(rows[i][column], widths);
    }
  }
  for (std::string& line : lines) line.erase(line.find_last_not_of(' ') + 1);
  return lines;
}

}  // namespace texelsort::measure
