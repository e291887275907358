#pragma once

#include <concepts>
#include <string>

namespace texelsort::data {

/// "512 MB", "4.29 GB": three digits.
std::string size_text(double bytes);
std::string size_text(std::integral auto bytes) {
  return size_text(static_cast<double>(bytes));
}

}  // namespace texelsort::data
