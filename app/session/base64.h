#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace texelsort::app {

// Alphabets of base64 and base64url (RFC 4648, sections 4 and 5). No character of base64url needs an escape in a URL.
inline constexpr std::string_view base64_digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
inline constexpr std::string_view base64url_digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Encodes bytes with the alphabet `digits`. Adds padding only for the alphabet of base64.
inline std::string base64(std::string_view bytes, std::string_view digits) {
  std::string text;
  std::uint32_t bits = 0;
  int held = 0;
  for (const char byte : bytes) {
    bits = (bits << 8) | static_cast<unsigned char>(byte);
    for (held += 8; held >= 6; held -= 6) text += digits[(bits >> (held - 6)) & 63];
  }
  if (held > 0) text += digits[(bits << (6 - held)) & 63];
  if (digits == base64_digits) text.resize((text.size() + 3) / 4 * 4, '=');
  return text;
}

}  // namespace texelsort::app
