#include "compute/data/text/outgoing_text.h"

#include <fmt/core.h>

#include "compute/data/error.h"
#include "compute/data/text/source.h"

namespace texelsort::data {
namespace {

constexpr char32_t replacement = 0xFFFD;

/// Returns the length in bytes of a UTF-8 character whose first byte is `first`. Returns 0 if no character starts with
/// this byte.
std::size_t length_of(unsigned first) {
  if (first < 0x80) return 1;
  if (first < 0xC2) return 0;
  if (first < 0xE0) return 2;
  if (first < 0xF0) return 3;
  return first < 0xF5 ? 4 : 0;
}

/// Returns whether a byte can continue a UTF-8 character as its byte number `place`. At the second byte, rejects
/// overlong forms, surrogates and code points above 10FFFF.
bool continues(unsigned first, std::size_t place, unsigned byte) {
  const bool second = place == 1;
  const unsigned low = second && first == 0xE0 ? 0xA0 : second && first == 0xF0 ? 0x90 : 0x80;
  const unsigned high = second && first == 0xED ? 0x9F : second && first == 0xF4 ? 0x8F : 0xBF;
  return low <= byte && byte <= high;
}

bool every_format_holds(char32_t code) {
  const bool control = code < ' ' || (code >= 0x7F && code < 0xA0);
  // Exclude noncharacters, because the library cairo rejects them.
  const bool noncharacter = (code & 0xFFFE) == 0xFFFE || (code >= 0xFDD0 && code < 0xFDF0);
  return (!control && !noncharacter) || code == '\t' || code == '\n' || code == '\r';
}

}  // namespace

Character take_character(std::string_view& text) {
  const auto byte = [text](std::size_t i) { return static_cast<unsigned>(static_cast<unsigned char>(text[i])); };
  const unsigned first = byte(0);
  const std::size_t length = length_of(first);
  char32_t code = length < 2 ? first : first & (0x7Fu >> length);
  std::size_t taken = 1;
  for (; taken < length && taken < text.size() && continues(first, taken, byte(taken)); ++taken) {
    code = code << 6 | (byte(taken) & 0x3Fu);
  }
  const bool well_formed = taken == length;
  const Character character{well_formed ? code : replacement, text.substr(0, taken), well_formed};
  text.remove_prefix(taken);
  return character;
}

void append_character(std::string& text, char32_t code) {
  const auto tail = [&](int shift) { text += static_cast<char>(0x80 | (code >> shift & 0x3F)); };
  if (code < 0x80) {
    text += static_cast<char>(code);
  } else if (code < 0x800) {
    text += static_cast<char>(0xC0 | code >> 6);
    tail(0);
  } else if (code < 0x10000) {
    text += static_cast<char>(0xE0 | code >> 12);
    tail(6);
    tail(0);
  } else {
    text += static_cast<char>(0xF0 | code >> 18);
    tail(12);
    tail(6);
    tail(0);
  }
}

std::string outgoing_text(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const char32_t code = take_character(text).code;
    append_character(result, every_format_holds(code) ? code : replacement);
  }
  return result;
}

void require_utf8(std::string_view text, std::string_view what) {
  for (std::string_view rest = text; !rest.empty();) {
    if (take_character(rest).well_formed) continue;
    throw UsageError(fmt::format("{} {} is not UTF-8, so JSON cannot contain it: rename the file", what, quoted(text)));
  }
}

std::string xml_text(std::string_view text) {
  std::string escaped;
  for (const char c : outgoing_text(text)) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

}  // namespace texelsort::data
