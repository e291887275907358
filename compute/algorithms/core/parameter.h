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

/// "an integer from 1 to 8", "a power of two from 16 to 1024", "one of a, b, c", "true or false".
std::string text(const Domain& domain);

/// That a parameter has one of some values or, with `except`, none of them.
struct Condition {
  std::string parameter;
  std::vector<std::string> values;
  bool except = false;
};

/// When a parameter makes a difference: while all conditions hold. With `values`, only these values of it do.
struct Use {
  std::vector<Condition> when;
  std::vector<std::string> values{};
};

/// While another parameter has one of these values.
std::vector<Use> only_with(std::string parameter, std::vector<std::string> values);
/// While it has none of them.
std::vector<Use> unless(std::string parameter, std::vector<std::string> values);

/// One parameter of an algorithm: slider, command-line option, sweep axis, validation message and documentation all
/// come from here.
struct ParameterSpec {
  std::string name;
  std::string unit;  ///< "texels", "invocations"; empty if it has none
  Domain domain;
  std::string default_value;
  std::string paper_value;  ///< what the cited source used; empty if it does not say
  std::string help;         ///< one sentence, with its source
  std::vector<Use> used{};  ///< any of these; empty: always
};

/// Values by name, always complete and valid for the specs they were resolved from.
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

/// When a parameter makes a difference: "with form = cooperative"; empty: always.
std::string use_text(const ParameterSpec& spec);

/// Its help, and when it makes a difference: "... Only with form = cooperative."
std::string help_text(const ParameterSpec& spec);

/// Why a parameter makes no difference beside these values, "it is for form = cooperative, and form is serial"; nothing
/// if it does. `values` are complete and valid.
std::optional<std::string> unused_reason(const ParameterSpec& spec, const std::map<std::string, std::string>& values);

/// A value in its plain form, sizes as numbers; nothing if it is not in the parameter's domain.
std::optional<std::string> plain_form(const ParameterSpec& spec, const std::string& value);

/// The specs' defaults (`base`, e.g. tuned values, wins over them) with `overrides` on top. Throws UsageError: an
/// unknown name (with the nearest), a value outside its domain (with the domain), an override that makes no difference
/// (with the reason). Integers may be written as sizes ("1k", "2^10").
Parameters resolve(const std::vector<ParameterSpec>& specs, const std::map<std::string, std::string>& overrides,
                   const std::map<std::string, std::string>& base = {});

/// Those of complete values that make a difference.
std::map<std::string, std::string> used_values(const std::vector<ParameterSpec>& specs,
                                               std::map<std::string, std::string> values);

/// The overrides that resolve() takes: without names that there are not, and without those that make no difference.
std::map<std::string, std::string> used_overrides(const std::vector<ParameterSpec>& specs,
                                                  std::map<std::string, std::string> overrides,
                                                  const std::map<std::string, std::string>& base = {});

/// The paper's values where it gives them, of parameters that are not `given` and make a difference beside those.
std::map<std::string, std::string> paper_values(const std::vector<ParameterSpec>& specs,
                                                const std::map<std::string, std::string>& given = {});

}  // namespace texelsort::algorithms
