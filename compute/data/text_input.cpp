#include "compute/data/number_reader.h"
#include "compute/data/readers.h"

namespace texelsort::data {
namespace {

bool ends_word(char c) {
  return is_space(c) || c == ',' || c == '#';
}

/// Visits every word of text: separated by white space or one comma, without comments from '#' to the line's end.
template <typename Visit>
void scan_words(const Source& source, const Visit& visit) {
  const char* at = source.contents.data();
  const char* const end = at + source.contents.size();
  bool comma_allowed = false;
  while (at != end) {
    if (*at == '#') {
      while (at != end && *at != '\n') ++at;
    } else if (*at == ',') {
      if (!comma_allowed) fail_at(source, at, "found ',', expected a number before it");
      comma_allowed = false;
      ++at;
    } else if (is_space(*at)) {
      ++at;
    } else {
      const char* const start = at;
      while (at != end && !ends_word(*at)) ++at;
      visit(std::string_view(start, static_cast<std::size_t>(at - start)));
      comma_allowed = true;
    }
  }
}

}  // namespace

Input read_text(const Source& source, const ReadOptions& options) {
  Input input;
  Numbers numbers = read_numbers(source, options.type, [&](const auto& visit) { scan_words(source, visit); });
  if (!numbers.plain) {
    auto particulars = std::make_shared<Particulars>();
    particulars->texts = {source.text};
    particulars->row_count = size(numbers.keys);
    scan_words(source, [&](std::string_view word) { particulars->keys.push_back(word); });
    input.shape.particulars = std::move(particulars);
  }
  if (!numbers.rounded.empty()) input.notes.push_back(rounding_note(source, numbers));
  input.keys = std::move(numbers.keys);
  input.shape.format = Format::text;
  input.origin = source.origin;
  return input;
}

}  // namespace texelsort::data
