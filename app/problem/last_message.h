#pragma once

#include <exception>
#include <string>

#include "app/problem/plain_message.h"

namespace texelsort::app {

/// Holds the message about the window's last action that is independent of the run: its result, or the reason for its
/// failure.
class LastMessage {
 public:
  const std::string& message() const { return message_; }
  bool refused() const { return refused_; }

 protected:
  void say(const std::string& message, bool refused = false) {
    message_ = plain_message(message);
    refused_ = refused;
  }
  /// Calls `action` and returns true. If `action` throws, stores the error as the message and returns false.
  template <class Action>
  bool attempt(Action&& action) {
    try {
      action();
      return true;
    } catch (const std::exception& error) {
      say(error.what(), true);
      return false;
    }
  }

 private:
  std::string message_;
  bool refused_ = false;
};

}  // namespace texelsort::app
