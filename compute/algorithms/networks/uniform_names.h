#pragma once

#include <deque>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace texelsort::algorithms {

/// "name[0]", "name[1]", ...: made once, since uniforms borrow their names. Grows, and never moves what it holds.
class UniformNames {
 public:
  explicit UniformNames(std::string name) : name_(std::move(name)) {}
  std::string_view operator[](std::size_t i) {
    while (names_.size() <= i) names_.push_back(fmt::format("{}[{}]", name_, names_.size()));
    return names_[i];
  }

 private:
  std::string name_;
  std::deque<std::string> names_;
};

}  // namespace texelsort::algorithms
