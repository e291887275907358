#include "app/cli/checks/requirements.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <sstream>
#include <string_view>

#include <fmt/format.h>

#include "compute/cuda/device.h"
#include "compute/data/error.h"
#include "compute/mpi/processes.h"

namespace texelsort::app {

namespace {

constexpr std::array<std::string_view, 5> features{"gl", "compute", "subgroups", "cuda", "mpi"};
constexpr std::array<std::string_view, 3> features_of_tests{"window", "browser", "drivers"};

bool is_one_of(std::string_view word, auto& words) {
  return std::ranges::find(words, word) != words.end();
}

/// Returns the reason why this machine lacks a required feature, or an empty string if it has the feature.
std::string absence(const std::string& feature, DeviceOptions& devices) {
  if (feature == "cuda") return cuda::devices().reason;
  if (feature == "mpi") return mpi::absence();
  const gpu::Device* device = devices.device_if_any();
  if (device == nullptr) return devices.failure();
  const gpu::DeviceInfo& info = device->info();
  const std::string version = fmt::format("{} has {} {}.{}", info.renderer, info.api, info.major, info.minor);
  if (feature == "compute" && !info.compute) return version + ", and compute shaders need OpenGL 4.3";
  if (feature == "subgroups" && info.subgroup_lanes == 0) {
    return version + " without subgroup operations (GL_KHR_shader_subgroup) that shaders can use";
  }
  return "";
}

}  // namespace

const char* const feature_names = "gl, compute, subgroups, cuda, mpi";

std::vector<std::string> required_features(const std::vector<std::string>& option) {
  std::vector<std::string> required;
  const auto add = [&required](const std::string& word) {
    if (!is_one_of(word, required)) required.push_back(word);
  };
  for (const std::string& word : option) {
    if (!is_one_of(word, features)) {
      throw UsageError(fmt::format("--require {}: expected one or more of {}", word, feature_names));
    }
    add(word);
  }
  const char* variable = std::getenv("TEXELSORT_REQUIRE");
  std::istringstream words(variable == nullptr ? "" : variable);
  for (std::string word; std::getline(words, word, ',');) {
    if (word.empty() || is_one_of(word, features_of_tests)) continue;
    if (!is_one_of(word, features)) {
      throw UsageError(fmt::format("TEXELSORT_REQUIRE={}: expected one or more of {}", word, feature_names));
    }
    add(word);
  }
  return required;
}

std::vector<std::string> missing_features(const std::vector<std::string>& required, DeviceOptions& devices) {
  std::vector<std::string> missing;
  for (const std::string& feature : required) {
    const std::string reason = absence(feature, devices);
    if (!reason.empty()) missing.push_back(fmt::format("the required feature '{}' is missing: {}", feature, reason));
  }
  return missing;
}

}  // namespace texelsort::app
