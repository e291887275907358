#include "compute/algorithms/core/parameter.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "compute/data/error.h"
#include "compute/data/text/nearest.h"
#include "compute/data/text/number.h"

namespace texelsort::algorithms {
namespace {

std::optional<std::int64_t> parse_integer(const std::string& value) {
  const bool negative = value.starts_with('-');
  const auto size = data::parse_size(std::string_view(value).substr(negative ? 1 : 0));
  if (!size || *size > static_cast<std::uint64_t>(INT64_MAX)) return std::nullopt;
  return negative ? -static_cast<std::int64_t>(*size) : static_cast<std::int64_t>(*size);
}

/// Visitor of a domain that returns a parameter value in its plain form, or null if the domain does not contain the
/// value.
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
  if (names.empty()) throw UsageError(fmt::format("unknown parameter '{}': this algorithm has no parameters", name));
  const std::string nearest = data::nearest(name, names);
  throw UsageError(nearest.empty() ? fmt::format("unknown parameter '{}': choose from {}", name, fmt::join(names, ", "))
                                   : fmt::format("unknown parameter '{}', did you mean '{}'?", name, nearest));
}

using Values = std::map<std::string, std::string>;

/// Returns the text of a condition on a parameter: "steps other than 1", "selection = quick or even-quick".
std::string text(const Condition& condition) {
  return fmt::format("{}{}{}", condition.parameter, condition.except ? " other than " : " = ",
                     fmt::join(condition.values, " or "));
}

bool holds(const Condition& condition, const Values& values) {
  const auto found = values.find(condition.parameter);
  if (found == values.end()) throw InternalError(fmt::format("no parameter '{}' to depend on", condition.parameter));
  return (std::ranges::find(condition.values, found->second) != condition.values.end()) != condition.except;
}

/// Returns one value per parameter, in plain form: the value in `overrides`, otherwise the value in `base`, otherwise
/// the default.
Values layered(const std::vector<ParameterSpec>& specs, const Values& overrides, const Values& base) {
  Values values;
  for (const ParameterSpec& spec : specs) values[spec.name] = spec.default_value;
  for (const Values* layer : {&base, &overrides}) {
    for (const auto& [name, value] : *layer) {
      const ParameterSpec& spec = find_spec(specs, name);
      const auto normal = plain_form(spec, value);
      if (!normal) {
        throw UsageError(fmt::format("parameter {} = {}: expected {}{}{}", name, value, algorithms::text(spec.domain),
                                     spec.unit.empty() ? "" : " ", spec.unit));
      }
      values[name] = *normal;
    }
  }
  return values;
}

}  // namespace

std::vector<Use> only_with(std::string parameter, std::vector<std::string> values) {
  return {Use{{Condition{std::move(parameter), std::move(values)}}}};
}

std::vector<Use> unless(std::string parameter, std::vector<std::string> values) {
  return {Use{{Condition{std::move(parameter), std::move(values), true}}}};
}

std::optional<std::string> plain_form(const ParameterSpec& spec, const std::string& value) {
  return std::visit(Normalise{value}, spec.domain);
}

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

namespace {

/// Returns the text of a case in which a parameter has an effect: "records = direct with form = serial".
std::string text(const Use& use) {
  std::vector<std::string> conditions;
  for (const Condition& condition : use.when) conditions.push_back(text(condition));
  return fmt::format("{}", fmt::join(conditions, " with "));
}

bool is_for(const Use& use, const std::string& value) {
  return use.values.empty() || std::ranges::find(use.values, value) != use.values.end();
}

}  // namespace

std::string use_text(const ParameterSpec& spec) {
  std::vector<std::string> uses;
  for (const Use& use : spec.used) {
    uses.push_back(text(use));
    if (!use.values.empty()) uses.back() += fmt::format(" ({} only)", fmt::join(use.values, ", "));
  }
  return uses.empty() ? "" : fmt::format("with {}", fmt::join(uses, ", or "));
}

std::string help_text(const ParameterSpec& spec) {
  const std::string use = use_text(spec);
  return use.empty() ? spec.help : fmt::format("{} Only {}.", spec.help, use);
}

std::optional<std::string> unused_reason(const ParameterSpec& spec, const std::map<std::string, std::string>& values) {
  if (spec.used.empty()) return std::nullopt;
  std::vector<std::string> uses, present;
  for (const Use& use : spec.used) {
    if (!is_for(use, values.at(spec.name))) continue;
    if (std::ranges::all_of(use.when, [&](const Condition& one) { return holds(one, values); })) return std::nullopt;
    uses.push_back(text(use));
    for (const Condition& condition : use.when) {
      std::string now = fmt::format("{} is {}", condition.parameter, values.at(condition.parameter));
      if (!holds(condition, values) && std::ranges::find(present, now) == present.end()) present.push_back(now);
    }
  }
  return fmt::format("it needs {}, but {}", fmt::join(uses, ", or "), fmt::join(present, " and "));
}

Parameters resolve(const std::vector<ParameterSpec>& specs, const std::map<std::string, std::string>& overrides,
                   const std::map<std::string, std::string>& base) {
  Values values = layered(specs, overrides, base);
  for (const auto& [name, value] : overrides) {
    if (const auto reason = unused_reason(find_spec(specs, name), values)) {
      throw UsageError(fmt::format("parameter {} = {} has no effect: {}", name, value, *reason));
    }
  }
  return Parameters(std::move(values));
}

std::map<std::string, std::string> used_values(const std::vector<ParameterSpec>& specs,
                                               std::map<std::string, std::string> values) {
  const Values all = values;
  for (const ParameterSpec& spec : specs) {
    if (all.contains(spec.name) && unused_reason(spec, all)) values.erase(spec.name);
  }
  return values;
}

std::map<std::string, std::string> used_overrides(const std::vector<ParameterSpec>& specs,
                                                  std::map<std::string, std::string> overrides,
                                                  const std::map<std::string, std::string>& base) {
  std::erase_if(overrides, [&](const auto& each) {
    return std::ranges::find(specs, each.first, &ParameterSpec::name) == specs.end();
  });
  const Values used = used_values(specs, layered(specs, overrides, base));
  std::erase_if(overrides, [&](const auto& each) { return !used.contains(each.first); });
  return overrides;
}

std::map<std::string, std::string> paper_values(const std::vector<ParameterSpec>& specs,
                                                const std::map<std::string, std::string>& given) {
  Values paper, known = given;
  for (const ParameterSpec& spec : specs) {
    if (!spec.paper_value.empty() && !given.contains(spec.name)) paper[spec.name] = spec.paper_value;
  }
  // Unknown names are removed here because resolve() reports them.
  std::erase_if(known, [&](const auto& each) {
    return std::ranges::find(specs, each.first, &ParameterSpec::name) == specs.end();
  });
  const Values used = used_values(specs, layered(specs, known, paper));
  std::erase_if(paper, [&](const auto& each) { return !used.contains(each.first); });
  return paper;
}

}  // namespace texelsort::algorithms
