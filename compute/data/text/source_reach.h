#pragma once

#include "compute/data/text/source_text.h"

namespace texelsort::data {

/// Sets `reached` of a shader's lines. Functions and macros are reached if main() uses them directly or indirectly.
void leave_out_unused(SourceText& source);

}  // namespace texelsort::data
