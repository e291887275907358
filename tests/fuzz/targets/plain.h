#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compute/data/keys/keys.h"

/// Readers once more, as plainly as they can be written and by other means than the program's: what fuzz targets
/// compare with.
namespace texelsort::fuzz {

/// The text of a file as UTF-8, without a byte order mark. Characters of UTF-16 beyond ASCII, which are in no number,
/// become one that is in no number either.
std::string plain_text(std::string_view bytes);

/// The words of a text: separated by white space and commas, without comments.
std::vector<std::string> plain_words(std::string_view text);

/// Rows of comma-separated values (RFC 4180), white space around fields and values cut off. Empty lines are left out,
/// and lines of white space where there are several columns. Returns nothing where quotes are out of place.
std::optional<std::vector<std::vector<std::string>>> plain_rows(std::string_view text, char separator);

/// A whole number of at most 64 bits and a sign; decimal, 0x or 0b.
__extension__ typedef __int128 Whole;
std::optional<Whole> plain_whole(std::string_view word);

/// Whether key i is the number that a word says, rounded as IEEE 754 rounds where it is a float.
bool says_key(std::string_view word, const data::Keys& keys, std::uint64_t i);

/// Whether key i printed with as many digits as the word has shows the same digits, so that none was lost.
bool holds_digits(std::string_view word, const data::Keys& keys, std::uint64_t i);

/// Whether they are the same bits, all NaNs of a sign being one.
bool same_keys(const data::Keys& one, const data::Keys& other);

}  // namespace texelsort::fuzz
