#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/playback/player.h"
#include "compute/algorithms/core/algorithm.h"

/// Pseudocode of algorithms, in the files compute/algorithms/FAMILY/pseudocode.txt. A section begins with the patterns
/// of the ids of its algorithms, and two spaces indent a line once:
///
///     [radix/grs@*]
///     for digit = 1 to last, least significant first
///       exclusive scan of all histograms, digit by digit      <- digit *, scan
///
/// The shell patterns after `<-`, separated by ` | `, name the passes that execute the line. They match the text of a
/// pass, "STAGE, LABEL". If the pass executes steps of a network, the text ends with the kind of each step: ";
/// mirrored" (partners are mirror images), "; fenced" or "; shifted" (see network::Pattern), "; straight", or ";
/// listed" for steps that no pattern describes. "; listed first" is the first pass of its stage. A network has a
/// section [network ID], a method [method ID] and perhaps [method ID after].
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
