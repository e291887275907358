#pragma once

#include <string>

namespace texelsort::app {

/// Returns a message without option names, for users of the window: "--input-values:1:4: found 'x'" becomes "values,
/// column 4: found 'x'", "choose --payload index64" becomes "choose payload index64".
std::string plain_message(const std::string& message);

/// Returns the origin of a problem's keys: a file, a distribution, or "typed in".
std::string plain_origin(const std::string& origin);

}  // namespace texelsort::app
