#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace texelsort::script {

struct Table;

/// A function of a script. It is valid as long as its Script.
struct Function {
  int reference = 0;
  bool operator==(const Function&) const = default;
};

/// A value of a script, copied out of it.
struct Value {
  std::variant<std::monostate, bool, std::int64_t, double, std::string, std::shared_ptr<const Table>, Function> held{};

  Value() = default;
  Value(bool value) : held(value) {}                                      // NOLINT(google-explicit-constructor)
  Value(std::int64_t value) : held(value) {}                              // NOLINT(google-explicit-constructor)
  Value(std::uint64_t value) : held(static_cast<std::int64_t>(value)) {}  // NOLINT(google-explicit-constructor)
  Value(double value) : held(value) {}                                    // NOLINT(google-explicit-constructor)
  Value(std::string value) : held(std::move(value)) {}                    // NOLINT(google-explicit-constructor)
  Value(const char* value) : held(std::string(value)) {}                  // NOLINT(google-explicit-constructor)
  Value(Table table);                                                     // NOLINT(google-explicit-constructor)

  bool is_nil() const { return std::holds_alternative<std::monostate>(held); }
  const bool* boolean() const { return std::get_if<bool>(&held); }
  const std::string* text() const { return std::get_if<std::string>(&held); }
  const Function* function() const { return std::get_if<Function>(&held); }
  /// Returns the table. Null for other values.
  const Table* table() const;
  /// Returns a whole number, also if the script holds it as a float such as 2^24. Null for other values.
  std::optional<std::int64_t> integer() const;
  std::optional<double> number() const;
};

/// A table of a script: its elements 1, 2, ... and its other members, in ascending order of integers and texts.
struct Table {
  std::vector<Value> elements{};
  std::vector<std::pair<Value, Value>> members{};
  /// Name of the table for a script. If it is not empty, reading a member that the table lacks is an error.
  std::string name{};

  const Value* find(std::string_view wanted) const;
};

/// Returns what kind of value it is, for messages: "nil", "a text", "a number", "a table".
std::string kind_of(const Value& value);
/// Returns the text of a number, bool or text, for messages and #define lines.
std::string plain_text(const Value& value);

}  // namespace texelsort::script
