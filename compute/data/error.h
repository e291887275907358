#pragma once

#include <stdexcept>
#include <string>

namespace texelsort {

/// Exit codes of the program. "Command line" in the README describes them.
enum class ExitCode { good = 0, check_failed = 1, usage = 2, unavailable = 3, internal = 4 };

/// Error that ends a command with one line on standard error. The line contains the problem, its location and the
/// remedy.
class Error : public std::runtime_error {
 public:
  Error(ExitCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  ExitCode code() const { return code_; }

 private:
  ExitCode code_;
};

/// Error: the command line or the input is wrong. The exit code is 2.
struct UsageError : Error {
  explicit UsageError(const std::string& message) : Error(ExitCode::usage, message) {}
};

/// Error: this machine lacks a required feature or resource. The exit code is 3.
struct UnavailableError : Error {
  explicit UnavailableError(const std::string& message) : Error(ExitCode::unavailable, message) {}
};

/// Error: the device or texelsort has failed. The exit code is 4.
struct InternalError : Error {
  explicit InternalError(const std::string& message) : Error(ExitCode::internal, message) {}
};

}  // namespace texelsort
