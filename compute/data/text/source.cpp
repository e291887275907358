#include "compute/data/text/source.h"

#include <algorithm>

#include <fmt/core.h>

#include "compute/data/error.h"
#include "compute/data/text/outgoing_text.h"
#include "compute/data/text/text_place.h"

namespace texelsort::data {
namespace {

/// Converts single CR characters to LF. Mac OS up to version 9 ended lines in this way.
std::string with_line_feeds(std::string contents) {
  for (std::size_t at = 0; (at = contents.find('\r', at)) != std::string::npos; ++at) {
    if (at + 1 == contents.size() || contents[at + 1] != '\n') contents[at] = '\n';
  }
  return contents;
}

}  // namespace

Source::Source(std::string bytes, std::string from)
    : text(std::make_shared<const std::string>(with_line_feeds(to_utf8(std::move(bytes), from)))),
      contents(*text),
      origin(std::move(from)) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (contents.starts_with(byte_order_mark)) contents.remove_prefix(byte_order_mark.size());
}

std::string place_of(const Source& source, const char* at) {
  TextPlace place('\n');
  place.pass(source.contents.substr(0, static_cast<std::size_t>(at - source.contents.data())));
  return fmt::format("{}:{}:{}", source.origin, place.line, place.column);
}

void fail_at(const Source& source, const char* at, const std::string& message) {
  throw UsageError(fmt::format("{}: {}", place_of(source, at), message));
}

std::string quoted(std::string_view text) {
  constexpr std::size_t longest = 40;
  std::string out = "'";
  std::size_t length = std::min(text.size(), longest);
  while (length > 0 && length < text.size() && continues_character(text[length])) --length;
  for (std::string_view rest = text.substr(0, length); !rest.empty();) {
    const std::string_view bytes = take_character(rest).bytes;
    if (bytes.front() != '\t' && bytes.front() != '\n' && bytes.front() != '\r' && outgoing_text(bytes) == bytes) {
      out += bytes;
    } else {
      for (const char byte : bytes) out += fmt::format("\\x{:02X}", static_cast<unsigned char>(byte));
    }
  }
  return out + (length < text.size() ? "...'" : "'");
}

}  // namespace texelsort::data
