#include "compute/data/rows/value_codes.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "compute/data/text/number.h"
#include "compute/data/text/source.h"

namespace texelsort::data {
namespace {

using std::chrono::days;

/// Reader that consumes a text piece by piece, from its start.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : rest_(text) {}

  bool done() const { return rest_.empty(); }
  bool at_digit() const { return !rest_.empty() && rest_.front() >= '0' && rest_.front() <= '9'; }
  bool take(char c) {
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }
  /// Reads a number of exactly `digits` digits. Returns null if fewer digits follow.
  std::optional<int> number(std::size_t digits) {
    if (digit_count() < digits) return std::nullopt;
    int value = 0;
    for (std::size_t i = 0; i < digits; ++i) value = 10 * value + (rest_[i] - '0');
    rest_.remove_prefix(digits);
    return value;
  }
  std::size_t digit_count() const {
    std::size_t count = 0;
    while (count < rest_.size() && rest_[count] >= '0' && rest_[count] <= '9') ++count;
    return count;
  }

 private:
  std::string_view rest_;
};

struct Day {
  std::int64_t number = 0;    ///< days since 1970-01-01; negative for earlier days
  bool takes_a_time = false;  ///< true if the date is a day, so that a time may follow; false for months and years
  bool extended = true;       ///< true if the parts of the date are separated by "-"
};

std::optional<Day> calendar_day(int year, int month, int day, bool takes_a_time) {
  const std::chrono::year_month_day date{std::chrono::year{year}, std::chrono::month{static_cast<unsigned>(month)},
                                         std::chrono::day{static_cast<unsigned>(day)}};
  if (!date.ok()) return std::nullopt;
  return Day{std::chrono::sys_days{date}.time_since_epoch().count(), takes_a_time};
}

std::int64_t first_day(int year) {
  return std::chrono::sys_days{std::chrono::year{year} / 1 / 1}.time_since_epoch().count();
}

/// Returns the Monday of week 1 of a year, in days since 1970-01-01. Week 1 contains the year's first Thursday.
std::int64_t first_monday(int year) {
  const auto fourth = std::chrono::sys_days{std::chrono::year{year} / 1 / 4};
  const auto weekday = std::chrono::weekday{fourth}.iso_encoding();
  return fourth.time_since_epoch().count() - (static_cast<std::int64_t>(weekday) - 1);
}

std::optional<Day> week_day(int year, Scanner& text, bool extended) {
  const auto week = text.number(2);
  if (!week || *week < 1) return std::nullopt;
  const std::int64_t monday = first_monday(year) + 7 * (*week - 1);
  if (monday >= first_monday(year + 1)) return std::nullopt;
  if (extended ? !text.take('-') : !text.at_digit()) return Day{monday, false, extended};
  const auto weekday = text.number(1);
  if (!weekday || *weekday < 1 || *weekday > 7) return std::nullopt;
  return Day{monday + *weekday - 1, true, extended};
}

std::optional<Day> day_of_year(int year, int day, bool extended) {
  const std::int64_t number = first_day(year) + day - 1;
  if (day < 1 || number >= first_day(year + 1)) return std::nullopt;
  return Day{number, true, extended};
}

std::optional<int> read_year(Scanner& text) {
  const bool before = text.take('-');
  if (!before && !text.take('+')) return text.number(4);
  // Allow signed years of more than four digits, up to 32767, the limit of std::chrono.
  const std::size_t digits = text.digit_count();
  if (digits < 4 || digits > 6) return std::nullopt;
  const auto year = text.number(digits);
  if (!year || *year > 32767 - 1) return std::nullopt;
  return before ? -*year : *year;
}

std::optional<Day> read_day(Scanner& text) {
  const auto year = read_year(text);
  if (!year) return std::nullopt;
  const bool extended = text.take('-');
  if (text.take('W')) return week_day(*year, text, extended);
  const std::size_t digits = text.digit_count();
  if (digits == 3) return day_of_year(*year, *text.number(3), extended);
  if (!extended) {
    if (digits == 0) return calendar_day(*year, 1, 1, false);
    if (digits != 4) return std::nullopt;
    const int month = *text.number(2), day = *text.number(2);
    auto found = calendar_day(*year, month, day, true);
    if (found) found->extended = false;
    return found;
  }
  const auto month = text.number(2);
  if (!month) return std::nullopt;
  if (!text.take('-')) return calendar_day(*year, *month, 1, false);
  const auto day = text.number(2);
  return day ? calendar_day(*year, *month, *day, true) : std::nullopt;
}

/// Reads the digits after a decimal sign as nanoseconds. Returns 0 if there is no decimal sign.
std::optional<std::uint32_t> read_fraction(Scanner& text) {
  if (!text.take('.') && !text.take(',')) return 0;
  if (!text.at_digit()) return std::nullopt;
  std::uint32_t nanoseconds = 0;
  for (int i = 0; text.at_digit(); ++i) {
    const int digit = *text.number(1);
    if (i < 9) nanoseconds = 10 * nanoseconds + static_cast<std::uint32_t>(digit);
    if (i >= 9 && digit != 0) return std::nullopt;
    if (i < 8 && !text.at_digit()) {
      for (int left = i + 1; left < 9; ++left) nanoseconds *= 10;
    }
  }
  return nanoseconds;
}

/// Reads a time of day, such as "09", "09:30", "0930" or "09:30:15.5".
std::optional<Moment> read_time(Scanner& text) {
  const auto hour = text.number(2);
  if (!hour) return std::nullopt;
  int minute = 0, second = 0;
  std::uint32_t nanoseconds = 0;
  const bool colons = text.take(':');
  if (colons || text.at_digit()) {
    const auto found = text.number(2);
    if (!found) return std::nullopt;
    minute = *found;
    if (colons ? text.take(':') : text.at_digit()) {
      const auto seconds = text.number(2);
      const auto fraction = seconds ? read_fraction(text) : std::nullopt;
      if (!fraction) return std::nullopt;
      second = *seconds;
      nanoseconds = *fraction;
    }
  }
  const bool midnight = *hour == 24 && minute == 0 && second == 0 && nanoseconds == 0;
  if ((*hour > 23 && !midnight) || minute > 59 || second > 60) return std::nullopt;
  Moment time{3600LL * *hour + 60LL * minute + second, nanoseconds};
  // Accept a leap second in any minute. Offsets are whole minutes, so it also ends a minute of UTC.
  if (second == 60) time = {time.seconds - 1, nanoseconds + 1'000'000'000};
  return time;
}

/// Reads an offset from UTC, such as "Z", "+02:00" or "-0530". Returns the seconds by which local time is ahead of UTC.
std::optional<std::int64_t> read_offset(Scanner& text) {
  if (text.done() || text.take('Z') || text.take('z')) return 0;
  const bool behind = text.take('-');
  if (!behind && !text.take('+')) return std::nullopt;
  const auto hours = text.number(2);
  if (!hours || *hours > 23) return std::nullopt;
  int minutes = 0;
  if (text.take(':') || text.at_digit()) {
    const auto found = text.number(2);
    if (!found || *found > 59) return std::nullopt;
    minutes = *found;
  }
  const std::int64_t seconds = 3600LL * *hours + 60LL * minutes;
  return behind ? -seconds : seconds;
}

}  // namespace

std::optional<Moment> parse_moment(std::string_view words) {
  Scanner text(words);
  const auto day = read_day(text);
  if (!day) return std::nullopt;
  Moment moment{86'400 * day->number, 0};
  if (text.done()) return moment;
  if (!day->takes_a_time || !(text.take('T') || text.take('t') || text.take(' '))) return std::nullopt;
  const auto time = read_time(text);
  const auto offset = time ? read_offset(text) : std::nullopt;
  if (!offset || !text.done()) return std::nullopt;
  return Moment{moment.seconds + time->seconds - *offset, time->nanoseconds};
}

void append_code(const Moment& moment, std::vector<std::byte>& code) {
  // Use 48 bits, which represent the seconds of four million years before and after 1970.
  const std::uint64_t seconds = static_cast<std::uint64_t>(moment.seconds + (std::int64_t{1} << 47));
  for (int shift = 40; shift >= 0; shift -= 8) code.push_back(static_cast<std::byte>(seconds >> shift));
  for (int shift = 24; shift >= 0; shift -= 8) code.push_back(static_cast<std::byte>(moment.nanoseconds >> shift));
}

namespace {

/// First byte of a number's sort key, by sign and range of the number. The values are in numerical order.
enum class Range : std::uint8_t {
  minus_infinity = 0x10,
  negative = 0x20,
  zero = 0x30,
  positive = 0x40,
  infinity = 0x50,
  nan = 0x60
};

/// Decimal number: 0.DIGITS times 10 to the `exponent`. The first and the last digit are not 0.
struct Decimal {
  bool negative = false;
  std::int64_t exponent = 0;
  std::string digits;  ///< digits of the number; empty for 0
};

bool equals_ignoring_case(std::string_view text, std::string_view small) {
  return std::ranges::equal(text, small, {}, [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; });
}

std::optional<Range> word_range(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  if (equals_ignoring_case(text, "inf") || equals_ignoring_case(text, "infinity")) {
    return negative ? Range::minus_infinity : Range::infinity;
  }
  return equals_ignoring_case(text, "nan") ? std::optional(Range::nan) : std::nullopt;
}

/// Reads an exponent such as "e-12". Returns 0 for an empty text, and null for an exponent of more than 9 digits.
std::optional<std::int64_t> read_exponent(std::string_view text) {
  if (text.empty()) return 0;
  text.remove_prefix(1);
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.starts_with('-')) return std::nullopt;
  }
  if (text.size() - (text.starts_with('-') ? 1 : 0) > 9) return std::nullopt;
  return read_number<std::int64_t>(text);
}

std::optional<Decimal> read_decimal(std::string_view text) {
  Decimal decimal;
  decimal.negative = text.starts_with('-');
  if (decimal.negative || text.starts_with('+')) text.remove_prefix(1);
  bool any = false, behind_point = false;
  std::size_t at = 0;
  for (; at < text.size(); ++at) {
    if (is_digit(text[at])) {
      any = true;
      if (text[at] == '0' && decimal.digits.empty()) {
        decimal.exponent -= behind_point ? 1 : 0;
        continue;
      }
      decimal.digits += text[at];
      decimal.exponent += behind_point ? 0 : 1;
    } else if (text[at] == '.' && !behind_point) {
      behind_point = true;
    } else {
      break;
    }
  }
  if (!any || (at < text.size() && text[at] != 'e' && text[at] != 'E')) return std::nullopt;
  const auto exponent = read_exponent(text.substr(at));
  if (!exponent) return std::nullopt;
  decimal.exponent += *exponent;
  decimal.digits.erase(decimal.digits.find_last_not_of('0') + 1);
  return decimal;
}

/// Appends bytes for an exponent, whose order is the order of exponents. One byte is sufficient near 0, and otherwise
/// nine bytes are needed.
void append_exponent(std::int64_t exponent, std::vector<std::byte>& code) {
  constexpr std::int64_t near = 100, middle = 128;
  if (exponent >= -near && exponent <= near) {
    code.push_back(static_cast<std::byte>(exponent + middle));
    return;
  }
  code.push_back(static_cast<std::byte>(exponent < 0 ? 0x01 : 0xFE));
  const std::uint64_t biased = static_cast<std::uint64_t>(exponent) ^ (std::uint64_t{1} << 63);
  for (int shift = 56; shift >= 0; shift -= 8) code.push_back(static_cast<std::byte>(biased >> shift));
}

}  // namespace

