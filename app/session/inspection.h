#pragma once

#include <optional>
#include <string>

#include "app/playback/element_history.h"
#include "app/playback/pass_source.h"
#include "app/playback/source_reading.h"
#include "app/session/session.h"

/// What is to be told of the key that somebody looks at, and of the program that made the present pass. Knows neither
/// ImGui nor OpenGL.
namespace texelsort::app {

/// "texel (3, 1)", "texel (3, 1), channel g", "buffer, no texel".
std::string key_place_text(const algorithms::KeyPlace& place);

struct Inspection {
  ElementHistory story;
  Symbols symbols;
  algorithms::KeyPlace where;
  const PassSource* source = nullptr;  ///< null at the input
  std::size_t program = 0;             ///< of these, that which touched the key
  std::optional<SourceReading> reading;
  std::string worker;  ///< who did the key's work; empty if the pass has no program
};

/// `place`: of the key. Executes the present pass once more if its source is not known yet.
Inspection inspect(Session& session, std::uint64_t place);

/// The line that says most of what the pass did with the key: that which compares it, else writes, else reads it. Null
/// if none is marked.
struct TellingLine {
  const SourceReading::File* file = nullptr;
  const ReadLine* line = nullptr;
};
std::optional<TellingLine> telling_line(const SourceReading& reading);

}  // namespace texelsort::app
