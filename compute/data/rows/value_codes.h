#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace texelsort::data {

/// Point in time in UTC. A text without an offset or "Z" counts as UTC.
struct Moment {
  std::int64_t seconds = 0;       ///< seconds since 1970-01-01T00:00:00, without leap seconds
  std::uint32_t nanoseconds = 0;  ///< nanoseconds within the second; 10^9 or more lies in the leap second that follows
  auto operator<=>(const Moment&) const = default;
};

/// Parses a date in ISO 8601:2004 form, and returns its start. Accepts calendar dates ("2020", "2020-05", "2020-05-17",
/// "20200517", "-0044-03-15", "+12020-01-01"), weeks ("2020-W05", "2020-W05-3") and days of the year ("2020-123"). A
/// time may follow all dates except years and months, after "T" or a blank. Accepts times such as "09", "09:30",
/// "093000", "09:30:15.25" and "24:00", with an optional offset ("Z", "+02:00", "-0530"). Second 60 of any minute is a
/// leap second (ISO 8601:2004, 4.2.1), after second 59 and before the next minute. Returns null for other texts, for
/// days that do not exist, and for fractions finer than nanoseconds.
std::optional<Moment> parse_moment(std::string_view text);

/// Appends ten bytes for a point in time. Their memcmp order is the chronological order.
void append_code(const Moment& moment, std::vector<std::byte>& code);

/// Appends bytes for a decimal number of any length. Their memcmp order is the exact numerical order, and "1e3" and
/// "1000.0" have equal bytes. Accepts signs, a decimal point, exponents, and "inf", "infinity" and "nan" in any case.
/// -0 equals 0, and NaN is larger than all other numbers. The bytes of a number are never the start of those of
/// another. Returns false without appending bytes if the text is not a number.
bool append_decimal_code(std::string_view text, std::vector<std::byte>& code);

}  // namespace texelsort::data
