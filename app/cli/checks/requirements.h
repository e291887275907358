#pragma once

#include <string>
#include <vector>

#include "app/cli/options/device_options.h"

namespace texelsort::app {

/// The features that `check --require` and TEXELSORT_REQUIRE may name: "gl, compute, subgroups, cuda, mpi".
extern const char* const feature_names;

/// The features of --require and of the environment variable TEXELSORT_REQUIRE, each once. Words of the variable that
/// only concern texelsort's own tests (window, browser, drivers) are left out. Throws UsageError for an unknown word.
std::vector<std::string> required_features(const std::vector<std::string>& option);

/// Why required features are missing, one sentence each: "--require compute: this device has OpenGL 3.3, ...".
std::vector<std::string> missing_features(const std::vector<std::string>& required, DeviceOptions& devices);

}  // namespace texelsort::app
