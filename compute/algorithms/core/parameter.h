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

/// Returns the text of a domain: "an integer from 1 to 8", "a power of two from 16 to 1024", "one of a, b, c", "true or
/// false".
std::string text(const Domain& domain);

/// Condition that a parameter has one of some values. With `except`, the condition is that it has none of them.
struct Condition {
  std::string parameter;
  std::vector<std::string> values;
  bool except = false;
};

/// A case in which a parameter has an effect: all conditions hold. If `values` is not empty, only these values have an
/// effect.
struct Use {
  std::vector<Condition> when;
  std::vector<std::string> values{};
};

/// Makes the condition that another parameter has one of these values.
std::vector<Use> only_with(std::string parameter, std::vector<std::string> values);
/// Makes the condition that another parameter has none of these values.
std::vector<Use> unless(std::string parameter, std::vector<std::string> values);

/// One parameter of an algorithm. Sliders, command-line options, sweep axes, validation messages and documentation are
/// generated from it.
struct ParameterSpec {
  std::string name;
  std::string unit;  ///< For example "texels" or "invocations". Empty if the parameter has no unit.
  Domain domain;
  std::string default_value;
  std::string paper_value;  ///< Value in the cited source. Empty if the source gives none.
  std::string help;         ///< one sentence with its source
  std::vector<Use> used{};  ///< Cases in which the parameter has an effect. If empty, it always has one.
};

/// Values of parameters by name, complete and valid for the specs from which they were resolved.
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

/// Returns the text of the cases in which a parameter has an effect: "with form = cooperative". Empty if it always has
/// one.
std::string use_text(const ParameterSpec& spec);

/// Returns the help text and the cases in which the parameter has an effect: "... Only with form = cooperative."
std::string help_text(const ParameterSpec& spec);

/// Returns why a parameter has no effect with these values: "it needs form = cooperative, but form is serial". Null if
/// it has an effect. `values` must be complete and valid.
std::optional<std::string> unused_reason(const ParameterSpec& spec, const std::map<std::string, std::string>& values);

/// Returns a value in its plain form, in which a size is a decimal number. Null if the parameter's domain does not
/// contain it.
std::optional<std::string> plain_form(const ParameterSpec& spec, const std::string& value);

/// Returns the specs' defaults, overridden by `base` (for example tuned values) and then by `overrides`. Throws
/// UsageError for an unknown name (with the nearest), a value outside its domain (with the domain), or an override
/// without effect (with the reason). Integers may be written as sizes ("1k", "2^10").
Parameters resolve(const std::vector<ParameterSpec>& specs, const std::map<std::string, std::string>& overrides,
                   const std::map<std::string, std::string>& base = {});

/// Returns the values that have an effect, from complete values.
std::map<std::string, std::string> used_values(const std::vector<ParameterSpec>& specs,
                                               std::map<std::string, std::string> values);

/// Returns the overrides that resolve() accepts. Removes unknown names and overrides that have no effect.
std::map<std::string, std::string> used_overrides(const std::vector<ParameterSpec>& specs,
                                                  std::map<std::string, std::string> overrides,
                                                  const std::map<std::string, std::string>& base = {});

/// Returns the paper's values for all parameters that are not in `given` and that have an effect with the given values.
std::map<std::string, std::string> paper_values(const std::vector<ParameterSpec>& specs,
                                                const std::map<std::string, std::string>& given = {});

}  // namespace texelsort::algorithms
