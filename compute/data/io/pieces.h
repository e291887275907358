#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace texelsort::data {

/// Takes the next bytes of a file. What cannot be written is an error of write_file_atomically(), once all is made.
using Put = std::function<void(std::string_view)>;

/// As write_file_atomically() of whole contents, with bytes that `make(put)` gives piece by piece.
void write_file_atomically(const std::string& path, const std::function<void(const Put&)>& make);

}  // namespace texelsort::data
