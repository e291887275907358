#include <algorithm>
#include <bit>

#include "compute/algorithms/core/parameter.h"
#include "tests/fuzz/targets/property.h"
#include "tests/fuzz/targets/targets.h"

namespace texelsort::fuzz {
namespace {

using algorithms::Choices, algorithms::Flag, algorithms::IntegerRange, algorithms::ParameterSpec,
    algorithms::PowersOfTwo;

const std::vector<ParameterSpec>& every_domain() {
  static const std::vector<ParameterSpec> specs{
      {"tile", "keys", IntegerRange{1, 1000}, "8", "16", "A range."},
      {"offset", "", IntegerRange{-5, INT64_MAX}, "0", "", "A range with negative numbers."},
      {"workgroup", "invocations", PowersOfTwo{1, std::int64_t{1} << 40}, "64", "256", "Powers of two."},
      {"form", "", Choices{{"serial", "cooperative"}}, "serial", "", "Choices."},
      {"checks", "", Flag{}, "false", "true", "A flag."}};
  return specs;
}

struct LiesIn {
  const std::string& value;
  bool operator()(const IntegerRange& range) const {
    const std::int64_t number = std::stoll(value);
    return value == std::to_string(number) && number >= range.low && number <= range.high;
  }
  bool operator()(const PowersOfTwo& range) const {
    return (*this)(IntegerRange{range.low, range.high}) && std::popcount(std::stoull(value)) == 1;
  }
  bool operator()(const Choices& choices) const { return std::ranges::count(choices.names, value) == 1; }
  bool operator()(const Flag&) const { return value == "true" || value == "false"; }
};

}  // namespace

void fuzz_parameters(std::string_view input) {
  std::map<std::string, std::string> overrides;
  while (!input.empty()) {
    const std::string_view line = input.substr(0, input.find('\n'));
    input.remove_prefix(std::min(line.size() + 1, input.size()));
    const auto equals = line.find('=');
    if (equals != std::string_view::npos) overrides[std::string(line.substr(0, equals))] = line.substr(equals + 1);
  }
  const auto& specs = every_domain();
  const auto resolved = accepted([&] { return algorithms::resolve(specs, overrides); });
  if (!resolved) return;
  require(resolved->values().size() == specs.size(), "every parameter has a value");
  for (const ParameterSpec& spec : specs) {
    const std::string& value = resolved->text(spec.name);
    require(std::visit(LiesIn{value}, spec.domain), spec.name + " = " + value + " lies in its domain");
  }
  require(algorithms::resolve(specs, resolved->values()) == *resolved, "values in their plain form stay as they are");
}

}  // namespace texelsort::fuzz
