#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <toml++/toml.h>

namespace texelsort::app {

/// A table of a TOML file (https://toml.io/en/v1.0.0) that people write: every message names file and line, and what
/// nobody has asked for when it is finished is an error. The table and the file's name outlive it.
class TomlTable {
 public:
  /// `what` stands in messages: "a step".
  TomlTable(const toml::table& table, std::string what, const std::string& file)
      : table_(table), what_(std::move(what)), file_(file) {}

  std::size_t line() const { return table_.source().begin.line; }

  [[noreturn]] void fail(const toml::node& at, const std::string& why) const;

  /// Null if it is not there.
  const toml::node* find(std::string_view key);
  /// Throws UsageError if it is not there, with one that looks like it.
  const toml::node& need(std::string_view key);

  /// Texts are not empty, numbers are whole and not below 0.
  std::string text(std::string_view key);
  std::string text_or_none(std::string_view key);
  std::uint64_t number(std::string_view key);
  std::optional<std::uint64_t> number_or_none(std::string_view key);
  /// With or without a fraction, above 0.
  std::optional<double> ratio_or_none(std::string_view key);
  /// An array of texts; none if it is not there.
  std::vector<std::string> texts(std::string_view key);
  /// Tables below [[key]]; none if there are none.
  std::vector<const toml::table*> tables(std::string_view key);
  /// The table below [key]; null if there is none.
  const toml::table* table(std::string_view key);

  /// Throws UsageError for a key that nobody has asked for.
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

/// Throws UsageError with file and line for a text that is no TOML, or beyond the bounds of
/// compute/data/format/document.h.
toml::table parse_toml(std::string_view text, const std::string& file);

}  // namespace texelsort::app
