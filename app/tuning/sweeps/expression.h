#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace texelsort::app {

/// A Lua expression over named values, such as "workgroup*4" or "tile*workgroup<=4096".
class Expression {
 public:
  /// Reads an expression. `option` is the option that contains it, for messages: "--where" or "-p tile=". Throws
  /// UsageError for a text that is not an expression, and in the browser edition, which has no Lua.
  Expression(const std::string& option, const std::string& text);

  const std::string& text() const { return text_; }
  /// Returns the expression after its option, for messages: "--where tile<64" or "-p tile=workgroup*4".
  std::string place() const { return option_ + (option_.ends_with('=') ? "" : " ") + text_; }
  /// Returns the names of the values that the expression uses, each once.
  const std::vector<std::string>& names() const { return names_; }

  /// Returns the value of the expression as text. Texts of numbers in `values` count as numbers. Throws UsageError,
  /// which contains the expression and the reason, if a value is missing or if the expression has no value.
  std::string value(const std::map<std::string, std::string>& values) const;

  /// Returns whether the expression is true. Throws UsageError like value(), and for a value that is not true or false.
  bool holds(const std::map<std::string, std::string>& values) const;

 private:
  struct Program;

  std::string option_, text_;
  std::vector<std::string> names_;
  std::shared_ptr<const Program> program_;
};

/// Returns the names in an expression that are not functions of Lua, each once.
std::vector<std::string> names_in(const std::string& expression);

/// Returns whether the values of an option -p are an expression instead of a list: they contain "*", "%", "<", ">" or
/// brackets, or they calculate with one of `names`.
bool is_expression(const std::string& text, const std::vector<std::string>& names);

}  // namespace texelsort::app
