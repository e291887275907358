#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/playback/element_history.h"
#include "app/playback/pass_source.h"

namespace texelsort::app {

/// A source line of a program, and the same line with values instead of identifiers.
struct ReadLine {
  const data::SourceLine* line = nullptr;
  bool touches_key = false;  ///< true if the mark of the line applies to the chosen key
  std::string values;        ///< the line with values instead of identifiers; empty if no value is known
};

/// Source of a program that the pass executed, annotated for the chosen key, if any.
struct SourceReading {
  const PassProgram* program = nullptr;
  std::size_t call = 0;  ///< index of the call that processed the key; 0 if unknown
  struct File {
    std::string name;
    std::vector<ReadLine> lines;
  };
  std::vector<File> files;  ///< source files, with the file of the computing stage first
};

/// Returns whether a call of a program can have processed the key. Each marked identifier that is a constant of the
/// program must have the value that the key requires. `channel` is the texel channel that contains the key.
bool fits(const PassProgram& program, const ProgramCall& call, const Symbols& symbols, std::uint32_t channel);

/// Returns the index of the first program with a call that can have processed the key.
std::size_t fitting_program(const PassSource& source, const Symbols& symbols, std::uint32_t channel);

/// Annotates the source of a program. `story` is the history of the chosen key, or null if no key is chosen.
SourceReading read(const PassProgram& program, const ElementHistory* story, const Symbols& symbols,
                   std::uint32_t channel);

/// The workgroup and invocation, or the block and thread, that processed a key.
struct Worker {
  /// Number of workgroups or blocks, and number of invocations or threads in each of them.
  std::uint64_t groups = 0, size = 0;
  std::optional<std::uint64_t> group, local;
};
/// Returns the worker that processed the key, as far as marks in the shader or kernel identify it.
Worker worker_of(const PassProgram& program, std::size_t call, const Symbols& symbols);
/// Describes a worker in words, for example "workgroup 3 of 16, invocation 5 of 64 in it, 197 of all".
std::string text(const Worker& worker, PassProgram::Kind kind);

/// Returns a value as text, for example "8", "(1, 2)" or "{1, 2, …}".
std::string value_text(const gpu::UniformValue& value);

}  // namespace texelsort::app
