#pragma once

#include <string>
#include <vector>

namespace texelsort::app {

/// Output of a program that has ended.
struct ChildOutput {
  int exit_code = 0;  ///< 128 plus the signal's number if a signal ended the program
  std::string out, err;
};

/// Name of the file of this program, for run_child().
inline constexpr auto this_program = "/proc/self/exe";

/// Runs a program with these words and waits for its end. Looks in the folders of PATH if `program` contains no slash.
/// Throws UsageError if the program cannot be started, and UnavailableError in a web page.
ChildOutput run_child(const std::string& program, std::vector<std::string> words);

}  // namespace texelsort::app
