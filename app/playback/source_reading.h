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
  bool touches_key = false;  ///< true if the line is marked and the mark applies to the chosen key
  std::string values;        ///< the line with values instead of identifiers; empty if no value is known
};

/// Source of a program that the present pass executed. If a key is chosen, the lines that process it contain values.
struct SourceReading {
  const PassProgram* program = nullptr;
  std::size_t call = 0;  ///< index of the call that processed the key; 0 if unknown
  struct File {
    std::string name;
    std::vector<ReadLine> lines;
  };
  std::vector<File> files;  ///< source files; the first one is that of the stage that computes
};

/// Returns whether a call of a program can have processed the chosen key. Constants of the program that marks bind to
/// symbols must have the key's values. `channel` is the texel channel that contains the key.
bool fits(const PassProgram& program, const ProgramCall& call, const Symbols& symbols, std::uint32_t channel);

/// Returns the index of the first program of the pass that can have processed the chosen key.
std::size_t fitting_program(const PassSource& source, const Symbols& symbols, std::uint32_t channel);

/// Inserts values into the source of a program. `story` describes the chosen key, and is null if no key is chosen.
SourceReading read(const PassProgram& program, const ElementHistory* story, const Symbols& symbols,
                   std::uint32_t channel);

/// The worker that processed a key: an invocation in a workgroup, or a thread in a block.
struct Worker {
  /// Number of workgroups or blocks, and number of invocations or threads in each.
  std::uint64_t groups = 0, size = 0;
  std::optional<std::uint64_t> group, local;
};
/// Returns the worker that processed the chosen key. Parts of its number that no mark in the source identifies stay
/// unset.
Worker worker_of(const PassProgram& program, std::size_t call, const Symbols& symbols);
/// Describes a worker in words, for example "workgroup 3 of 16, invocation 5 of 64 in it, 197 of all".
std::string text(const Worker& worker, PassProgram::Kind kind);

/// Returns a value as text, for example "8", "(1, 2)" or "{1, 2, …}".
std::string value_text(const gpu::UniformValue& value);

}  // namespace texelsort::app
