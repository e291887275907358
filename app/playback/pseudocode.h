#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/playback/player.h"
#include "compute/algorithms/core/algorithm.h"

/// Pseudocode of algorithms, in the files compute/algorithms/FAMILY/pseudocode.txt. A section begins with patterns of
/// ids in brackets, such as [radix/grs@*]. Two spaces indent a line once.
///
/// A line may end with ` <- ` and shell patterns, separated by ` | `. They name the passes that execute the line, and
/// match the text "STAGE, LABEL" of a pass. The text of a network's step ends with its kind (see network::Pattern):
/// "; mirrored", "; fenced", "; shifted" or "; straight". It is "; listed" if no pattern describes the step, and
/// "; listed first" in the first pass of a stage.
///
/// A network has a section [network ID]. A method has a section [method ID], whose lines follow those of the network,
/// and perhaps a section [method ID after].
namespace texelsort::app {

struct CodeLine {
  std::string_view text;                   ///< text without its indentation
  std::size_t indent = 0;                  ///< number of loops and conditions around the line
  std::vector<std::string_view> passes{};  ///< patterns of the passes that execute the line

  bool operator==(const CodeLine&) const = default;
};

/// Greatest number of characters in a line, with its indentation.
constexpr std::size_t longest_code_line = 60;

/// Returns the pseudocode of an algorithm. `values` contains its settings. Returns no lines for a user's sort. If the
/// problem has records that move indirectly, lines about the records surround the code.
std::vector<CodeLine> pseudocode(const algorithms::Algorithm& algorithm, const algorithms::Problem& problem,
                                 const algorithms::TextValues& values);

/// State of a code line in the present pass.
struct CodeMark {
  bool executed = false;  ///< true if the pass executes the line
  std::string values{};   ///< present values of variables in the line, for example "stage = 3"; empty if unknown
};

/// Returns a mark for each line of the code. No line is executed at the input. The values are those that the pass
/// states: numbers in its names, the distance of a step, or the threshold of a selection. They are in the executed
/// lines and in the loops around them.
std::vector<CodeMark> code_marks(const std::vector<CodeLine>& code, const Player& player);

}  // namespace texelsort::app
