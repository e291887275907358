#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compute/network/network.h"

namespace texelsort::network {

/// Column of comparators in a Knuth diagram. A step needs several columns if its comparators overlap. Diagrams as text,
/// as SVG and in the window have the same columns.
struct DiagramColumn {
  std::uint64_t stage = 0;  ///< index of the stage in the network, from 0
  std::uint64_t step = 0;   ///< index of the step in its stage, from 0
  /// Index of the pass in the network, from 0; steps without comparators are not counted.
  std::uint64_t pass = 0;
  std::vector<Comparator> comparators;  ///< comparators in the column, which do not overlap
};

std::vector<DiagramColumn> diagram_columns(const Network& network);

/// Draws a Knuth diagram as text, with UTF-8 box-drawing characters or, if `ascii` is true, plain characters. Rows are
/// wires with place 0 on top, columns are comparators, and stage names are above. If the network has reversed
/// comparators, every comparator has an arrowhead at the place of the larger key. Throws UsageError for n > 1024.
std::string draw_text(const Network& network, bool ascii = false);

struct SvgOptions {
  /// Input values to write at the left ends of the wires. Nothing is written unless there are n values.
  std::vector<std::string> values;
  std::optional<std::uint64_t> highlighted_pass;  ///< index of the pass to draw in the accent colour; null: no pass
};

/// Draws a Knuth diagram as a complete SVG document, with stage names, and a title and description for screen readers.
/// Each comparator is an arrow from the place of the smaller key to that of the larger key. If the input values are
/// numbers, the network's output is at the right ends of the wires. Throws UsageError for n > 1024, and for a pass that
/// does not exist.
std::string draw_svg(const Network& network, const SvgOptions& options = {});

/// Writes a network as text, such as "0:1,2:3;0:2,1:3". A comparator starts with the place of the smaller key, and
/// semicolons separate steps. "n=6;" comes first if the last places have no comparator. If `with_stages` is true, every
/// stage has its own line after a comment line "# stage 1". Then "n=6" has its own line, and every line ends in a
/// newline. Otherwise, the text is one line without a newline.
std::string print(const Network& network, bool with_stages = true);

/// Writes a network as a JSON object with n and stages. A stage has a name and steps, and a step is a list of pairs of
/// places. A pair starts with the place of the smaller key. Steps without comparators are left out.
std::string print_json(const Network& network);

/// Write a network in the notations of B. Dobbelaere's list of sorting networks. print_tuples() writes one line
/// "[(0,1),(2,3)]" per step, and print_flat_tuples() one line "(0,1),(2,3)" without steps. print_flat_json() writes
/// {"N":4,"L":5,"nw":[[0,1],...]} as in files of SorterHunter. The notations with tuples do not contain the number of
/// places.
std::string print_tuples(const Network& network);
std::string print_flat_tuples(const Network& network);
std::string print_flat_json(const Network& network);

}  // namespace texelsort::network
