#include "app/session/link_text.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include <fmt/format.h>
#include <stb_image.h>
#include <stb_image_write.h>

#include "app/session/base64.h"
#include "app/session/layout_json.h"
#include "compute/data/error.h"
#include "compute/data/text/outgoing_text.h"

// stb_image_write.h contains this function, but does not declare it.
extern "C" unsigned char* stbi_zlib_compress(unsigned char* data, int data_len, int* out_len, int quality);

namespace texelsort::app {

namespace {

using nlohmann::ordered_json;

constexpr std::string_view version_key = "v", version = "1", packed_key = "z";
constexpr std::string_view session_schema = "texelsort/session/1";
/// Greatest length of a session text in bytes. Even a session with 4,096 keys of twenty digits needs only a tenth of
/// this length.
constexpr std::size_t most_text = std::size_t{1} << 20;

[[noreturn]] void refuse(const std::string& why) {
  throw UsageError("the link: " + why);
}

/// Returns whether a character may appear unescaped in a URL fragment (RFC 3986, section 3.5). Excludes characters that
/// programs treat as the end of a URL.
bool is_plain(char letter) {
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || (letter >= '0' && letter <= '9') ||
         std::string_view("-._~/:@,+").find(letter) != std::string_view::npos;
}

std::string escaped(std::string_view text) {
  std::string result;
  for (const char letter : text) {
    if (is_plain(letter)) {
      result += letter;
    } else {
      result += fmt::format("%{:02X}", static_cast<unsigned>(static_cast<unsigned char>(letter)));
    }
  }
  return result;
}

std::optional<unsigned> hexadecimal(char digit) {
  if (digit >= '0' && digit <= '9') return static_cast<unsigned>(digit - '0');
  if (digit >= 'a' && digit <= 'f') return static_cast<unsigned>(digit - 'a') + 10;
  if (digit >= 'A' && digit <= 'F') return static_cast<unsigned>(digit - 'A') + 10;
  return std::nullopt;
}

std::string unescaped(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      result += text[i];
      continue;
    }
    const auto high = i + 2 < text.size() ? hexadecimal(text[i + 1]) : std::nullopt;
    const auto low = i + 2 < text.size() ? hexadecimal(text[i + 2]) : std::nullopt;
    if (!high || !low) refuse("it is damaged: it contains a '%' without two hexadecimal digits after it");
    result += static_cast<char>(*high * 16 + *low);
    i += 2;
  }
  return result;
}

std::string from_base64url(std::string_view text) {
  std::string bytes;
  std::uint32_t bits = 0;
  int held = 0;
  for (const char digit : text) {
    const std::size_t value = base64url_digits.find(digit);
    if (value == std::string_view::npos) refuse("it is damaged: it contains characters that links do not use");
    bits = (bits << 6) | static_cast<std::uint32_t>(value);
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes += static_cast<char>((bits >> held) & 255);
  }
  return bytes;
}

/// Returns the Adler-32 checksum, the last four bytes of a zlib stream (RFC 1950, section 8.2).
std::uint32_t adler32(std::string_view bytes) {
  constexpr std::uint32_t base = 65521;
  std::uint32_t low = 1, high = 0;
  for (const char byte : bytes) {
    low = (low + static_cast<unsigned char>(byte)) % base;
    high = (high + low) % base;
  }
  return (high << 16) | low;
}

std::string packed(std::string text) {
  int size = 0;
  constexpr int quality = 8;
  const std::unique_ptr<unsigned char, decltype(&std::free)> bytes(
      stbi_zlib_compress(reinterpret_cast<unsigned char*>(text.data()), static_cast<int>(text.size()), &size, quality),
      std::free);
  if (!bytes) throw InternalError("a link cannot be packed");
  return base64({reinterpret_cast<const char*>(bytes.get()), static_cast<std::size_t>(size)}, base64url_digits);
}

std::string unpacked(std::string_view digits) {
  constexpr auto damaged = "it is damaged: a part of it is missing or was changed";
  const std::string bytes = from_base64url(digits);
  constexpr std::size_t sum_size = 4;
  if (bytes.size() <= sum_size) refuse(damaged);
  std::string text(most_text, '\0');
  const int size =
      stbi_zlib_decode_buffer(text.data(), static_cast<int>(text.size()), bytes.data(), static_cast<int>(bytes.size()));
  if (size < 0) refuse(damaged);
  text.resize(static_cast<std::size_t>(size));
  std::uint32_t sum = 0;
  for (const char byte : std::string_view(bytes).substr(bytes.size() - sum_size)) {
    sum = (sum << 8) | static_cast<unsigned char>(byte);
  }
  if (sum != adler32(text)) refuse(damaged);
  return text;
}

// Functions for readable fragments such as "v=1&distribution=slides-bitonic&parameter.digit=4&trail&layout.across=0.6".

std::string plain_text(const ordered_json& value) {
  if (value.is_string()) return value.get<std::string>();
  return data::json_text(value);
}

void write_pairs(std::string& fragment, const std::string& path, const ordered_json& value) {
  if (value.is_object()) {
    for (const auto& [key, one] : value.items()) write_pairs(fragment, path.empty() ? key : path + "." + key, one);
  } else if (value.is_array()) {
    for (const ordered_json& one : value) write_pairs(fragment, path, one);
  } else {
    fragment += "&" + escaped(path);
    if (value != true) fragment += "=" + escaped(plain_text(value));
  }
}

