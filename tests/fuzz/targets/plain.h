#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compute/data/keys/keys.h"

/// Second implementations of the readers, as simple as possible and independent of the program's readers. Fuzz targets
/// compare both.
namespace texelsort::fuzz {

/// Returns the text of a file as UTF-8, without a byte order mark. Replaces UTF-16 characters beyond ASCII, which no
/// number contains, by a character that no number contains.
std::string plain_text(std::string_view bytes);

/// Returns the words of a text, without comments. White space and commas separate words.
std::vector<std::string> plain_words(std::string_view text);

/// Returns the rows of a text with separated values (RFC 4180), without white space around fields and values. Skips
/// empty lines. With several columns, also skips lines of white space. Null if quotes are misplaced.
std::optional<std::vector<std::vector<std::string>>> plain_rows(std::string_view text, char separator);

/// Whole number with a sign and at most 64 bits. In text, it is decimal, hexadecimal (0x) or binary (0b).
__extension__ typedef __int128 Whole;
std::optional<Whole> plain_whole(std::string_view word);

/// Returns whether key i is the number of a word, with IEEE 754 rounding for floats.
bool says_key(std::string_view word, const data::Keys& keys, std::uint64_t i);

/// Returns whether key i keeps all digits of a word. The key, printed with the same number of digits, must show the
/// same digits.
bool holds_digits(std::string_view word, const data::Keys& keys, std::uint64_t i);

/// Returns whether the keys have the same bits. All NaNs with the same sign count as equal.
bool same_keys(const data::Keys& one, const data::Keys& other);

}  // namespace texelsort::fuzz
