#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Shaders and kernels as text to look at: which lines are compiled, and which of them find a key's partner, read,
/// compare and write it. The lines say so themselves, by a comment behind them:
///
///     Code other = code_at(there);  //: reads other=other
///
/// One or more of `finds`, `reads`, `compares`, `writes`; `copies` for the second and the last, `sorts` for all but the
/// first. Then what identifiers of the line stand for, NAME=SYMBOL, with a symbol of app/playback/element_history.h;
/// `when=SYMBOL` says when the line is about the key at all. ` -- ` starts a note for people. Inside a macro the
/// comment is /*: ... */. Two more comments:
///
///     //: works workgroup = place / TILE; local = place % WORKGROUP   who does a place's work, and `if = EXPRESSION`
///     //: launch GRS move                                             of kernels: marks that follow are this launch's
namespace texelsort::data {

enum class LineRole : std::uint8_t { finds, reads, compares, writes };
std::string_view name(LineRole role);

/// What a line says of itself.
struct LineMark {
  std::vector<LineRole> roles;
  std::vector<std::pair<std::string, std::string>> bindings;  ///< identifier, symbol
  std::string note;

  bool has(LineRole role) const;
};

struct SourceLine {
  std::size_t file = 0;      ///< an index of SourceText::files
  std::uint32_t number = 0;  ///< from 1
  std::string text;          ///< without its mark
  bool compiled = true;      ///< no condition of the preprocessor leaves it out
  bool reached = true;       ///< not of a function or macro that nothing uses
  std::optional<LineMark> mark{};

  bool counts() const { return compiled && reached; }
};

/// Who does a place's work: expressions by name, of integer_expression.h.
using Works = std::map<std::string, std::string>;

struct SourceText {
  std::vector<std::string> files;              ///< the shader's or kernel's first, then what it includes
  std::vector<SourceLine> lines;               ///< file by file
  std::map<std::string, std::string> defines;  ///< generated ones: they come before the first file
  std::map<std::string, std::string> macros;   ///< all that are defined at the end and have no parameters
  std::vector<Works> works;                    ///< of compiled lines
};

/// `text` with `#line NUMBER FILE` where files begin and go on, as gpu::ShaderLibrary assembles it. Throws
/// InternalError naming the line of a mark that is none.
SourceText read_source(std::string_view text, const std::vector<std::string>& files);

/// The same for one kernel's file: marks under `//: launch` of other launches are left out.
SourceText read_kernel(std::string_view text, const std::string& file, std::string_view launch);

/// A line with identifiers, or chains of members, replaced. What is assigned, comments and whatever `values` does not
/// name stay.
std::string substituted(std::string_view line, const std::map<std::string, std::string>& values);

}  // namespace texelsort::data
