#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/playback/element_history.h"
#include "app/playback/pass_source.h"

namespace texelsort::app {

/// A line of a program as written, and the same line with values.
struct ReadLine {
  const data::SourceLine* line = nullptr;
  bool touches_key = false;  ///< the line is marked, and the mark applies to the chosen key
  std::string values;        ///< the line with values for its identifiers; empty if no value is known
};

/// One of the pass's programs, annotated for a chosen key or for none.
struct SourceReading {
  const PassProgram* program = nullptr;
  std::size_t call = 0;  ///< the call that processed the key, if known
  struct File {
    std::string name;
    std::vector<ReadLine> lines;
  };
  std::vector<File> files;  ///< the computing stage first
};

/// Returns whether this call can have processed the key. It can if all marked identifiers that are program constants
/// have the values that the key requires. `channel`: the texel channel that holds the key.
bool fits(const PassProgram& program, const ProgramCall& call, const Symbols& symbols, std::uint32_t channel);

/// Returns the index of the first program with a call that fits.
std::size_t fitting_program(const PassSource& source, const Symbols& symbols, std::uint32_t channel);

/// `story`: history of the chosen key. Null if no key is chosen.
SourceReading read(const PassProgram& program, const ElementHistory* story, const Symbols& symbols,
                   std::uint32_t channel);

/// The workgroup and invocation, or block and thread, that processed a key.
struct Worker {
  std::uint64_t groups = 0, size = 0;  ///< number of workgroups or blocks, and invocations or threads in each
  std::optional<std::uint64_t> group, local;
};
/// Returns the worker according to the shader's or kernel's marks, as far as they name it.
Worker worker_of(const PassProgram& program, std::size_t call, const Symbols& symbols);
/// Returns for example "workgroup 3 of 16, invocation 5 of 64 in it, 197 of all".
std::string text(const Worker& worker, PassProgram::Kind kind);

/// Returns for example "8", "(1, 2)" or "{1, 2, …}".
std::string value_text(const gpu::UniformValue& value);

}  // namespace texelsort::app
