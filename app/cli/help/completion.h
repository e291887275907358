#pragma once

#include <string>
#include <vector>

#include "app/cli/commands/command_table.h"

namespace texelsort::app {

struct Candidate {
  std::string word;  ///< text that replaces the whole word under the cursor
  std::string help;
};

/// Possible completions of the word under the cursor.
struct Completion {
  enum class Paths : std::uint8_t { none, files, directories };
  Paths paths = Paths::none;
  std::vector<Candidate> candidates;
};

/// Returns the completions at the cursor: commands, options, values of options and, after -p, parameters of algorithms
/// and their values. `words` contains the words before the cursor, without the program's name. `current` is the word
/// under the cursor, which may be empty.
Completion complete(const CommandRow& root, const std::vector<std::string>& words, const std::string& current);

/// Formats completions for shell scripts. The first line is "words", "files" or "directories". Each further line
/// contains a candidate, a tab and the candidate's help. The shell adds no blank after a candidate that ends in "=" or
/// ":".
std::string text(const Completion& completion);

}  // namespace texelsort::app
