#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/export/plots/plot.h"

/// Parts of HTML pages with results. The pages are self-contained and follow the reader's theme.
namespace texelsort::app {

struct HtmlColumn {
  std::string name;
  bool number = false;
};

class HtmlTable {
 public:
  explicit HtmlTable(std::vector<HtmlColumn> columns);
  /// Adds a row to the table, one plain text per cell.
  void add(const std::vector<std::string>& cells);
  std::string html() const { return html_ + "</tbody></table>\n"; }

 private:
  std::vector<HtmlColumn> columns_;
  std::string html_;
};

/// Returns the start of an HTML page, from the doctype to the heading.
std::string html_head(const std::string& title);
std::string html_end();

/// Returns a section of an HTML page. Returns an empty string if the section's HTML text `what` is empty.
std::string html_section(const std::string& heading, const std::string& what);

/// Returns a plot drawn in the light and in the dark theme. The HTML page shows the one that matches the reader's
/// theme. `id` must be unique in the page.
std::string html_plot(const std::string& heading, const std::string& id,
                      const std::function<Plot(const PlotStyle&)>& draw, const PlotStyle& light, const PlotStyle& dark);

}  // namespace texelsort::app
