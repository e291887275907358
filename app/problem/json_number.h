#pragma once

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <vector>

#include <fmt/format.h>

#include "compute/data/error.h"

/// Functions that read a number from JSON and check its range before conversion. nlohmann's get() does not check, and
/// the conversion of a double that does not fit is undefined.
namespace texelsort::app {

/// Reads the number of a JSON key and clamps it to the range from `low` to `high`. Returns `value` if the key is
/// missing.
template <class Number>
Number json_number(const nlohmann::json& json, const char* name, Number value, Number low, Number high) {
  return static_cast<Number>(
      std::clamp(json.value(name, static_cast<double>(value)), static_cast<double>(low), static_cast<double>(high)));
}

/// Greatest accepted count, and greatest accepted time in seconds. Adding two such numbers, or rounding one up, cannot
/// overflow.
inline constexpr std::uint64_t most_json_count = std::uint64_t{1} << 62;
inline constexpr double most_json_seconds = 1e12;

/// Reads a whole number from a JSON object. Throws UsageError unless the value is a whole number from 0 to `most`.
template <class Json>
std::uint64_t json_count(const Json& object, const char* name, std::uint64_t most = most_json_count) {
  const Json& value = object.at(name);
  if (!value.is_number_unsigned() || value.template get<std::uint64_t>() > most) {
    throw UsageError(fmt::format("{}: expected a whole number from 0 to {}", name, most));
  }
  return value.template get<std::uint64_t>();
}

/// Reads a number from a JSON object. Throws UsageError unless the value is a number from 0 to `most`.
template <class Json>
double json_amount(const Json& object, const char* name, double most = most_json_seconds) {
  const Json& value = object.at(name);
  const double number = value.is_number() ? value.template get<double>() : -1;
  if (!(number >= 0 && number <= most)) {
    throw UsageError(fmt::format("{}: expected a number from 0 to {}", name, most));
  }
  return number;
}

/// Reads an array of times from a JSON object. Throws UsageError for negative times. Throws for 0 unless `may_be_zero`
/// is true, because a coarse clock can measure 0.
template <class Json>
std::vector<double> json_times(const Json& object, const char* name, bool may_be_zero = false) {
  const Json& values = object.at(name);
  std::vector<double> times;
  for (const Json& value : values) {
    const double time = value.is_number() ? value.template get<double>() : -1;
    if (!(time >= 0 && time <= most_json_seconds) || (time == 0 && !may_be_zero)) {
      throw UsageError(
          fmt::format("{}: expected times {} 0 and up to {}", name, may_be_zero ? "from" : "above", most_json_seconds));
    }
    times.push_back(time);
  }
  return times;
}

}  // namespace texelsort::app
