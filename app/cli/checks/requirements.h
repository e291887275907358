#pragma once

#include <string>
#include <vector>

#include "app/cli/options/device_options.h"

namespace texelsort::app {

/// List of the features that `check --require` and TEXELSORT_REQUIRE may name: "gl, compute, subgroups, cuda, mpi".
extern const char* const feature_names;

/// Returns the features that --require and the environment variable TEXELSORT_REQUIRE name, without repetitions.
/// Ignores words of the variable that concern only texelsort's own tests: window, browser, drivers. Throws UsageError
/// for an unknown word.
std::vector<std::string> required_features(const std::vector<std::string>& option);

/// Returns one sentence with the reason for each missing feature: "--require compute: this device has OpenGL 3.3, ...".
std::vector<std::string> missing_features(const std::vector<std::string>& required, DeviceOptions& devices);

}  // namespace texelsort::app
