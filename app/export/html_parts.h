#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/export/plots/plot.h"

/// What the HTML pages of results are made of. Pages ask for nothing else and follow the reader's theme.
namespace texelsort::app {

struct HtmlColumn {
  const char* name;
  bool number = false;
};

class HtmlTable {
 public:
  explicit HtmlTable(std::vector<HtmlColumn> columns);
  /// Cells are plain text.
  void add(const std::vector<std::string>& cells);
  std::string html() const { return html_ + "</tbody></table>\n"; }

 private:
  std::vector<HtmlColumn> columns_;
  std::string html_;
};

/// From the doctype to the heading.
std::string html_head(const std::string& title);
std::string html_end();

/// `what` is HTML; empty: no section.
std::string html_section(const std::string& heading, const std::string& what);

/// The plot in both themes, of which the page shows one. `id` is unique in the page.
std::string html_plot(const std::string& heading, const std::string& id,
                      const std::function<Plot(const PlotStyle&)>& draw, const PlotStyle& light, const PlotStyle& dark);

}  // namespace texelsort::app
