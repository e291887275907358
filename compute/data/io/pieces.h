#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace texelsort::data {

/// Accepts the next bytes of a file. Write errors are reported by write_file_atomically() at the end.
using Put = std::function<void(std::string_view)>;

/// Version of write_file_atomically() for contents that `make(put)` produces piece by piece.
void write_file_atomically(const std::string& path, const std::function<void(const Put&)>& make);

}  // namespace texelsort::data
