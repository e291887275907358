#include "app/export/report.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "app/export/xml_text.h"
#include "app/plots/table.h"
#include "compute/data/readable.h"

namespace texelsort::app {

namespace {

/// More rows of one problem are counted, not listed.
constexpr std::size_t most_listed = 200;

constexpr auto report_style = R"(
:root{color-scheme:light dark;--back:#EDEFF2;--panel:#FFFFFF;--text:#1A1F26;--dim:#555F6D;--line:#D9DEE5}
.dark{display:none}
@media(prefers-color-scheme:dark){:root{--back:#111418;--panel:#1A1E24;--text:#E9ECF0;--dim:#A3ACB8;--line:#2E353F}
.light{display:none}.dark{display:block}}
@media print{.dark{display:none}.light{display:block}}
body{margin:0 auto;max-width:1060px;padding:16px;background:var(--back);color:var(--text);font:16px/1.5 system-ui,sans-serif}
section{background:var(--panel);border-radius:10px;padding:12px 20px;margin:14px 0;overflow-x:auto}
h1{font-size:1.5rem}h2{font-size:1.15rem}p{color:var(--dim)}svg{max-width:100%;height:auto}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}th{color:var(--dim);font-weight:600}
th,td{text-align:left;padding:3px 14px 3px 0;border-bottom:1px solid var(--line);vertical-align:top}
td.number,th.number{text-align:right}code{overflow-wrap:anywhere;user-select:all}
)";

struct Column {
  const char* name;
  bool number = false;
};

class HtmlTable {
 public:
  explicit HtmlTable(std::vector<Column> columns) : columns_(std::move(columns)) {
    html_ = "<table><thead><tr>";
    for (const Column& column : columns_) html_ += cell("th", column, column.name);
    html_ += "</tr></thead><tbody>\n";
  }
  void add(const std::vector<std::string>& cells) {
    html_ += "<tr>";
    for (std::size_t i = 0; i < cells.size(); ++i) html_ += cell("td", columns_[i], cells[i]);
    html_ += "</tr>\n";
  }
  std::string html() const { return html_ + "</tbody></table>\n"; }

