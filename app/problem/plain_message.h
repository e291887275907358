#pragma once

#include <cstdint>
#include <string>

#include "compute/data/keys/keys.h"

namespace texelsort::app {

/// Returns a message in words for users of the window, without option names. "--input-values:1:4: found 'x'" becomes
/// "values, column 4: found 'x'", and "choose --payload index64" becomes "choose payload index64".
std::string plain_message(const std::string& message);

/// Returns the origin of a problem's keys in words: the file, the distribution, "the example of the slides" or "typed
/// in".
std::string plain_origin(const std::string& origin);

/// Returns number, type and origin of the keys in words: "8 unsigned integers, typed in".
std::string input_text(std::uint64_t n, data::KeyType type, const std::string& origin);

}  // namespace texelsort::app
