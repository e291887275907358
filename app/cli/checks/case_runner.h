#pragma once

#include "app/cli/checks/case_report.h"
#include "app/cli/options/device_options.h"

namespace texelsort::app {

/// Runs a case in this process and measures its time. Skips GPU algorithms, with the reason, if there is no OpenGL.
CaseReport run_case(const algorithms::CheckCase& check_case, DeviceOptions& devices);

}  // namespace texelsort::app
