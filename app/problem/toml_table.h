#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <toml++/toml.h>

namespace texelsort::app {

/// Reads the keys of one table in a TOML file that a person wrote (https://toml.io/en/v1.0.0). All errors name file and
/// line. finish() rejects keys that were not read, because they are probably misspelt. The table and the file's name
/// must outlive this object.
class TomlTable {
 public:
  /// Reads the keys of `table`. Error messages call the table `what`, for example "a step".
  TomlTable(const toml::table& table, std::string what, const std::string& file)
      : table_(table), what_(std::move(what)), file_(file) {}

  std::size_t line() const { return table_.source().begin.line; }

  [[noreturn]] void fail(const toml::node& at, const std::string& why) const;

  /// Returns the value of a key, or null if the key is missing.
  const toml::node* find(std::string_view key);
  /// Returns the value of a key. If the key is missing, throws UsageError, which may suggest a similar key.
  const toml::node& need(std::string_view key);

  /// Return a text or a whole number. Throw UsageError for an empty string, a fraction, or a number below 0.
  std::string text(std::string_view key);
  std::string text_or_none(std::string_view key);
  std::uint64_t number(std::string_view key);
  std::optional<std::uint64_t> number_or_none(std::string_view key);
  /// Returns a number above 0, which may have a fraction, or nothing if the key is missing.
  std::optional<double> ratio_or_none(std::string_view key);
  /// Returns an array of strings, which is empty if the key is missing.
  std::vector<std::string> texts(std::string_view key);
  /// Returns the tables of [[key]] in order. The result is empty if the key is missing.
  std::vector<const toml::table*> tables(std::string_view key);
  /// Returns the table of [key], or null if the key is missing.
  const toml::table* table(std::string_view key);

  /// Throws UsageError if the table contains a key that no call has read.
  void finish() const;

 private:
  std::string meant(std::string_view key) const;
  std::string text_of(const toml::node& node, std::string_view key) const;
  std::uint64_t number_of(const toml::node& node, std::string_view key) const;

  const toml::table& table_;
  std::string what_;
  const std::string& file_;
  std::vector<std::string> known_;
};

/// Parses a TOML text. Throws UsageError with file and line if the text is invalid, or exceeds the limits in
/// compute/data/format/document.h.
toml::table parse_toml(std::string_view text, const std::string& file);

}  // namespace texelsort::app
