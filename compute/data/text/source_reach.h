#pragma once

#include "compute/data/text/source_text.h"

namespace texelsort::data {

/// Sets `reached` of a shader's lines: functions and macros count if main() uses them, or what it uses does.
void leave_out_unused(SourceText& source);

}  // namespace texelsort::data
