#include "app/problem/plain_message.h"

#include <array>
#include <regex>

#include "app/problem/messages.h"

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
  // std::regex_replace recurses once per character, so that a long message could overflow the stack.
  std::string plain = message.size() <= most_plain_bytes ? message : one_line(message, most_plain_bytes);
  for (const auto& [option, word] : rules) plain = std::regex_replace(plain, option, word);
  return plain;
}

std::string plain_origin(const std::string& origin) {
  return origin == "--input-values" ? "typed in" : plain_message(origin);
}

}  // namespace texelsort::app
