#include "app/export/html_parts.h"

#include <fmt/format.h>

#include "compute/data/text/outgoing_text.h"

namespace texelsort::app {

namespace {

constexpr auto page_style = R"(
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

std::string html_cell(const char* tag, const HtmlColumn& column, const std::string& text) {
  return fmt::format("<{0}{1}>{2}</{0}>", tag, column.number ? " class=\"number\"" : "", data::xml_text(text));
}

}  // namespace

HtmlTable::HtmlTable(std::vector<HtmlColumn> columns) : columns_(std::move(columns)) {
  html_ = "<table><thead><tr>";
  for (const HtmlColumn& column : columns_) html_ += html_cell("th", column, column.name);
  html_ += "</tr></thead><tbody>\n";
}

void HtmlTable::add(const std::vector<std::string>& cells) {
  html_ += "<tr>";
  for (std::size_t i = 0; i < cells.size(); ++i) html_ += html_cell("td", columns_[i], cells[i]);
  html_ += "</tr>\n";
}

std::string html_head(const std::string& title) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/>\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
      "<title>{0}</title>\n<style>{1}{2}</style></head>\n<body>\n<h1>{0}</h1>\n",
      data::xml_text(title), page_style, svg_style());
}

std::string html_end() {
  return "</body></html>\n";
}

std::string html_section(const std::string& heading, const std::string& what) {
  return what.empty() ? what : fmt::format("<section><h2>{}</h2>\n{}</section>\n", data::xml_text(heading), what);
}

std::string html_plot(const std::string& heading, const std::string& id,
                      const std::function<Plot(const PlotStyle&)>& draw, const PlotStyle& light,
                      const PlotStyle& dark) {
  const auto one = [&](const PlotStyle& style, const char* theme) {
    Plot plot = draw(style);
    plot.drawing.title = heading;
    return fmt::format("<div class=\"{}\">{}</div>\n", theme, svg(plot, fmt::format("{}-{}-", id, theme)));
  };
  return one(light, "light") + one(dark, "dark");
}

}  // namespace texelsort::app
