#pragma once

#include <exception>
#include <string>

#include "app/problem/plain_message.h"

namespace texelsort::app {

/// The last message of work beside the run: what was done, or why it was not.
class LastMessage {
 public:
  const std::string& message() const { return message_; }
  bool refused() const { return refused_; }

 protected:
  void say(const std::string& message, bool refused = false) {
    message_ = plain_message(message);
    refused_ = refused;
  }
  /// Returns false if `action` throws, and says why.
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
