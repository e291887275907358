#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/export/plots/plot.h"

/// Parts of HTML pages with results. The pages are self-contained and follow the reader's theme.
namespace texelsort::app {

struct HtmlColumn {
  const char* name;
  bool number = false;
};

class HtmlTable {
 public:
  explicit HtmlTable(std::vector<HtmlColumn> columns);
  /// Adds a row of plain texts.
  void add(const std::vector<std::string>& cells);
  std::string html() const { return html_ + "</tbody></table>\n"; }

 private:
  std::vector<HtmlColumn> columns_;
  std::string html_;
};

/// Returns the start of a page, from the doctype to the heading.
std::string html_head(const std::string& title);
std::string html_end();

/// Returns a section with the HTML text `what`. Empty if `what` is empty.
std::string html_section(const std::string& heading, const std::string& what);

/// Returns a plot in both themes; the page shows one of them. `id` must be unique in the page.
std::string html_plot(const std::string& heading, const std::string& id,
                      const std::function<Plot(const PlotStyle&)>& draw, const PlotStyle& light, const PlotStyle& dark);

}  // namespace texelsort::app
