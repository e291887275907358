#pragma once

#include <cstdint>
#include <string>

#include "compute/data/keys/keys.h"

namespace texelsort::app {

/// Returns a message without option names, for users of the window: "--input-values:1:4: found 'x'" becomes "values,
/// column 4: found 'x'", "choose --payload index64" becomes "choose payload index64".
std::string plain_message(const std::string& message);

/// Returns the origin of a problem's keys in words: a file, a distribution, "the example of the slides" or "typed in".
std::string plain_origin(const std::string& origin);

/// Returns the input in words: "8 unsigned integers, typed in".
std::string input_text(std::uint64_t n, data::KeyType type, const std::string& origin);

}  // namespace texelsort::app
