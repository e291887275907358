#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/playback/element_history.h"
#include "app/playback/pass_source.h"

namespace texelsort::app {

/// A line of a program: its source text, and the same line with values.
struct ReadLine {
  const data::SourceLine* line = nullptr;
  bool touches_key = false;  ///< true if the line's mark applies to the chosen key
  std::string values;        ///< the line with values for its identifiers; empty if no value is known
};

/// The source of one of the pass's programs, annotated for a chosen key or for none.
struct SourceReading {
  const PassProgram* program = nullptr;
  std::size_t call = 0;  ///< index of the call that processed the key, if known
  struct File {
    std::string name;
    std::vector<ReadLine> lines;
  };
  std::vector<File> files;  ///< source files, that of the computing stage first
};

/// Returns whether this call can have processed the key: all marked identifiers that are program constants must have
/// the values that the key requires. `channel` is the texel channel that holds the key.
bool fits(const PassProgram& program, const ProgramCall& call, const Symbols& symbols, std::uint32_t channel);

/// Returns the index of the first program that has a call which can have processed the key.
std::size_t fitting_program(const PassSource& source, const Symbols& symbols, std::uint32_t channel);

/// Annotates a program. `story` is the history of the chosen key. It is null if no key is chosen.
SourceReading read(const PassProgram& program, const ElementHistory* story, const Symbols& symbols,
                   std::uint32_t channel);

/// The workgroup and invocation, or block and thread, that processed a key.
struct Worker {
  std::uint64_t groups = 0, size = 0;  ///< numbers of workgroups or blocks, and of invocations or threads in each
  std::optional<std::uint64_t> group, local;
};
/// Returns the worker that processed the key, as far as the marks of the shader or kernel name it.
Worker worker_of(const PassProgram& program, std::size_t call, const Symbols& symbols);
/// Returns the worker in words, for example "workgroup 3 of 16, invocation 5 of 64 in it, 197 of all".
std::string text(const Worker& worker, PassProgram::Kind kind);

/// Returns a value as text, for example "8", "(1, 2)" or "{1, 2, …}".
std::string value_text(const gpu::UniformValue& value);

}  // namespace texelsort::app
