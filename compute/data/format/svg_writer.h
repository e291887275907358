#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "compute/data/text/outgoing_text.h"

namespace texelsort::data {

// NOLINTBEGIN(google-explicit-constructor): calls list plain values.
/// Value of an SVG attribute. SvgWriter omits attributes with empty values.
struct SvgValue {
  SvgValue(std::string value) : text(std::move(value)) {}
  SvgValue(const char* value) : text(value) {}
  SvgValue(int number) : text(std::to_string(number)) {}
  SvgValue(double number);  ///< formats an attribute's number with one decimal

  std::string text;
};

/// Attribute names, separated by spaces. The number of names must equal the number of values, otherwise the code does
/// not compile.
template <std::size_t count>
struct SvgNames {
  consteval SvgNames(const char* names) : text(names) {
    if (std::ranges::count(text, ' ') + (text.empty() ? 0 : 1) != count) throw "each attribute has a value";
  }
  std::string_view text;
};
// NOLINTEND(google-explicit-constructor)

/// Writes SVG elements in order, and escapes texts. The same calls always produce the same bytes.
class SvgWriter {
 public:
  /// Starts a document with a white background. Width and height are in pixels.
  void start_document(double width, double height, std::string_view title, std::string_view description);

  template <class... Values>
  void start(const char* name, SvgNames<sizeof...(Values)> names, const Values&... values) {
    write(name, names.text, {values...}, ">");
    open_.push_back(name);
  }
  /// Ends the last element that start() has begun.
  void end();
  /// Writes an element without contents.
  template <class... Values>
  void element(const char* name, SvgNames<sizeof...(Values)> names, const Values&... values) {
    write(name, names.text, {values...}, "/>");
  }
  /// Writes an element that contains only text.
  template <class... Values>
  void words(const char* name, std::string_view text, SvgNames<sizeof...(Values)> names, const Values&... values) {
    write(name, names.text, {values...}, ">" + xml_text(text) + "</" + name + ">");
  }

  /// Sets whether a line end follows each of the next tags (default: true).
  void end_lines(bool chosen) { line_end_ = chosen ? "\n" : ""; }

  const std::string& text() const { return text_; }

 private:
  void write(const char* name, std::string_view names, std::initializer_list<SvgValue> values, std::string_view end);

  std::string text_;
  std::vector<const char*> open_;
  const char* line_end_ = "\n";
};

}  // namespace texelsort::data
