#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <fmt/format.h>

/// Labels of the steps of a stage. Steps count up from 1. If a source counts its steps down, by the distance of the
/// compared places, the label also gives the distance.
namespace texelsort::network {

/// Returns the label of a step that compares places at one distance: "step 2 (distance 4)".
inline std::string step_label(unsigned number, std::uint64_t distance) {
  return fmt::format("step {} (distance {})", number, distance);
}

/// Returns a label without the distance: "step 2" for "step 2 (distance 4)".
inline std::string_view step_number(std::string_view label) {
  return label.substr(0, label.find(" ("));
}

}  // namespace texelsort::network
