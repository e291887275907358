#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace texelsort::algorithms {

struct IntegerRange {
  std::int64_t low = 0, high = 0;
};
struct PowersOfTwo {
  std::int64_t low = 1, high = 1;
};
struct Choices {
  std::vector<std::string> names;
};
struct Flag {};

using Domain = std::variant<IntegerRange, PowersOfTwo, Choices, Flag>;

/// Returns the text of a parameter's domain: "an integer from 1 to 8", "a power of two from 16 to 1024", "one of a, b,
/// c", "true or false".
std::string text(const Domain& domain);

/// Condition that a parameter has one of the listed values. If `except` is true, the parameter must have none of them.
struct Condition {
  std::string parameter;
  std::vector<std::string> values;
  bool except = false;
};

/// A case in which a parameter has an effect, namely if all conditions in `when` hold. If `values` is not empty, only
/// the values in this list have an effect.
struct Use {
  std::vector<Condition> when;
  std::vector<std::string> values{};
};

/// Makes the condition that the named parameter has one of the listed values.
std::vector<Use> only_with(std::string parameter, std::vector<std::string> values);
/// Makes the condition that the named parameter has none of the listed values.
std::vector<Use> unless(std::string parameter, std::vector<std::string> values);

/// One parameter of an algorithm. Sliders, command-line options, sweep axes, validation messages and documentation are
/// generated from it.
struct ParameterSpec {
  std::string name;
  std::string unit;  ///< Unit of the values, for example "texels" or "invocations". Empty if the parameter has no unit.
  Domain domain;
  std::string default_value;
  std::string paper_value;  ///< Parameter value in the cited source. Empty if the source gives no value.
  std::string help;         ///< help text of the parameter: one sentence with its source
  /// Cases in which the parameter has an effect. If the list is empty, the parameter always has an effect.
  std::vector<Use> used{};
};

/// Values of an algorithm's parameters by name. resolve() has checked that they are complete and valid.
class Parameters {
 public:
  Parameters() = default;
  explicit Parameters(std::map<std::string, std::string> values) : values_(std::move(values)) {}

  std::int64_t integer(std::string_view name) const;
  bool flag(std::string_view name) const;
  const std::string& text(std::string_view name) const;
  const std::map<std::string, std::string>& values() const { return values_; }
  bool operator==(const Parameters&) const = default;

 private:
  std::map<std::string, std::string> values_;
};

/// Returns the text of the cases in which a parameter has an effect: "with form = cooperative". Returns an empty string
/// if the parameter always has an effect.
std::string use_text(const ParameterSpec& spec);

/// Returns the help text and the cases in which the parameter has an effect: "... Only with form = cooperative."
std::string help_text(const ParameterSpec& spec);

/// Returns why a parameter has no effect with these values: "it needs form = cooperative, but form is serial". Returns
/// null if the parameter has an effect. `values` must be complete and valid.
std::optional<std::string> unused_reason(const ParameterSpec& spec, const std::map<std::string, std::string>& values);

/// Returns a parameter value in its plain form, which writes a size as a decimal number. Returns null if the
/// parameter's domain does not contain the value.
std::optional<std::string> plain_form(const ParameterSpec& spec, const std::string& value);

/// Returns the value of every parameter: from `overrides`, otherwise from `base` (for example tuned values), otherwise
/// the default.
/// Throws UsageError for an unknown name, a value outside its domain, or an override without effect. The error gives
/// the nearest name, the domain, or the reason. Integers may be written as sizes ("1k", "2^10").
Parameters resolve(const std::vector<ParameterSpec>& specs, const std::map<std::string, std::string>& overrides,
                   const std::map<std::string, std::string>& base = {});

/// Removes the values of parameters that have no effect. `values` must contain all parameters.
std::map<std::string, std::string> used_values(const std::vector<ParameterSpec>& specs,
                                               std::map<std::string, std::string> values);

/// Removes overrides that resolve() would reject because their name is unknown or they have no effect. Returns the
/// others.
std::map<std::string, std::string> used_overrides(const std::vector<ParameterSpec>& specs,
                                                  std::map<std::string, std::string> overrides,
                                                  const std::map<std::string, std::string>& base = {});

/// Returns the paper's values for parameters that the user has not given. Omits parameters that have no effect with the
/// given values.
std::map<std::string, std::string> paper_values(const std::vector<ParameterSpec>& specs,
                                                const std::map<std::string, std::string>& given = {});

}  // namespace texelsort::algorithms
