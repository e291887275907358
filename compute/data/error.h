#pragma once

#include <stdexcept>
#include <string>

namespace texelsort {

/// Exit codes of the program; see "Command line" in the README.
enum class ExitCode { good = 0, check_failed = 1, usage = 2, unavailable = 3, internal = 4 };

/// An error that ends a command with one line on standard error: the problem, its location and the remedy.
class Error : public std::runtime_error {
 public:
  Error(ExitCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  ExitCode code() const { return code_; }

 private:
  ExitCode code_;
};

/// The command line or the input is wrong (exit code 2).
struct UsageError : Error {
  explicit UsageError(const std::string& message) : Error(ExitCode::usage, message) {}
};

/// This machine lacks a required feature or resource (exit code 3).
struct UnavailableError : Error {
  explicit UnavailableError(const std::string& message) : Error(ExitCode::unavailable, message) {}
};

/// The device or texelsort failed (exit code 4).
struct InternalError : Error {
  explicit InternalError(const std::string& message) : Error(ExitCode::internal, message) {}
};

}  // namespace texelsort