bool append_decimal_code(std::string_view text, std::vector<std::byte>& code) {
  const auto decimal = read_decimal(text);
  if (!decimal) {
    const auto word = word_range(text);
    if (word) code.push_back(static_cast<std::byte>(*word));
    return word.has_value();
  }
  if (decimal->digits.empty()) {
    code.push_back(static_cast<std::byte>(Range::zero));
    return true;
  }
  code.push_back(static_cast<std::byte>(decimal->negative ? Range::negative : Range::positive));
  const std::size_t first = code.size();
  append_exponent(decimal->exponent, code);
  // Store two digits per byte. Add 1, so that the terminating 0 sorts before all further digits.
  for (std::size_t i = 0; i < decimal->digits.size(); i += 2) {
    const int tens = decimal->digits[i] - '0';
    const int ones = i + 1 < decimal->digits.size() ? decimal->digits[i + 1] - '0' : 0;
    code.push_back(static_cast<std::byte>(10 * tens + ones + 1));
  }
  code.push_back(std::byte{0});
  if (decimal->negative)
    std::transform(code.begin() + static_cast<std::ptrdiff_t>(first), code.end(),
                   code.begin() + static_cast<std::ptrdiff_t>(first), [](std::byte b) { return ~b; });
  return true;
}

}  // namespace texelsort::data
