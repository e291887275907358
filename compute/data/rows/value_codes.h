#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace texelsort::data {

/// A point in time, in UTC if the text has an offset or "Z". Other times are treated as UTC.
struct Moment {
  std::int64_t seconds = 0;       ///< since 1970-01-01T00:00:00, without leap seconds
  std::uint32_t nanoseconds = 0;  ///< 10^9 or more means in the leap second after `seconds`
  auto operator<=>(const Moment&) const = default;
};

/// Returns the start of a date in ISO 8601:2004 form. Accepts calendar dates ("2020", "2020-05", "2020-05-17",
/// "20200517", "-0044-03-15", "+12020-01-01"), weeks ("2020-W05", "2020-W05-3") and days of the year ("2020-123"). All
/// except years and months may be followed by "T" or a blank and a time ("09", "09:30", "093000", "09:30:15.25",
/// "24:00") with an optional offset ("Z", "+02:00", "-0530"). Second 60 of any minute is a leap second (ISO 8601:2004,
/// 4.2.1), after second 59 and before the next minute. Nothing for other texts, for days that do not exist, and for
/// fractions finer than nanoseconds.
std::optional<Moment> parse_moment(std::string_view text);

/// Appends ten bytes whose memcmp order is the chronological order.
void append_code(const Moment& moment, std::vector<std::byte>& code);

/// Appends bytes whose memcmp order is the exact order of the decimal numbers, at any length: "1e3" and "1000.0" have
/// equal bytes. Accepts signs, a decimal point, exponents, and "inf", "infinity" and "nan" in any case. -0 equals 0,
/// and NaN is larger than all other numbers. No result is a prefix of a different one. Returns false, without
/// appending, if the text is not a number.
bool append_decimal_code(std::string_view text, std::vector<std::byte>& code);

}  // namespace texelsort::data
