#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compute/script/script.h"

namespace texelsort::algorithms::scripted {

/// Description of one field of a table in a script. Documentation and messages use it, and Fields reads only described
/// fields.
struct FieldSpec {
  std::string_view name;
  std::string_view type;     ///< type in words, for example "list of texts"
  std::string_view initial;  ///< value without the field; "required" if there is none
  std::string_view help;
};

/// A table that a script passes to a function, with all its fields.
struct TableSpec {
  std::string_view name;  ///< function of the script, for example "pass"
  std::string_view help;
  std::span<const FieldSpec> fields;
  bool claim = false;  ///< true for claims
};

/// Returns all tables that scripts pass, for the reference of the documentation.
std::span<const TableSpec> table_specs();
/// Returns the description of a table. Throws InternalError for an unknown name.
const TableSpec& table_spec(std::string_view name);
/// Functions and tables of Lua that scripts may use.
std::span<const std::string_view> global_names();

/// Returns the function of the script that made a table, such as "indirect". Empty for other values.
std::string maker_of(const script::Value& value);

/// A table of a script and its place, from which C++ reads fields by name. All functions throw UsageError with the
/// place for a value of a wrong type.
class Fields {
 public:
  /// Requires that `value` is a table. Throws UsageError for members that `spec` does not have.
  Fields(const script::Script& script, const TableSpec& spec, const script::Value& value, int line);

  const script::Value* find(std::string_view name) const;
  bool has(std::string_view name) const { return find(name) != nullptr; }
  std::string text(std::string_view name, std::optional<std::string> missing = {}) const;
  std::int64_t integer(std::string_view name, std::optional<std::int64_t> missing = {}) const;
  /// Returns a number from 0 to `most`.
  std::uint64_t natural(std::string_view name, std::optional<std::uint64_t> missing = {},
                        std::uint64_t most = std::uint64_t{1} << 40) const;
  bool flag(std::string_view name, bool missing) const;
  std::optional<script::Function> function(std::string_view name) const;
  /// Returns the elements of a list. Null if the field is missing.
  const script::Table* table(std::string_view name) const;
  std::vector<std::string> texts(std::string_view name, std::vector<std::string> missing) const;

  /// Throws UsageError: "FILE:LINE: TABLE: message".
  [[noreturn]] void refuse(std::string_view message) const;
  int line() const { return line_; }
  const script::Script& script() const { return script_; }

 private:
  const script::Value& required(std::string_view name) const;
  [[noreturn]] void refuse_kind(std::string_view name, const script::Value& value, std::string_view wanted) const;

  const script::Script& script_;
  const TableSpec& spec_;
  const script::Table* table_ = nullptr;
  int line_;
};

}  // namespace texelsort::algorithms::scripted
