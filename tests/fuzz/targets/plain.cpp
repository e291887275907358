#include "tests/fuzz/targets/plain.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "compute/data/keys/key_text.h"

namespace texelsort::fuzz {
namespace {

bool is_blank_byte(char c) {
  return std::string_view(" \t\n\r\v\f").find(c) != std::string_view::npos;
}

std::string without_blanks(std::string text) {
  while (!text.empty() && is_blank_byte(text.back())) text.pop_back();
  while (!text.empty() && is_blank_byte(text.front())) text.erase(0, 1);
  return text;
}

template <typename Real>
Real plain_real(const std::string& word, bool& good) {
  if (const auto whole = plain_whole(word); whole && word.find_first_of("xXbB") != std::string::npos) {
    good = true;
    const Real magnitude = static_cast<Real>(static_cast<std::uint64_t>(*whole < 0 ? -*whole : *whole));
    return word.starts_with('-') ? -magnitude : magnitude;
  }
  char* end = nullptr;
  const Real value = sizeof(Real) == 4 ? static_cast<Real>(std::strtof(word.c_str(), &end))
                                       : static_cast<Real>(std::strtod(word.c_str(), &end));
  good = end == word.c_str() + word.size() && !word.empty();
  return value;
}

/// Returns a number's decimal digits without leading and trailing zeros.
std::string decimal_digits(std::string_view word) {
  std::string digits;
  for (const char c : word.substr(0, word.find_first_of("eE"))) {
    if (c >= '0' && c <= '9') digits += c;
  }
  digits.erase(digits.find_last_not_of('0') + 1);
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
  return digits;
}

template <typename Real>
bool same_real(Real one, Real other) {
  if (std::isnan(one) || std::isnan(other)) {
    return std::isnan(one) && std::isnan(other) && std::signbit(one) == std::signbit(other);
  }
  using Bits = std::conditional_t<sizeof(Real) == 4, std::uint32_t, std::uint64_t>;
  return std::bit_cast<Bits>(one) == std::bit_cast<Bits>(other);
}

}  // namespace

std::string plain_text(std::string_view bytes) {
  if (bytes.starts_with("\xEF\xBB\xBF")) return std::string(bytes.substr(3));
  const bool two = bytes.size() > 1;
  const bool little = bytes.starts_with("\xFF\xFE") || (two && bytes[0] != '\0' && bytes[1] == '\0');
  const bool big = bytes.starts_with("\xFE\xFF") || (two && bytes[0] == '\0' && bytes[1] != '\0');
  if (!little && !big) return std::string(bytes);
  std::string text;
  for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) {
    const char low = bytes[little ? i : i + 1], high = bytes[little ? i + 1 : i];
    const bool mark = i == 0 && static_cast<unsigned char>(low) == 0xFF && static_cast<unsigned char>(high) == 0xFE;
    if (!mark) text += high == 0 && static_cast<unsigned char>(low) < 0x80 ? low : '\x1A';
  }
  return text;
}

std::vector<std::string> plain_words(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool in_comment = false;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : '\n';
    const bool ends = c == '#' || c == ',' || is_blank_byte(c);
    if (!in_comment && !ends) {
      word += c;
      continue;
    }
    if (!word.empty()) words.push_back(std::exchange(word, {}));
    if (c == '#') in_comment = true;
    if (c == '\n' || c == '\r') in_comment = false;
  }
  return words;
}

