#include "app/problem/toml_table.h"

#include <algorithm>

#include <fmt/format.h>

#include "compute/data/error.h"
#include "compute/data/format/document.h"
#include "compute/data/text/nearest.h"

namespace texelsort::app {

void TomlTable::fail(const toml::node& at, const std::string& why) const {
  throw UsageError(fmt::format("{}:{}: {}", file_, at.source().begin.line, why));
}

const toml::node* TomlTable::find(std::string_view key) {
  known_.emplace_back(key);
  return table_.get(key);
}

const toml::node& TomlTable::need(std::string_view key) {
  const toml::node* node = find(key);
  if (node == nullptr) fail(table_, fmt::format("{} has no '{}'{}", what_, key, meant(key)));
  return *node;
}

std::string TomlTable::text(std::string_view key) {
  return text_of(need(key), key);
}

std::string TomlTable::text_or_none(std::string_view key) {
  const toml::node* node = find(key);
  return node == nullptr ? std::string() : text_of(*node, key);
}

std::uint64_t TomlTable::number(std::string_view key) {
  return number_of(need(key), key);
}

std::optional<std::uint64_t> TomlTable::number_or_none(std::string_view key) {
  const toml::node* node = find(key);
  return node == nullptr ? std::nullopt : std::optional(number_of(*node, key));
}

std::optional<double> TomlTable::ratio_or_none(std::string_view key) {
  const toml::node* node = find(key);
  if (node == nullptr) return std::nullopt;
  const auto value = node->is_number() ? node->value<double>() : std::nullopt;
  if (!value || !(*value > 0)) fail(*node, fmt::format("'{}': expected a number above 0", key));
  return value;
}

std::vector<std::string> TomlTable::texts(std::string_view key) {
  const toml::node* node = find(key);
  if (node == nullptr) return {};
  const toml::array* array = node->as_array();
  if (array == nullptr) fail(*node, fmt::format("'{}': expected an array of strings, between [ and ]", key));
  std::vector<std::string> found;
  for (const toml::node& one : *array) found.push_back(text_of(one, key));
  return found;
}

std::vector<const toml::table*> TomlTable::tables(std::string_view key) {
  const toml::node* node = find(key);
  if (node == nullptr) return {};
  const toml::array* array = node->as_array();
  if (array == nullptr) fail(*node, fmt::format("'{0}': expected an array of tables, each below [[{0}]]", key));
  std::vector<const toml::table*> found;
  for (const toml::node& one : *array) {
    if (!one.is_table()) fail(one, fmt::format("'{0}': expected a table below [[{0}]]", key));
    found.push_back(one.as_table());
  }
  return found;
}

const toml::table* TomlTable::table(std::string_view key) {
  const toml::node* node = find(key);
  if (node == nullptr) return nullptr;
  if (!node->is_table()) fail(*node, fmt::format("'{0}': expected a table below [{0}]", key));
  return node->as_table();
}

void TomlTable::finish() const {
  for (const auto& [key, node] : table_) {
    const std::string name(key.str());
    if (std::ranges::find(known_, name) != known_.end()) continue;
    throw UsageError(fmt::format("{}:{}: {} has no key '{}'{}", file_, key.source().begin.line, what_, name,
                                 data::did_you_mean(name, known_)));
  }
}

/// Returns a suggestion for an error message about a missing key. Returns an empty string if the table has no similar
/// key.
std::string TomlTable::meant(std::string_view key) const {
  std::vector<std::string> keys;
  for (const auto& [one, node] : table_) keys.emplace_back(one.str());
  const std::string nearest = data::nearest(key, keys);
  return nearest.empty() ? "" : fmt::format(", but a similar key '{}': correct its name", nearest);
}

std::string TomlTable::text_of(const toml::node& node, std::string_view key) const {
  const auto value = node.value_exact<std::string>();
  if (!value || value->empty()) fail(node, fmt::format("'{}': expected a non-empty string in quotes", key));
  return *value;
}

std::uint64_t TomlTable::number_of(const toml::node& node, std::string_view key) const {
  const auto value = node.value_exact<std::int64_t>();
  if (!value || *value < 0) fail(node, fmt::format("'{}': expected a whole number from 0", key));
  return static_cast<std::uint64_t>(*value);
}

toml::table parse_toml(std::string_view text, const std::string& file) {
  data::require_toml_bounds(text, file);
  try {
    return toml::parse(text);
  } catch (const toml::parse_error& error) {
    throw UsageError(fmt::format("{}:{}: {}", file, error.source().begin.line, error.description()));
  }
}

}  // namespace texelsort::app
