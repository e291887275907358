#include "compute/algorithms/parameter.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "compute/data/error.h"
#include "compute/data/nearest.h"
#include "compute/data/number.h"

namespace texelsort::algorithms {
namespace {

std::optional<std::int64_t> parse_integer(const std::string& value) {
  const bool negative = value.starts_with('-');
  const auto size = data::parse_size(std::string_view(value).substr(negative ? 1 : 0));
  if (!size || *size > static_cast<std::uint64_t>(INT64_MAX)) return std::nullopt;
  return negative ? -static_cast<std::int64_t>(*size) : static_cast<std::int64_t>(*size);
}

/// The value in its plain form if it lies in the domain.
struct Normalise {
  const std::string& value;

  std::optional<std::string> operator()(const IntegerRange& range) const {
    const auto number = parse_integer(value);
    if (!number || *number < range.low || *number > range.high) return std::nullopt;
    return std::to_string(*number);
  }
  std::optional<std::string> operator()(const PowersOfTwo& range) const {
    const auto number = parse_integer(value);
    if (!number || *number < range.low || *number > range.high) return std::nullopt;
    if (!std::has_single_bit(static_cast<std::uint64_t>(*number))) return std::nullopt;
    return std::to_string(*number);
  }
  std::optional<std::string> operator()(const Choices& choices) const {
    if (std::ranges::find(choices.names, value) == choices.names.end()) return std::nullopt;
    return value;
  }
  std::optional<std::string> operator()(const Flag&) const {
    if (value == "true" || value == "1" || value == "on" || value == "yes") return "true";
    if (value == "false" || value == "0" || value == "off" || value == "no") return "false";
    return std::nullopt;
  }
};

struct Describe {
  std::string operator()(const IntegerRange& range) const {
    return fmt::format("an integer from {} to {}", range.low, range.high);
  }
  std::string operator()(const PowersOfTwo& range) const {
    return fmt::format("a power of two from {} to {}", range.low, range.high);
  }
  std::string operator()(const Choices& choices) const {
    return fmt::format("one of {}", fmt::join(choices.names, ", "));
  }
  std::string operator()(const Flag&) const { return "true or false"; }
};

const ParameterSpec& find_spec(const std::vector<ParameterSpec>& specs, const std::string& name) {
  std::vector<std::string> names;
  for (const ParameterSpec& spec : specs) {
    if (spec.name == name) return spec;
    names.push_back(spec.name);
  }
  if (names.empty()) throw UsageError(fmt::format("no parameter '{}': this algorithm has none", name));
  const std::string nearest = data::nearest(name, names);
  throw UsageError(nearest.empty() ? fmt::format("no parameter '{}'; there are: {}", name, fmt::join(names, ", "))
                                   : fmt::format("no parameter '{}', did you mean '{}'?", name, nearest));
}

}  // namespace

std::string text(const Domain& domain) {
  return std::visit(Describe{}, domain);
}

const std::string& Parameters::text(std::string_view name) const {
  const auto found = values_.find(std::string(name));
  if (found == values_.end()) throw InternalError(fmt::format("parameter '{}' was not resolved", name));
  return found->second;
}

std::int64_t Parameters::integer(std::string_view name) const {
  const std::string& value = text(name);
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error != std::errc() || end != value.data() + value.size()) {
    throw InternalError(fmt::format("parameter '{}' is '{}', not an integer", name, value));
  }
  return number;
}

bool Parameters::flag(std::string_view name) const {
  return text(name) == "true";
}

Parameters resolve(const std::vector<ParameterSpec>& specs, const std::map<std::string, std::string>& overrides,
                   const std::map<std::string, std::string>& base) {
  std::map<std::string, std::string> values;
  for (const ParameterSpec& spec : specs) values[spec.name] = spec.default_value;
  for (const auto* layer : {&base, &overrides}) {
    for (const auto& [name, value] : *layer) {
      const ParameterSpec& spec = find_spec(specs, name);
      const auto normal = std::visit(Normalise{value}, spec.domain);
      if (!normal) {
        throw UsageError(fmt::format("parameter {} = {} is out of its domain: {}{}{}", name, value, text(spec.domain),
                                     spec.unit.empty() ? "" : " ", spec.unit));
      }
      values[name] = *normal;
    }
  }
  return Parameters(std::move(values));
}

std::map<std::string, std::string> paper_values(const std::vector<ParameterSpec>& specs) {
  std::map<std::string, std::string> values;
  for (const ParameterSpec& spec : specs) {
    if (!spec.paper_value.empty()) values[spec.name] = spec.paper_value;
  }
  return values;
}

}  // namespace texelsort::algorithms
