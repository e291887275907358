#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace texelsort::app {

/// Output of a program that has ended.
struct ChildOutput {
  int exit_code = 0;  ///< 128 plus the signal's number if a signal ended the program
  std::string out, err;
};

/// Name of the file of this program, for Child.
inline constexpr auto this_program = "/proc/self/exe";

/// A child process.
class Child {
 public:
  /// Starts a program with these words. Looks in the folders of PATH if `program` contains no slash. Throws UsageError
  /// if the program cannot be started, and UnavailableError in a web page.
  Child(const std::string& program, std::vector<std::string> words);
  ~Child();
  Child(Child&&) noexcept;
  Child& operator=(Child&&) noexcept;

  /// Waits for the next line of standard output, and returns it if it begins with `prefix`. Returns null if it does
  /// not, or if the program has closed its output. The line then remains part of ChildOutput::out.
  std::optional<std::string> line(std::string_view prefix);

  /// Writes a line to standard input. Does nothing if the program has closed it.
  void send(const std::string& line);

  /// Closes standard input, waits for the end of the program, and returns the output that line() has not returned.
  ChildOutput end();

 private:
  struct Process;
  std::unique_ptr<Process> process_;
};

}  // namespace texelsort::app
