#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/playback/element_history.h"
#include "app/playback/pass_source.h"
#include "app/playback/source_reading.h"
#include "app/session/session.h"

/// Data that the inspector shows: what the current pass did with the selected key, and the program that did it.
/// Independent of ImGui and OpenGL.
namespace texelsort::app {

/// Describes the location of a key in memory: "texel (3, 1)", "texel (3, 1), channel g", "buffer, no texel".
std::string key_place_text(const algorithms::KeyPlace& place);

struct Inspection {
  ElementHistory story;
  Symbols symbols;
  algorithms::KeyPlace where;
  const PassSource* source = nullptr;  ///< source of the current pass; null at the input
  std::size_t program = 0;             ///< index in `source` of the program that processed the key
  std::optional<SourceReading> reading;
  /// Text that names the thread or quad that processed the key; empty if the pass executes no program.
  std::string worker;
};

/// Returns the inspector's data for the key at index `place`. Executes the current pass once more if the source of the
/// pass is not known yet.
Inspection inspect(Session& session, std::uint64_t place);

/// Returns the index at which the claim of the current pass or the check of the result fails. Returns nothing while
/// both hold or are not tested, and for failures without an index.
std::optional<std::uint64_t> wrong_place(Session& session);

/// The source line that explains most about a key. It is the line that compares the key, otherwise one that writes or
/// reads it. telling_line() returns nothing if no line is marked.
struct TellingLine {
  const SourceReading::File* file = nullptr;
  const ReadLine* line = nullptr;
};
std::optional<TellingLine> telling_line(const SourceReading& reading);

}  // namespace texelsort::app
