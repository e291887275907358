#pragma once

#include <string>
#include <vector>

#include "app/cli/options/device_options.h"

namespace texelsort::app {

/// List of the features that `check --require` and TEXELSORT_REQUIRE may name: "gl, compute, subgroups, cuda, mpi".
extern const char* const feature_names;

/// Returns the features named by --require and by the environment variable TEXELSORT_REQUIRE, each once. Ignores words
/// of the variable that only concern texelsort's own tests (window, browser, drivers). Throws UsageError for an unknown
/// word.
std::vector<std::string> required_features(const std::vector<std::string>& option);

/// Returns one sentence per missing feature, with the reason: "--require compute: this device has OpenGL 3.3, ...".
std::vector<std::string> missing_features(const std::vector<std::string>& required, DeviceOptions& devices);

}  // namespace texelsort::app
