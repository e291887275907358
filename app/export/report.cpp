#include "app/export/report.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "app/export/html_parts.h"
#include "app/export/plots/table.h"
#include "app/tuning/sweeps/result_sheet.h"
#include "compute/data/error.h"
#include "compute/data/text/number.h"
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
                     {"x best", true},
                     {"low", true},
                     {"high", true},
                     {"result"}});
    HtmlTable others({{"configuration"}, {"median ms", true}, {"samples", true}, {"reason"}});
    for (std::size_t place = 0; place < std::min(order.size(), most_listed); ++place) {
      const RankedRow& one = order[place];
      const TrialResult& row = results.rows[one.row];
      const auto number = [](bool known, double value) { return known ? fmt::format("{:.4g}", value) : "-"; };
      if (place > 0 && !one.is_compared()) {
        others.add({configuration_text(row), number(true, row.ms.median), std::to_string(row.ms.samples),
                    std::string(name(one.verdict))});
        continue;
      }
      const bool paired = one.ratio.has_interval() && place > 0;
      table.add({std::to_string(place + 1), configuration_text(row), number(true, row.ms.median),
                 number(row.ms.has_interval(), row.ms.low), number(row.ms.has_interval(), row.ms.high),
                 std::to_string(row.ms.samples), number(true, static_cast<double>(row.n) / row.ms.median / 1000),
                 number(true, paired ? one.ratio.estimate : row.ms.median / best.ms.median),
                 number(paired, one.ratio.low), number(paired, one.ratio.high), std::string(name(one.verdict))});
    }
    html += fmt::format("<h3>{}</h3>\n{}", data::xml_text(problem_text(best)), table.html());
    const auto unranked = static_cast<std::size_t>(
        std::count_if(order.begin() + 1, order.end(), [](const RankedRow& one) { return !one.is_compared(); }));
    if (unranked > 0) {
      html += fmt::format(
          "<p>Not ranked: {} from other rounds or with fewer samples. Their times do not compare with "
          "those above.</p>\n{}",
          unranked, order.size() - unranked < most_listed ? others.html() : "");
    }
    if (order.size() > most_listed) {
      html += fmt::format("<p>{} more configurations are not listed.</p>\n", order.size() - most_listed);
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

/// Returns the pivot tables of one pivot, one per problem. Dimensions of the pivot do not separate problems.
std::string pivot_tables(const SweepResults& results, const Pivot& pivot) {
  const std::vector<TrialResult>& rows = results.rows;
  const Dimension down = find_dimension(rows, pivot.rows), across = find_dimension(rows, pivot.columns);
  if (down.name == across.name) throw UsageError("the two dimensions of a pivot table must be different");
  const auto standing = standings(rows, rows_where(rows, {}));
  using Place = std::pair<std::string, std::string>;
  std::map<std::string, std::map<Place, std::size_t>> problems;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].status != TrialStatus::measured) continue;
    std::string problem;
    for (const Dimension& dimension : dimensions(rows)) {
      constexpr std::array separating{"n", "type", "distribution", "order", "payload", "task"};
      const bool separates = std::ranges::find(separating, dimension.name) != separating.end();
      if (!separates || dimension.name == down.name || dimension.name == across.name) continue;
      problem +=
          fmt::format("{}{} = {}", problem.empty() ? "" : ", ", dimension.name, value_of(rows[i], dimension.name));
    }
    const Place place{value_of(rows[i], down.name), value_of(rows[i], across.name)};
    const auto [best, is_new] = problems[problem].emplace(place, i);
    if (!is_new && rows[i].ms.median < rows[best->second].ms.median) best->second = i;
  }
  std::string html;
  for (const auto& [problem, cells] : problems) {
    std::vector<HtmlColumn> columns{{down.name + " \\ " + across.name}};
    for (const std::string& value : across.values) columns.push_back({value, true});
    HtmlTable table(columns);
    for (const std::string& value : down.values) {
      std::vector<std::string> line{value};
      for (const std::string& other : across.values) {
        const auto found = cells.find({value, other});
        if (found == cells.end()) {
          line.emplace_back("-");
          continue;
        }
        const TrialResult& row = rows[found->second];
        std::string text = pivot.value ? sheet_value(*pivot.value, row, rows) : fmt::format("{:.4g}", row.ms.median);
        if (const auto number = data::read_number<double>(text)) text = fmt::format("{:.4g}", *number);
        const RankVerdict verdict = standing[found->second].verdict;
        const bool leads = verdict == RankVerdict::fastest || verdict == RankVerdict::tied;
        line.push_back(leads ? fmt::format("{} ({})", text, name(verdict)) : text);
      }
      table.add(line);
    }
    html +=
        fmt::format("<h3>{} by {} and {}{}</h3>\n{}", data::xml_text(pivot.value ? pivot.value->text() : "median ms"),
                    data::xml_text(down.name), data::xml_text(across.name),
                    data::xml_text(problem.empty() ? "" : ", " + problem), table.html());
  }
  return html;
}

std::string all_pivot_tables(const SweepResults& results, std::vector<Pivot> pivots) {
  if (pivots.empty()) {
    const auto kept = rows_where(results.rows, {});
    const auto weighted = by_importance(results.rows, kept, standings(results.rows, kept));
    if (weighted.size() < 2) return {};
    pivots.push_back({weighted[1].dimension.name, weighted[0].dimension.name});
  }
  std::string html;
  for (const Pivot& pivot : pivots) html += pivot_tables(results, pivot);
  if (html.empty()) return {};
  return "<p>Each cell shows the fastest configuration with the two values.</p>\n" + html;
}

}  // namespace

std::string report_page(const SweepResults& results, const PlotStyle& light, const PlotStyle& dark,
                        std::vector<Pivot> pivots) {
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
  html += html_section("Pivot tables", all_pivot_tables(results, std::move(pivots)));
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
