#include <cstdint>
#include <string_view>

#include <fmt/core.h>

#include "compute/data/error.h"
#include "compute/data/text/outgoing_text.h"
#include "compute/data/text/source.h"

namespace texelsort::data {
namespace {

// Byte order marks at the start of texts.
constexpr std::string_view utf16_little("\xFF\xFE", 2);
constexpr std::string_view utf16_big("\xFE\xFF", 2);
constexpr std::string_view utf32_little("\xFF\xFE\0\0", 4);
constexpr std::string_view utf32_big("\0\0\xFE\xFF", 4);

/// Converts text from UTF-16 to UTF-8 (RFC 2781, section 2.2). `big` is true for big-endian bytes.
std::string utf16_to_utf8(std::string_view bytes, bool big, const std::string& origin) {
  if (bytes.size() % 2 != 0) {
    throw UsageError(
        fmt::format("{}: {} bytes of UTF-16 end within a character: use the complete file", origin, bytes.size()));
  }
  const auto unit_at = [&](std::size_t i) {
    const auto first = static_cast<unsigned char>(bytes[i]);
    const auto second = static_cast<unsigned char>(bytes[i + 1]);
    return static_cast<std::uint32_t>(big ? first << 8 | second : second << 8 | first);
  };
  const auto is_high = [](std::uint32_t unit) { return unit >= 0xD800 && unit < 0xDC00; };
  const auto is_low = [](std::uint32_t unit) { return unit >= 0xDC00 && unit < 0xE000; };
  std::string out;
  out.reserve(bytes.size() / 2);
  for (std::size_t i = 0; i < bytes.size(); i += 2) {
    std::uint32_t character = unit_at(i);
    const bool paired = is_high(character) && i + 2 < bytes.size() && is_low(unit_at(i + 2));
    if (!paired && (is_high(character) || is_low(character))) {
      throw UsageError(fmt::format("{}: not valid UTF-16, because byte {} begins half of a surrogate pair", origin, i));
    }
    if (paired) {
      i += 2;
      character = 0x10000 + ((character - 0xD800) << 10) + (unit_at(i) - 0xDC00);
    }
    append_character(out, character);
  }
  return out;
}

}  // namespace

std::string to_utf8(std::string bytes, const std::string& origin) {
  if (bytes.starts_with(utf32_little) || bytes.starts_with(utf32_big)) {
    throw UsageError(origin + ": texelsort does not read UTF-32: convert it to UTF-8");
  }
  // Recognise UTF-16 without byte order mark by an ASCII character at the start. One of its two bytes is zero, which
  // does not occur in 8-bit text.
  const bool two = bytes.size() > 1;
  const bool little = bytes.starts_with(utf16_little) || (two && bytes[0] != '\0' && bytes[1] == '\0');
  const bool big = bytes.starts_with(utf16_big) || (two && bytes[0] == '\0' && bytes[1] != '\0');
  if (little || big) return utf16_to_utf8(bytes, big, origin);
  return bytes;
}

}  // namespace texelsort::data
