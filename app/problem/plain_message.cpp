#include "app/problem/plain_message.h"

#include <array>
#include <regex>
#include <string_view>

#include <fmt/format.h>

#include "app/problem/messages.h"
#include "compute/data/text/number_format.h"

namespace texelsort::app {

namespace {

constexpr std::size_t most_plain_bytes = 2000;

}  // namespace

std::string plain_message(const std::string& message) {
  static const std::array rules{
      std::pair{std::regex("--input-values:1:([0-9]+)"), "values, column $1"},
      std::pair{std::regex("--input-values:([0-9]+):([0-9]+)"), "values, line $1, column $2"},
      std::pair{std::regex("--input-values"), "values"},
      std::pair{std::regex("(^|[ (,'])--([a-z]+)-([a-z]+)"), "$1$2 $3"},
      std::pair{std::regex("(^|[ (,'])--([a-z]+)"), "$1$2"},
      std::pair{std::regex("(^|[ (,'])-t(?![a-z0-9])"), "$1key type"},
      std::pair{std::regex("(^|[ (,'])-d(?![a-z0-9])"), "$1distribution"},
      std::pair{std::regex("(^|[ (,'])-p(?![a-z0-9])"), "$1parameter"},
      std::pair{std::regex("(^|[ (,'])-a(?![a-z0-9])"), "$1algorithm"},
      std::pair{std::regex("(^|[ (,'])-([nk])(?![a-z0-9])"), "$1$2"},
  };
  // Shorten long messages first. std::regex_replace recurses once per character and could overflow the stack.
  std::string plain = message.size() <= most_plain_bytes ? message : one_line(message, most_plain_bytes);
  for (const auto& [option, word] : rules) plain = std::regex_replace(plain, option, word);
  return plain;
}

std::string plain_origin(const std::string& origin) {
  if (origin == "slides-bitonic" || origin == "slides-kth-largest") return "the example of the slides";
  return origin == "--input-values" ? "typed in" : plain_message(origin);
}

std::string input_text(std::uint64_t n, data::KeyType type, const std::string& origin) {
  const std::string_view name = data::name(type);
  std::string one = name.starts_with('f') ? "float" : name.starts_with('i') ? "signed integer" : "unsigned integer";
  if (name.ends_with("64")) one.insert(0, "64-bit ");
  return fmt::format("{}, {}", data::counted(n, one), plain_origin(origin));
}

}  // namespace texelsort::app
