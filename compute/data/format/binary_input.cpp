#include <algorithm>
#include <bit>
#include <cstring>

#include <fmt/core.h>

#include "compute/data/error.h"
#include "compute/data/format/file_formats.h"

namespace texelsort::data {

static_assert(std::endian::native == std::endian::little, "binary files are read and written without swapping bytes");

Input read_binary(std::string_view contents, const std::string& origin, const ReadOptions& options) {
  const KeyType type = options.type.value_or(key_type_of_name(origin).value_or(KeyType::u32));
  const std::size_t width = key_bytes(type);
  if (contents.size() % width != 0) {
    throw UsageError(
        fmt::format("{}: {} bytes are not a whole number of {} keys of {} bytes: the last {} bytes are an incomplete "
                    "key. Use the complete file, or another type with -t",
                    origin, contents.size(), name(type), width, contents.size() % width));
  }
  Input input;
  input.keys = make_keys(type, contents.size() / width);
  if (!contents.empty()) std::memcpy(bytes(input.keys).data(), contents.data(), contents.size());
  input.shape.format = Format::binary;
  input.origin = origin;
  return input;
}

}  // namespace texelsort::data
