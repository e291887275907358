#pragma once

#include <cstdint>
#include <map>
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

/// One parameter of an algorithm: slider, command-line option, sweep axis, validation message and documentation all
/// come from here.
struct ParameterSpec {
  std::string name;
  std::string unit;  ///< "texels", "invocations"; empty if it has none
  Domain domain;
  std::string default_value;
  std::string paper_value;  ///< what the cited source used; empty if it does not say
  std::string help;         ///< one sentence, with its source
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

/// The specs' defaults (`base`, e.g. tuned values, wins over them) with `overrides` on top. Throws UsageError: an
/// unknown name (with the nearest), a value outside its domain (with the domain). Integers may be written as sizes
/// ("1k", "2^10").
Parameters resolve(const std::vector<ParameterSpec>& specs, const std::map<std::string, std::string>& overrides,
                   const std::map<std::string, std::string>& base = {});

/// The paper's values where it gives them, defaults elsewhere.
std::map<std::string, std::string> paper_values(const std::vector<ParameterSpec>& specs);

}  // namespace texelsort::algorithms
