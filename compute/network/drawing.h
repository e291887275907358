#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compute/network/network.h"

namespace texelsort::network {

/// A column of a Knuth diagram. Overlapping comparators of a step are in different columns. Text, SVG and window draw
/// the same columns.
struct DiagramColumn {
  std::uint64_t stage = 0;              ///< index of the stage, from 0
  std::uint64_t step = 0;               ///< index of the step within the stage, from 0
  std::uint64_t pass = 0;               ///< index of the pass from 0, counted over all stages without empty steps
  std::vector<Comparator> comparators;  ///< comparators, of which no two overlap
};

std::vector<DiagramColumn> diagram_columns(const Network& network);

/// Draws a Knuth diagram as text, in UTF-8 box drawing or plain ASCII characters. Rows are wires (place 0 on top),
/// columns are comparators, and stage names are above. In a network with reversed comparators, every comparator has an
/// arrowhead at the place of the larger key. Throws UsageError for n > 1024.
std::string draw_text(const Network& network, bool ascii = false);

struct SvgOptions {
  std::vector<std::string> values;  ///< input values, written at the left ends of the wires if there are n
  std::optional<std::uint64_t> highlighted_pass;  ///< pass to draw in the accent colour
};

/// Draws a Knuth diagram as a complete SVG document, with stage names, and a title and description for screen readers.
/// Each comparator is an arrow from the place of the smaller key to that of the larger one. If the values are numbers,
/// the network's output is at the right ends of the wires. Throws UsageError for n > 1024, and for a pass that does not
/// exist.
std::string draw_svg(const Network& network, const SvgOptions& options = {});

/// Writes the network as text: "0:1,2:3;0:2,1:3". A comparator starts with the place of the smaller key, and semicolons
/// separate steps. "n=6;" comes first if the last places have no comparator. If `with_stages`, every stage has its own
/// line and a comment line "# stage 1", "n=6" has its own line, and every line ends in a newline; otherwise, the text
/// is one line without newline.
std::string print(const Network& network, bool with_stages = true);

/// Writes the network as a JSON object with n and stages. Stages have a name and steps; a step is a list of pairs that
/// start with the place of the smaller key. Steps without comparators are left out.
std::string print_json(const Network& network);

/// Write the notations of B. Dobbelaere's list of sorting networks: "[(0,1),(2,3)]" with a line per step, "(0,1),(2,3)"
/// in one line without steps, and {"N":4,"L":5,"nw":[[0,1],...]} as in files of SorterHunter. The first two do not
/// contain the number of places.
std::string print_tuples(const Network& network);
std::string print_flat_tuples(const Network& network);
std::string print_flat_json(const Network& network);

}  // namespace texelsort::network
