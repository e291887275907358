#pragma once

#include <string>

namespace texelsort::app {

/// A message as people understand it who have typed no options: "--input-values:1:4: found 'x'" becomes "values, column
/// 4: found 'x'", "choose --payload index64" becomes "choose payload index64".
std::string plain_message(const std::string& message);

/// Where a problem's keys come from: a file, a distribution, or "typed in".
std::string plain_origin(const std::string& origin);

}  // namespace texelsort::app
