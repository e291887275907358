#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Source text of shaders and kernels for display. Shows which lines are compiled, and which lines find a key's
/// partner, and read, compare and write the key. Marks in comments at line ends provide this information:
///
///     Code other = code_at(there);  //: reads other=other
///
/// A mark starts with one or more of the roles `finds`, `reads`, `compares`, `writes`. `copies` means `reads writes`,
/// and `sorts` means `reads compares writes`. After the roles, NAME=SYMBOL gives an identifier of the line the value of
/// a symbol in app/playback/element_history.h. `when=SYMBOL` is the condition under which the line processes the key.
/// ` -- ` starts a note for the user. Inside a macro, the mark is /*: ... */. Two further kinds of marks describe the
/// worker that processes a position (works), and the kernel launch to which the marks that follow belong (launch):
///
///     //: works workgroup = place / TILE; local = place % WORKGROUP   who does a place's work, and `if = EXPRESSION`
///     //: launch GRS move                                             of kernels: marks that follow are this launch's
namespace texelsort::data {

enum class LineRole : std::uint8_t { finds, reads, compares, writes };
std::string_view name(LineRole role);

/// Mark of a source line: a comment that describes the line's work on a key.
struct LineMark {
  std::vector<LineRole> roles;
  /// Pairs of an identifier in the line and the symbol whose value it has.
  std::vector<std::pair<std::string, std::string>> bindings;
  std::string note;

  bool has(LineRole role) const;
};

struct SourceLine {
  std::size_t file = 0;      ///< index of the line's file in SourceText::files
  std::uint32_t number = 0;  ///< line number in the file, from 1
  std::string text;          ///< text of the line without its mark
  bool compiled = true;      ///< true if preprocessor conditions include the line
  bool reached = true;       ///< false if the line belongs to an unused function or macro
  std::optional<LineMark> mark{};

  bool counts() const { return compiled && reached; }
};

/// Expressions by name, which say which worker processes a position; see integer_expression.h.
using Works = std::map<std::string, std::string>;

struct SourceText {
  std::vector<std::string> files;              ///< path of the shader or kernel, followed by the paths of its includes
  std::vector<SourceLine> lines;               ///< lines of all files, file by file
  std::map<std::string, std::string> defines;  ///< definitions that the program generates before the first file
  std::map<std::string, std::string> macros;   ///< macros without parameters that are defined at the end of the text
  /// Expressions from compiled lines that say which worker processes a position.
  std::vector<Works> works;
};

/// Parses an assembled text of several files. Lines `#line NUMBER FILE` mark the start and the continuation of a file
/// (see gpu::ShaderLibrary). Throws InternalError with the line for an invalid mark.
SourceText read_source(std::string_view text, const std::vector<std::string>& files);

/// Parses the file of one kernel. Marks after `//: launch` of other launches are left out.
SourceText read_kernel(std::string_view text, const std::string& file, std::string_view launch);

/// Returns a source line in which values replace identifiers and chains of members. Does not change comments, assigned
/// names, and names without a value.
std::string substituted(std::string_view line, const std::map<std::string, std::string>& values);

/// Sets SourceLine::reached for all lines of a shader. Functions and macros are reached if main() uses them directly or
/// indirectly.
void leave_out_unused(SourceText& source);

/// Function that returns the value of an identifier or, with an index, of an array element. Returns null if the value
/// is unknown.
using IdentifierValue =
    std::function<std::optional<std::int64_t>(std::string_view name, std::optional<std::int64_t> index)>;

/// Evaluates an integer expression in the common syntax of C, GLSL and their preprocessors. The syntax has numbers
/// (with suffix u), identifiers, array elements, parentheses, `! ~ -`, arithmetic, shifts, comparisons, bit operations,
/// `&& || ?:`, `true` and `false`. Returns null for other syntax, a division by zero, or an unknown identifier that
/// affects the result.
std::optional<std::int64_t> evaluate(std::string_view expression, const IdentifierValue& value_of);

}  // namespace texelsort::data
