#include <algorithm>

#include "tests/fuzz/targets/plain.h"
#include "tests/fuzz/targets/property.h"
#include "tests/fuzz/targets/reading.h"
#include "tests/fuzz/targets/targets.h"

namespace texelsort::fuzz {
namespace {

void check_numbers(std::string_view text, std::string_view input, std::optional<data::KeyType> type) {
  const data::ReadOptions options{.type = type};
  const auto read = read_bytes(input, "keys.txt", options);
  if (!read) return;
  if (type) require(data::type_of(read->keys) == *type, "keys have the type that was asked for");
  const auto words = plain_words(text);
  require(words.size() == data::size(read->keys), "a text of n numbers gives n keys");
  for (std::size_t i = 0; i < words.size(); ++i) {
    require(says_key(words[i], read->keys, i), "key " + std::to_string(i) + " is the number '" + words[i] + "'");
    const bool whole = holds_digits(words[i], read->keys, i) || !read->notes.empty();
    require(whole, "somebody is told that '" + words[i] + "' was rounded");
  }
  require_reads_back(*read, "out.txt", options);
}

}  // namespace

void fuzz_numbers(std::string_view input) {
  const std::string text = plain_text(input);
  check_numbers(text, input, std::nullopt);
  for (const data::KeyType type : data::all_key_types) check_numbers(text, input, type);
}

}  // namespace texelsort::fuzz