 private:
  static std::string cell(const char* tag, const Column& column, const std::string& text) {
    return fmt::format("<{0}{1}>{2}</{0}>", tag, column.number ? " class=\"number\"" : "", escaped(text));
  }
  std::vector<Column> columns_;
  std::string html_;
};

std::string section_of(const std::string& heading, const std::string& what) {
  return what.empty() ? what : fmt::format("<section><h2>{}</h2>\n{}</section>\n", escaped(heading), what);
}

std::string machine_table(const SweepResults& results) {
  const SweepHeader& header = results.header;
  HtmlTable table({{"what"}, {"value"}});
  const auto add = [&table](const char* what, const std::string& value) {
    if (!value.empty()) table.add({what, value});
  };
  add("device", header.device);
  add("renderer", header.renderer);
  add("driver", header.driver);
  add("processor", header.processor);
  add("CUDA core compute libraries", header.cccl);
  add("texelsort", header.version);
  add("begun, UTC", header.date);
  add("seed", std::to_string(header.seed));
  add("configurations", fmt::format("{} of {}", results.rows.size(), header.trials));
  std::set<std::string> clocks;
  for (const TrialResult& row : results.rows) {
    if (!row.clock.empty()) clocks.insert(row.clock);
  }
  for (const std::string& clock : clocks) add("clock", clock);
  return table.html() + fmt::format("<p>To repeat it:</p>\n<p><code>{}</code></p>\n", escaped(header.command));
}

std::string ranked_tables(const SweepResults& results) {
  const auto kept = rows_where(results.rows, {});
  const auto standing = standings(results.rows, kept);
  std::map<std::string, std::vector<std::size_t>> problems;
  for (const std::size_t i : kept) {
    if (standing[i].rank > 0) problems[problem_text(results.rows[i])].push_back(i);
  }
  std::string html;
  for (auto& [problem, of_it] : problems) {
    std::ranges::sort(of_it, {}, [&](std::size_t i) { return standing[i].rank; });
    HtmlTable table({{"rank", true},
                     {"configuration"},
                     {"median ms", true},
                     {"low", true},
                     {"high", true},
                     {"samples", true},
                     {"M keys/s", true},
                     {"of the best", true}});
    for (std::size_t place = 0; place < std::min(of_it.size(), most_listed); ++place) {
      const TrialResult& row = results.rows[of_it[place]];
      table.add({std::to_string(place + 1), configuration_text(row), fmt::format("{:.4g}", row.ms.median),
                 fmt::format("{:.4g}", row.ms.low), fmt::format("{:.4g}", row.ms.high), std::to_string(row.ms.samples),
                 fmt::format("{:.4g}", static_cast<double>(row.n) / row.ms.median / 1000),
                 times_text(standing[of_it[place]].relative)});
    }
    html += fmt::format("<h3>{}</h3>\n{}", escaped(problem), table.html());
    if (of_it.size() > most_listed) html += fmt::format("<p>{} more are slower.</p>\n", of_it.size() - most_listed);
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

std::string plot_section(const std::string& heading, const std::string& id,
                         const std::function<Plot(const PlotStyle&)>& draw, const PlotStyle& light,
                         const PlotStyle& dark) {
  const auto one = [&](const PlotStyle& style, const char* theme) {
    Plot plot = draw(style);
    plot.drawing.title = heading;
    return fmt::format("<div class=\"{}\">{}</div>\n", theme, svg(plot, fmt::format("{}-{}-", id, theme)));
  };
  return section_of(heading, one(light, "light") + one(dark, "dark"));
}

}  // namespace

std::string report_page(const SweepResults& results, const PlotStyle& light, const PlotStyle& dark) {
  const std::span<const TrialResult> rows = results.rows;
  const auto count = [&rows](TrialStatus status) { return std::ranges::count(rows, status, &TrialResult::status); };
  std::string html = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/>\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
      "<title>A sweep of {0} configurations</title>\n<style>{1}{2}</style></head>\n<body>\n"
      "<h1>A sweep of {0} configurations</h1>\n<p>{3} measured, {4} refused, {5} wrong.</p>\n",
      rows.size(), report_style, svg_style(), count(TrialStatus::measured), count(TrialStatus::refused),
      count(TrialStatus::failed));
  if (count(TrialStatus::measured) > 0) {
    const auto add = [&](const std::string& heading, const char* id, const auto& draw) {
      html += plot_section(heading, id, draw, light, dark);
    };
    const auto all = dimensions(rows);
    if (std::ranges::any_of(all, &Dimension::given)) {
      add("Heat map", "heat", [&](const PlotStyle& style) { return heat_map(rows, {}, style); });
      add("Parallel coordinates", "parallel",
          [&](const PlotStyle& style) { return parallel_coordinates(rows, {}, style); });
      add("What matters", "matters", [&](const PlotStyle& style) { return sorted_parameters(rows, {}, style); });
    }
    if (std::ranges::find(all, "n", &Dimension::name) != all.end()) {
      add("Throughput", "throughput", [&](const PlotStyle& style) { return throughput(rows, {}, style); });
    }
    add("Samples of the fastest", "samples", [&](const PlotStyle& style) { return box_plots(rows, {}, style); });
    add("Predicted and measured", "predicted",
        [&](const PlotStyle& style) { return predicted_times(rows, {}, style); });
  }
  html += section_of("By rank", ranked_tables(results));
  html += section_of("Wrong: not ranked", reasons_table(results, TrialStatus::failed, "claim"));
  html += section_of("Refused", reasons_table(results, TrialStatus::refused, "reason"));
  html += section_of("Machine and command", machine_table(results));
  html +=
      "<section><h2>Statistics</h2><p>Every time is the median of samples that were taken in random order with those "
      "of other configurations, low and high are its distribution-free 95 % interval from order statistics, and a "
      "configuration ranks only if its output was verified.</p></section>\n</body></html>\n";
  return html;
}

}  // namespace texelsort::app
