#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace texelsort::data {

/// A moment, of universal time where the text has an offset or "Z", else as if it had.
struct Moment {
  std::int64_t seconds = 0;       ///< from 1970-01-01T00:00:00, without leap seconds
  std::uint32_t nanoseconds = 0;  ///< 10^9 and more: in the leap second that follows `seconds`
  auto operator<=>(const Moment&) const = default;
};

/// The moment at which a date of ISO 8601:2004 begins: calendar dates ("2020", "2020-05", "2020-05-17", "20200517",
/// "-0044-03-15", "+12020-01-01"), weeks ("2020-W05", "2020-W05-3"), days of the year ("2020-123"), each but the first
/// two with a time behind "T" or a blank ("09", "09:30", "093000", "09:30:15.25", "24:00") and with an offset ("Z",
/// "+02:00", "-0530"). Second 60 of any minute is a leap second (ISO 8601:2004, 4.2.1): it comes after second 59 and
/// before the next minute. Nothing for what is none, for days that there are not, and for fractions finer than
/// nanoseconds.
std::optional<Moment> parse_moment(std::string_view text);

/// Appends ten bytes in the moments' order, as of memcmp.
void append_code(const Moment& moment, std::vector<std::byte>& code);

}  // namespace texelsort::data