std::optional<std::vector<std::vector<std::string>>> plain_rows(std::string_view text, char separator) {
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> row;
  std::string field;
  bool quoted = false, open = false, several_columns = false;
  std::vector<bool> is_white;  // true for each row that consists of white space only
  const auto end_field = [&] { row.push_back(without_blanks(field)); };
  const auto end_row = [&] {
    const bool white = row.size() == 1 && row[0].empty() && !quoted;
    several_columns = several_columns || row.size() > 1;
    if (!white || !field.empty()) {
      rows.push_back(row);
      is_white.push_back(white);
    }
    row.clear();
    field.clear();
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (open) {
      const bool doubled = c == '"' && i + 1 < text.size() && text[i + 1] == '"';
      if (doubled) ++i;
      if (c == '"' && !doubled) open = false;
      if (c != '"' || doubled) field += c;
    } else if (c == separator) {
      end_field();
      field.clear();
      quoted = false;
    } else if (c == '\n' || c == '\r') {
      end_field();
      end_row();
      quoted = false;
    } else if (c == '"' && !quoted && without_blanks(field).empty()) {
      field.clear();
      quoted = open = true;
    } else if (quoted) {
      if (!is_blank_byte(c)) return std::nullopt;
    } else {
      field += c;
    }
  }
  if (open) return std::nullopt;
  end_field();
  end_row();
  std::size_t index = 0;
  if (several_columns) std::erase_if(rows, [&](const auto&) { return is_white[index++]; });
  return rows;
}

std::optional<Whole> plain_whole(std::string_view word) {
  const bool negative = word.starts_with('-');
  if (negative || word.starts_with('+')) word.remove_prefix(1);
  int base = 10;
  if (word.starts_with("0x") || word.starts_with("0X")) base = 16;
  if (word.starts_with("0b") || word.starts_with("0B")) base = 2;
  if (base != 10) word.remove_prefix(2);
  if (word.empty()) return std::nullopt;
  Whole value = 0;
  for (const char c : word) {
    const int digit = c >= '0' && c <= '9'   ? c - '0'
                      : c >= 'a' && c <= 'f' ? c - 'a' + 10
                      : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                             : 99;
    if (digit >= base) return std::nullopt;
    value = value * base + digit;
    if (value >> 64 != 0) return std::nullopt;
  }
  return negative ? -value : value;
}

bool says_key(std::string_view word, const data::Keys& keys, std::uint64_t i) {
  return std::visit(
      [&]<typename Key>(const std::vector<Key>& column) {
        if constexpr (std::is_floating_point_v<Key>) {
          bool good = false;
          const Key value = plain_real<Key>(std::string(word), good);
          return good && same_real(value, column[i]);
        } else {
          const auto value = plain_whole(word);
          return value && *value == static_cast<Whole>(column[i]);
        }
      },
      keys);
}

bool holds_digits(std::string_view word, const data::Keys& keys, std::uint64_t i) {
  return std::visit(
      [&]<typename Key>(const std::vector<Key>& column) {
        if constexpr (!std::is_floating_point_v<Key>) {
          return true;
        } else {
          // Numbers in other bases, "inf" and "nan" have no decimal digits to compare.
          if (!std::isfinite(column[i]) || word.find_first_of("xXbB") != std::string_view::npos) return true;
          const std::string digits = decimal_digits(word);
          if (digits.empty()) return true;
          std::string shown(digits.size() + 16, '\0');
          const int length = std::snprintf(shown.data(), shown.size(), "%.*e", static_cast<int>(digits.size()) - 1,
                                           static_cast<double>(column[i]));
          if (decimal_digits({shown.data(), static_cast<std::size_t>(length)}) == digits) return true;
          // The shortest text of a power of two may end in another digit.
          std::string shortest;
          data::append_text(shortest, column[i]);
          return decimal_digits(shortest) == digits;
        }
      },
      keys);
}

bool same_keys(const data::Keys& one, const data::Keys& other) {
  if (one.index() != other.index() || data::size(one) != data::size(other)) return false;
  return std::visit(
      [&]<typename Key>(const std::vector<Key>& column) {
        const auto& others = std::get<std::vector<Key>>(other);
        for (std::size_t i = 0; i < column.size(); ++i) {
          if constexpr (std::is_floating_point_v<Key>) {
            if (!same_real(column[i], others[i])) return false;
          } else if (column[i] != others[i]) {
            return false;
          }
        }
        return true;
      },
      one);
}

}  // namespace texelsort::fuzz
