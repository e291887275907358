#pragma once

#include <string>

namespace texelsort::data {

/// "512 MB", "4.29 GB": three digits.
std::string size_text(double bytes);

}  // namespace texelsort::data
