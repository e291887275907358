#include "compute/script/value.h"

#include <cmath>

#include <fmt/format.h>

namespace texelsort::script {

Value::Value(Table table) : held(std::make_shared<const Table>(std::move(table))) {}

const Table* Value::table() const {
  const auto* const found = std::get_if<std::shared_ptr<const Table>>(&held);
  return found == nullptr ? nullptr : found->get();
}

std::optional<std::int64_t> Value::integer() const {
  if (const auto* const whole = std::get_if<std::int64_t>(&held)) return *whole;
  const auto* const real = std::get_if<double>(&held);
  constexpr double most = 9.2e18;
  if (real == nullptr || *real != std::floor(*real) || std::abs(*real) > most) return std::nullopt;
  return static_cast<std::int64_t>(*real);
}

std::optional<double> Value::number() const {
  if (const auto* const whole = std::get_if<std::int64_t>(&held)) return static_cast<double>(*whole);
  const auto* const real = std::get_if<double>(&held);
  return real == nullptr ? std::nullopt : std::optional(*real);
}

const Value* Table::find(std::string_view wanted) const {
  for (const auto& [key, member] : members) {
    const std::string* const text = key.text();
    if (text != nullptr && *text == wanted) return &member;
  }
  return nullptr;
}

std::string kind_of(const Value& value) {
  constexpr const char* kinds[] = {"nil", "true or false", "a number", "a number", "a text", "a table", "a function"};
  return kinds[value.held.index()];
}

std::string plain_text(const Value& value) {
  if (const std::string* const text = value.text()) return *text;
  if (const bool* const flag = value.boolean()) return *flag ? "true" : "false";
  if (const auto whole = value.integer()) return std::to_string(*whole);
  if (const auto number = value.number()) return fmt::format("{}", *number);
  return kind_of(value);
}

}  // namespace texelsort::script
