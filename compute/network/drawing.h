#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compute/network/network.h"

namespace texelsort::network {

/// Where the comparators of a Knuth diagram go: overlapping ones of a step get columns of their own. What text, SVG and
/// the window draw.
struct DiagramColumn {
  std::uint64_t stage = 0;              ///< from 0
  std::uint64_t step = 0;               ///< within the stage, from 0
  std::uint64_t pass = 0;               ///< counted from 0 over all stages, steps without comparators left out
  std::vector<Comparator> comparators;  ///< no two overlap
};

std::vector<DiagramColumn> diagram_columns(const Network& network);

/// Knuth diagram of wires (rows, place 0 on top) and comparators (columns), in characters (UTF-8 box drawing, or plain
/// ASCII), stage names above. In a network with reversed comparators every comparator has an arrowhead where the larger
/// key goes. Throws UsageError for n > 1024.
std::string draw_text(const Network& network, bool ascii = false);

struct SvgOptions {
  std::vector<std::string> values;                ///< if n entries: the input, written at the wires' left ends
  std::optional<std::uint64_t> highlighted_pass;  ///< this pass in the accent colour
};

/// The same as a complete SVG document, with stage names above, a title and a description for screen readers. Each
/// comparator is an arrow from the smaller key's place to the larger key's. When the values are numbers, what the
/// network makes of them stands at the right ends. Throws UsageError for n > 1024, and for a pass that does not exist.
std::string draw_svg(const Network& network, const SvgOptions& options = {});

/// The network as text: "0:1,2:3;0:2,1:3", "n=6;" or a line of it in front if the last places have no comparator, the
/// place that takes the smaller key first, a semicolon between steps; stages on lines of their own with "# stage 1"
/// when `with_stages`, where every line ends in a newline; else all in one line without.
std::string print(const Network& network, bool with_stages = true);

/// The network as a JSON object on lines by stage: n, and stages with name and steps, each step a list of pairs, the
/// place that takes the smaller key first. Steps without comparators are left out, as in the text.
std::string print_json(const Network& network);

/// The notations of B. Dobbelaere's list of sorting networks: "[(0,1),(2,3)]", a line a step; "(0,1),(2,3)" in one line
/// without steps; {"N":4,"L":5,"nw":[[0,1],...]}, as SorterHunter writes it. The first two do not say how many places
/// there are.
std::string print_tuples(const Network& network);
std::string print_flat_tuples(const Network& network);
std::string print_flat_json(const Network& network);

}  // namespace texelsort::network
