#pragma once

#include <algorithm>
#include <nlohmann/json.hpp>

namespace texelsort::app {

/// A number between `low` and `high`, the nearest one for others: a double that no int or float holds must not be cast.
template <class Number>
Number json_number(const nlohmann::json& json, const char* name, Number value, Number low, Number high) {
  return static_cast<Number>(
      std::clamp(json.value(name, static_cast<double>(value)), static_cast<double>(low), static_cast<double>(high)));
}

}  // namespace texelsort::app
