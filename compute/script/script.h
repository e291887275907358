#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compute/data/error.h"
#include "compute/script/value.h"

/// Lua 5.4 without files, processes, clock and random numbers. A script cannot use more time or memory than its limits.
namespace texelsort::script {

/// Error: a script, or what it describes, is wrong. The message begins with a file of the user.
struct ScriptError : UsageError {
  using UsageError::UsageError;
};

/// Limits of the script as a whole (memory) and of each call from outside (instructions, time). Requests of a Routine
/// that get no answer are parts of one call for its instructions.
struct Limits {
  std::uint64_t instructions = 100'000'000;
  double seconds = 10;  ///< for library functions that take long for one instruction
  std::uint64_t bytes = std::uint64_t{64} << 20;
};

/// A call by which a running function of the script hands over to the program.
struct Request {
  std::string name;
  std::vector<Value> arguments;
  int line = 0;  ///< line of the call in the script
};

/// A script that has been loaded. All functions throw ScriptError with "FILE:LINE: " for errors of the script and for
/// exceeded limits.
class Script {
 public:
  struct Names {
    /// Functions that return their table with the members `made_by` (their name) and `line`.
    std::vector<std::string> makers;
    /// Functions that hand over to the program. They may be called only in a Routine.
    std::vector<std::string> requests;
  };

  /// Loads and runs a script. `file` is its name in messages.
  Script(std::string_view text, std::string file, const Names& names, const Limits& limits = {});
  ~Script();
  Script(const Script&) = delete;
  Script& operator=(const Script&) = delete;

  /// Returns what the script has returned.
  const Value& result() const;
  const std::string& file() const;
  Value call(const Function& function, const std::vector<Value>& arguments) const;

  /// Returns a message with the place in the script: "FILE:LINE: message".
  std::string at(int line, std::string_view message) const;

 private:
  friend class Routine;
  struct State;
  std::unique_ptr<State> state_;
};

/// A function of a script that runs until it makes a request, and later goes on. The script must outlive it.
class Routine {
 public:
  Routine(const Script& script, const Function& function, const std::vector<Value>& arguments);
  ~Routine();
  Routine(const Routine&) = delete;
  Routine& operator=(const Routine&) = delete;

  /// Goes on with `answer` as the result of the last request. Returns the next request, or null if the function has
  /// ended.
  std::optional<Request> resume(const Value& answer = {});

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace texelsort::script
