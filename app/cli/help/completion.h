#pragma once

#include <string>
#include <vector>

#include "app/cli/commands/command_table.h"

namespace texelsort::app {

struct Candidate {
  std::string word;  ///< the whole word in place of the one under the cursor
  std::string help;
};

/// What may stand where the cursor is.
struct Completion {
  enum class Paths : std::uint8_t { none, files, directories };
  Paths paths = Paths::none;
  std::vector<Candidate> candidates;
};

/// For the words before the cursor, without the program's name, and the word under it, which may be empty: commands,
/// options, and the words that an option takes; algorithms' parameters and their values behind -p.
Completion complete(const CommandRow& root, const std::vector<std::string>& words, const std::string& current);

/// For the scripts of shells: "words", "files" or "directories", then a candidate a line with its help behind a tab. A
/// candidate that ends in "=" or ":" goes on without a blank.
std::string text(const Completion& completion);

}  // namespace texelsort::app
