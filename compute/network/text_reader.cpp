#include <charconv>

#include "compute/network/network_builder.h"

namespace texelsort::network {
namespace {

void read_comparator(const data::Source& source, std::string_view word, NetworkBuilder& builder) {
  const std::size_t colon = word.find(':');
  if (colon == std::string_view::npos) {
    data::fail_at(source, word.data(), "found " + data::quoted(word) + ", expected two places, such as 0:1");
  }
  builder.add(read_place(source, word.substr(0, colon)), read_place(source, word.substr(colon + 1)));
}

/// Reads one word of the text notation: a comparator such as "0:1", or the number of places such as "n=4".
void read_word(const data::Source& source, std::string_view word, NetworkBuilder& builder) {
  if (!word.starts_with("n=")) return read_comparator(source, word, builder);
  if (!builder.empty()) data::fail_at(source, word.data(), "the number of places comes before all comparators");
  builder.set_places(read_place(source, word.substr(2)));
}

/// Reads one line of the text notation. Semicolons separate steps, and commas or white space separate comparators.
void read_line(const data::Source& source, std::string_view line, NetworkBuilder& builder) {
  std::size_t at = 0;
  while (at < line.size()) {
    if (line[at] == ';') builder.end_step();
    if (line[at] == ';' || line[at] == ',' || data::is_space(line[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < line.size() && line[end] != ';' && line[end] != ',' && !data::is_space(line[end])) ++end;
    read_word(source, line.substr(at, end - at), builder);
    at = end;
  }
  builder.end_step();
}

}  // namespace

WrittenPlace read_place(const data::Source& source, std::string_view text) {
  std::uint64_t place = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), place);
  if (error == std::errc::result_out_of_range) {
    data::fail_at(source, text.data(), "place " + data::quoted(text) + " is too large");
  }
  if (error != std::errc{} || end != text.data() + text.size()) {
    data::fail_at(source, text.data(), "found " + data::quoted(text) + ", expected a place: a whole number from 0 up");
  }
  return {text.data(), place};
}

void read_text(const data::Source& source, NetworkBuilder& builder) {
  std::string_view rest = source.contents;
  while (!rest.empty()) {
    const std::size_t length = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, length);
    const std::string_view content = data::trimmed(line);
    if (content.starts_with('#')) {
      builder.open_stage(data::trimmed(content.substr(1)));
    } else {
      read_line(source, line.substr(0, line.find('#')), builder);
    }
    rest.remove_prefix(std::min(length + 1, rest.size()));
  }
}

}  // namespace texelsort::network
