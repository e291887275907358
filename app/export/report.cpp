#include "app/export/report.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "app/export/html_parts.h"
#include "app/export/plots/table.h"
#include "compute/data/text/number_format.h"
#include "compute/data/text/outgoing_text.h"

namespace texelsort::app {

namespace {

/// Greatest number of rows that a report lists per problem. Further rows are only counted.
constexpr std::size_t most_listed = 200;

std::string machine_table(const SweepResults& results) {
  const SweepHeader& header = results.header;
  HtmlTable table({{"property"}, {"value"}});
  const auto add = [&table](const char* what, const std::string& value) {
    if (!value.empty()) table.add({what, value});
  };
  add("device", header.device);
  add("renderer", header.renderer);
  add("driver", header.driver);
  add("processor", header.processor);
  add("CUDA core compute libraries", header.cccl);
  add("texelsort", header.version);
  add("start, UTC", header.date);
  add("seed", std::to_string(header.seed));
  add("configurations", fmt::format("{} of {}", data::grouped(results.rows.size()), data::grouped(header.trials)));
  std::set<std::string> clocks;
  for (const TrialResult& row : results.rows) {
    if (!row.clock.empty()) clocks.insert(row.clock);
  }
  for (const std::string& clock : clocks) add("clock", clock);
  return table.html() +
         fmt::format("<p>Run it again with:</p>\n<p><code>{}</code></p>\n", data::xml_text(header.command));
}

std::string ranked_tables(const SweepResults& results) {
  std::string html;
  for (const std::vector<RankedRow>& order : rankings(results.rows)) {
    if (order.empty()) continue;
    const TrialResult& best = results.rows[order.front().row];
    HtmlTable table({{"rank", true},
                     {"configuration"},
                     {"median ms", true},
                     {"low", true},
                     {"high", true},
                     {"samples", true},
                     {"M keys/s", true},
                     {"of the best", true},
                     {"low", true},
                     {"high", true},
                     {"result"}});
    for (std::size_t place = 0; place < std::min(order.size(), most_listed); ++place) {
      const RankedRow& one = order[place];
      const TrialResult& row = results.rows[one.row];
      const auto number = [](bool known, double value) { return known ? fmt::format("{:.4g}", value) : "-"; };
      const bool paired = one.ratio.has_interval() && place > 0;
      table.add({std::to_string(place + 1), configuration_text(row), number(true, row.ms.median),
                 number(row.ms.has_interval(), row.ms.low), number(row.ms.has_interval(), row.ms.high),
                 std::to_string(row.ms.samples), number(true, static_cast<double>(row.n) / row.ms.median / 1000),
                 number(true, paired ? one.ratio.estimate : row.ms.median / best.ms.median),
                 number(paired, one.ratio.low), number(paired, one.ratio.high), std::string(name(one.verdict))});
    }
    html += fmt::format("<h3>{}</h3>\n{}", data::xml_text(problem_text(best)), table.html());
    if (order.size() > most_listed) {
      html += fmt::format("<p>{} more configurations are slower.</p>\n", order.size() - most_listed);
    }
  }
  return html;
}

std::string reasons_table(const SweepResults& results, TrialStatus status, const char* reason) {
  HtmlTable table({{"configuration"}, {"problem"}, {reason}});
  bool any = false;
  for (const TrialResult& row : results.rows) {
    if (row.status != status) continue;
    table.add({configuration_text(row), problem_text(row), row.reason});
    any = true;
  }
  return any ? table.html() : std::string();
}

}  // namespace

std::string report_page(const SweepResults& results, const PlotStyle& light, const PlotStyle& dark) {
  const std::span<const TrialResult> rows = results.rows;
  const auto count = [&rows](TrialStatus status) { return std::ranges::count(rows, status, &TrialResult::status); };
  std::string html = html_head(fmt::format("Sweep of {}", data::counted(rows.size(), "configuration"))) +
                     fmt::format("<p>{} measured, {} refused, {} wrong.</p>\n", count(TrialStatus::measured),
                                 count(TrialStatus::refused), count(TrialStatus::failed));
  if (count(TrialStatus::measured) > 0) {
    const auto add = [&](const std::string& heading, const char* id, const auto& draw) {
      html += html_section(heading, html_plot(heading, id, draw, light, dark));
    };
    const auto all = dimensions(rows);
    if (std::ranges::any_of(all, &Dimension::given)) {
      add("Heat map", "heat", [&](const PlotStyle& style) { return heat_map(rows, {}, style); });
      add("Parallel coordinates", "parallel",
          [&](const PlotStyle& style) { return parallel_coordinates(rows, {}, style); });
      add("Influence of parameters", "matters",
          [&](const PlotStyle& style) { return sorted_parameters(rows, {}, style); });
    }
    if (std::ranges::find(all, "n", &Dimension::name) != all.end()) {
      add("Throughput", "throughput", [&](const PlotStyle& style) { return throughput(rows, {}, style); });
    }
    add("Samples of the fastest", "samples", [&](const PlotStyle& style) { return box_plots(rows, {}, style); });
    add("Predicted and measured", "predicted",
        [&](const PlotStyle& style) { return predicted_times(rows, {}, style); });
  }
  html += html_section("Ranking", ranked_tables(results));
  html += html_section("Wrong results, not ranked", reasons_table(results, TrialStatus::failed, "claim"));
  html += html_section("Refused", reasons_table(results, TrialStatus::refused, "reason"));
  html += html_section("Machine and command", machine_table(results));
  html +=
      "<section><h2>Statistics</h2><p>Every time is the median of samples, which were interleaved in random order with "
      "those of other configurations. Low and high are the bounds of its distribution-free 95 % interval from order "
      "statistics. The ratio to the best is paired by round, also with its interval. \"Tied\" means that this interval "
      "contains 1. A configuration ranks only if its output was verified.</p></section>\n";
  return html + html_end();
}

}  // namespace texelsort::app
