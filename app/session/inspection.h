#pragma once

#include <optional>
#include <string>

#include "app/playback/element_history.h"
#include "app/playback/pass_source.h"
#include "app/playback/source_reading.h"
#include "app/session/session.h"

/// Data of the inspector: the history of the selected key, and the program that the current pass executed. Independent
/// of ImGui and OpenGL.
namespace texelsort::app {

/// Describes the location of a key in memory: "texel (3, 1)", "texel (3, 1), channel g", "buffer, no texel".
std::string key_place_text(const algorithms::KeyPlace& place);

struct Inspection {
  ElementHistory story;
  Symbols symbols;
  algorithms::KeyPlace where;
  const PassSource* source = nullptr;  ///< source of the current pass; null at the input
  std::size_t program = 0;             ///< index in `source` of the program that touched the key
  std::optional<SourceReading> reading;
  std::string worker;  ///< description of the thread or quad that processed the key; empty if the pass has no program
};

/// Returns the inspector's data for the key at index `place`. Executes the current pass once more if the source of the
/// pass is not known yet.
Inspection inspect(Session& session, std::uint64_t place);

/// The most informative source line for a key: the line that compares the key, otherwise the line that writes or reads
/// it. telling_line() returns nothing if no line is marked.
struct TellingLine {
  const SourceReading::File* file = nullptr;
  const ReadLine* line = nullptr;
};
std::optional<TellingLine> telling_line(const SourceReading& reading);

}  // namespace texelsort::app