/// Returns those values of a window layout that differ from the default layout.
ordered_json told_layout(const ordered_json& layout) {
  const ordered_json usual(layout_json(WindowLayout{}));
  ordered_json told = ordered_json::object();
  for (const auto& [key, value] : layout.items()) {
    if (!usual.contains(key) || usual[key] != value) told[key] = value;
  }
  return told;
}

std::string readable(ordered_json session) {
  std::string fragment = fmt::format("{}={}", version_key, version);
  write_pairs(fragment, "", session["view_state"]);
  if (session.contains("layout")) write_pairs(fragment, "layout", told_layout(session["layout"]));
  if (session.contains("lesson")) write_pairs(fragment, "lesson", session["lesson"]);
  return fragment;
}

/// Converts the text of a layout value to a JSON number, boolean or string.
ordered_json layout_value(const std::string& text) {
  // Keep text that looks like a JSON array or object as a string, because no layout value is an array or object.
  if (text.starts_with('[') || text.starts_with('{')) return text;
  ordered_json value = ordered_json::parse(text, nullptr, false);
  return value.is_number() || value.is_boolean() ? value : ordered_json(text);
}

/// Adds a value to a key of a JSON object. If the key has a value already, its values become an array.
void put(ordered_json& object, const std::string& key, ordered_json value) {
  if (!object.contains(key)) {
    object[key] = std::move(value);
  } else if (object[key].is_array()) {
    object[key].push_back(std::move(value));
  } else {
    object[key] = ordered_json::array({object[key], std::move(value)});
  }
}

struct PairOfFragment {
  std::string key;
  std::optional<std::string> value;
};

std::vector<PairOfFragment> pairs_of(std::string_view fragment) {
  std::vector<PairOfFragment> pairs;
  while (!fragment.empty()) {
    const std::size_t end = std::min(fragment.find('&'), fragment.size());
    const std::string_view pair = fragment.substr(0, end);
    fragment.remove_prefix(std::min(end + 1, fragment.size()));
    if (pair.empty()) continue;
    const std::size_t equals = pair.find('=');
    if (equals == std::string_view::npos) {
      pairs.push_back({unescaped(pair), std::nullopt});
    } else {
      pairs.push_back({unescaped(pair.substr(0, equals)), unescaped(pair.substr(equals + 1))});
    }
  }
  return pairs;
}

ordered_json read_pairs(const std::vector<PairOfFragment>& pairs) {
  ordered_json session{{"schema", session_schema}, {"view_state", ordered_json::object()}};
  for (const auto& [key, value] : pairs) {
    if (key == version_key) continue;
    const std::size_t point = key.find('.');
    const std::string group = point == std::string::npos ? "" : key.substr(0, point);
    const std::string name = point == std::string::npos ? key : key.substr(point + 1);
    const ordered_json written = value ? ordered_json(*value) : ordered_json(true);
    if (group == "layout") {
      put(session["layout"], name, layout_value(value.value_or("true")));
    } else if (group == "lesson") {
      session["lesson"][name] = written;
    } else if (!group.empty()) {
      session["view_state"][group][name] = written;
    } else {
      put(session["view_state"], key, written);
    }
  }
  return session;
}

void require_version(const std::vector<PairOfFragment>& pairs) {
  if (pairs.empty() || pairs.front().key != version_key || !pairs.front().value) {
    refuse(fmt::format("the part after # is not a view state, which begins with {}={}", version_key, version));
  }
  if (*pairs.front().value == version) return;
  refuse(fmt::format("version {} is not supported, expected {}", *pairs.front().value, version));
}

std::string_view behind_hash(std::string_view address) {
  const std::size_t hash = address.find('#');
  return hash == std::string_view::npos ? address : address.substr(hash + 1);
}

}  // namespace

bool is_address(std::string_view input) {
  if (input.starts_with("#")) return true;
  constexpr std::array schemes{"https://", "http://", "file://"};
  return std::ranges::any_of(schemes, [input](const char* scheme) { return input.starts_with(scheme); }) &&
         input.find('#') != std::string_view::npos;
}

std::string fragment_of(const std::string& session) {
  const ordered_json document = ordered_json::parse(session);
  const std::string open = readable(document);
  if (open.size() <= most_readable_fragment) return open;
  const std::string closed =
      fmt::format("{}={}&{}={}", version_key, version, packed_key, packed(data::json_text(document)));
  return closed.size() < open.size() ? closed : open;
}

std::string session_text_of(std::string_view address) {
  const std::string_view fragment = behind_hash(address);
  if (fragment.size() > most_fragment) refuse("it is longer than any link that texelsort makes");
  const std::vector<PairOfFragment> pairs = pairs_of(fragment);
  require_version(pairs);
  if (pairs.size() == 2 && pairs[1].key == packed_key) return unpacked(pairs[1].value.value_or(""));
  try {
    return data::exact_json_text(read_pairs(pairs), 2);
  } catch (const std::exception&) {
    refuse("it is damaged: a value is given twice, or is not valid text");
  }
}

}  // namespace texelsort::app
