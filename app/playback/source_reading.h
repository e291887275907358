#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/playback/element_history.h"
#include "app/playback/pass_source.h"

namespace texelsort::app {

/// A line of a program as it stands, and what it says with values in it.
struct ReadLine {
  const data::SourceLine* line = nullptr;
  bool touches_key = false;  ///< it is marked, and for the chosen key too
  std::string values;        ///< the line with values for its identifiers; empty if none has one
};

/// One of the pass's programs, read with a key in mind, or with none.
struct SourceReading {
  const PassProgram* program = nullptr;
  std::size_t call = 0;  ///< which of the program's calls did the key's work, as far as is known
  struct File {
    std::string name;
    std::vector<ReadLine> lines;
  };
  std::vector<File> files;  ///< what computes first
};

/// Whether this call can have done the key's work: the marks' identifiers that are constants of the program have the
/// values that the key needs. `channel`: of the texel, in which the key stands.
bool fits(const PassProgram& program, const ProgramCall& call, const Symbols& symbols, std::uint32_t channel);

/// The first program and call that fit, as an index of the programs.
std::size_t fitting_program(const PassSource& source, const Symbols& symbols, std::uint32_t channel);

/// `story`: of the chosen key; null: none is.
SourceReading read(const PassProgram& program, const ElementHistory* story, const Symbols& symbols,
                   std::uint32_t channel);

/// Who did a key's work.
struct Worker {
  std::uint64_t groups = 0, size = 0;  ///< all workgroups or blocks, and the invocations or threads of one
  std::optional<std::uint64_t> group, local;
};
/// The worker that a dispatch's or launch's shader names, as far as it says so.
Worker worker_of(const PassProgram& program, std::size_t call, const Symbols& symbols);
/// "workgroup 3 of 16, invocation 5 of 64 in it, 197 of all".
std::string text(const Worker& worker, PassProgram::Kind kind);

/// "8", "(1, 2)", "{1, 2, …}".
std::string value_text(const gpu::UniformValue& value);

}  // namespace texelsort::app
