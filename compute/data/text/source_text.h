#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Source text of shaders and kernels for display: which lines are compiled, and which of them find a key's partner,
/// read, compare and write the key. Marks, which are comments at line ends, provide this information:
///
///     Code other = code_at(there);  //: reads other=other
///
/// A mark starts with one or more of the roles `finds`, `reads`, `compares`, `writes`. `copies` means `reads writes`,
/// `sorts` means `reads compares writes`. Then follow values of the line's identifiers as NAME=SYMBOL, with a symbol of
/// app/playback/element_history.h. `when=SYMBOL` is the condition under which the line processes the key. ` -- ` starts
/// a note for the user. Inside a macro, the mark is /*: ... */. Two more kinds of marks:
///
///     //: works workgroup = place / TILE; local = place % WORKGROUP   who does a place's work, and `if = EXPRESSION`
///     //: launch GRS move                                             of kernels: marks that follow are this launch's
namespace texelsort::data {

enum class LineRole : std::uint8_t { finds, reads, compares, writes };
std::string_view name(LineRole role);

/// The mark of a source line.
struct LineMark {
  std::vector<LineRole> roles;
  std::vector<std::pair<std::string, std::string>> bindings;  ///< pairs of identifier and symbol
  std::string note;

  bool has(LineRole role) const;
};

struct SourceLine {
  std::size_t file = 0;      ///< index into SourceText::files
  std::uint32_t number = 0;  ///< from 1
  std::string text;          ///< text of the line without its mark
  bool compiled = true;      ///< true if the preprocessor includes the line
  bool reached = true;       ///< true unless the line belongs to a function or macro that is not used
  std::optional<LineMark> mark{};

  bool counts() const { return compiled && reached; }
};

/// Expressions, by name, for the worker of a place; see integer_expression.h.
using Works = std::map<std::string, std::string>;

struct SourceText {
  std::vector<std::string> files;              ///< the shader or kernel first, then its includes
  std::vector<SourceLine> lines;               ///< file by file
  std::map<std::string, std::string> defines;  ///< generated definitions, which precede the first file
  std::map<std::string, std::string> macros;   ///< macros without parameters that are defined at the end
  std::vector<Works> works;                    ///< from compiled lines
};

/// Parses `text`, in which `#line NUMBER FILE` marks the start and continuation of files, as gpu::ShaderLibrary
/// assembles it. Throws InternalError, with the line, for an invalid mark.
SourceText read_source(std::string_view text, const std::vector<std::string>& files);

/// Parses the file of one kernel. Marks after `//: launch` of other launches are left out.
SourceText read_kernel(std::string_view text, const std::string& file, std::string_view launch);

/// Returns the line with identifiers, or chains of members, replaced by their values. Assigned names, comments and
/// names without a value do not change.
std::string substituted(std::string_view line, const std::map<std::string, std::string>& values);

/// Sets `reached` of a shader's lines. Functions and macros are reached if main() uses them directly or indirectly.
void leave_out_unused(SourceText& source);

/// Returns the value of an identifier or, with an index, of an array element. Nothing if it is unknown.
using IdentifierValue =
    std::function<std::optional<std::int64_t>(std::string_view name, std::optional<std::int64_t> index)>;

/// Evaluates an integer expression in the common syntax of C, GLSL and their preprocessors: numbers (with suffix u),
/// identifiers, array elements, parentheses, `! ~ -`, arithmetic, shifts, comparisons, bit operations, `&& || ?:`,
/// `true` and `false`. Nothing for other syntax, a division by zero, or an unknown identifier that affects the result.
std::optional<std::int64_t> evaluate(std::string_view expression, const IdentifierValue& value_of);

}  // namespace texelsort::data
