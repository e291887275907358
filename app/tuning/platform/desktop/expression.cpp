#include "app/tuning/sweeps/expression.h"

#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "compute/data/error.h"
#include "compute/data/text/nearest.h"
#include "compute/data/text/number.h"
#include "compute/script/script.h"

namespace texelsort::app {

struct Expression::Program {
  script::Script script;
  Program(const std::string& text, const std::string& file)
      : script(text, file, {}, {.instructions = 1'000'000, .seconds = 1}) {}
};

namespace {

/// Returns the function of an expression as a Lua chunk. Its parameters are the names in the expression.
std::string chunk_of(const std::string& text, const std::vector<std::string>& names) {
  return fmt::format(
      "local min, max, floor, ceil, abs = math.min, math.max, math.floor, math.ceil, math.abs "
      "return function({}) return ({}\n) end",
      fmt::join(names, ", "), text);
}

script::Value value_of(const std::string& text) {
  if (const auto whole = data::read_number<std::int64_t>(text)) return *whole;
  if (const auto number = data::read_number<double>(text)) return *number;
  if (text == "true" || text == "false") return text == "true";
  return text;
}

/// Returns an error of Lua without the place in the chunk, which is not a file of the user.
std::string reason_of(const std::string& message, const std::string& place) {
  const std::size_t start = message.starts_with(place) ? message.find(": ", place.size()) : std::string::npos;
  return start == std::string::npos ? message : message.substr(start + 2);
}

}  // namespace

Expression::Expression(const std::string& option, const std::string& text)
    : option_(option), text_(text), names_(names_in(text)) {
  try {
    program_ = std::make_shared<Program>(chunk_of(text_, names_), option_);
  } catch (const script::ScriptError& error) {
    throw UsageError(fmt::format("{}: {}", place(), reason_of(error.what(), option_)));
  }
}

std::string Expression::value(const std::map<std::string, std::string>& values) const {
  std::vector<script::Value> arguments;
  for (const std::string& name : names_) {
    const auto found = values.find(name);
    if (found == values.end()) {
      std::vector<std::string> known;
      for (const auto& [one, value] : values) known.push_back(one);
      const std::string hint = data::did_you_mean(name, known);
      throw UsageError(fmt::format("{}: there is no value '{}'{} the expression may use {}", place(), name,
                                   hint.empty() ? ";" : hint, fmt::join(known, ", ")));
    }
    arguments.push_back(value_of(found->second));
  }
  script::Value result;
  try {
    result = program_->script.call(*program_->script.result().function(), arguments);
  } catch (const script::ScriptError& error) {
    throw UsageError(fmt::format("{}: {}", place(), reason_of(error.what(), option_)));
  }
  if (const auto whole = result.integer()) return std::to_string(*whole);
  if (result.number() || result.boolean() != nullptr || result.text() != nullptr) return script::plain_text(result);
  throw UsageError(fmt::format("{}: the value is {}, but a number, a word or true or false is needed", place(),
                               script::kind_of(result)));
}

bool Expression::holds(const std::map<std::string, std::string>& values) const {
  const std::string result = value(values);
  if (result == "true" || result == "false") return result == "true";
  throw UsageError(fmt::format("{}: the value is {}, but true or false is needed", place(), result));
}

}  // namespace texelsort::app
