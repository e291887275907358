#include <algorithm>
#include <charconv>

#include <fmt/core.h>

#include "compute/data/error.h"
#include "compute/data/format/picture.h"
#include "compute/data/text/source.h"

namespace texelsort::data {
namespace {

[[noreturn]] void fail_as_cut(const std::string& origin, std::string_view kind, std::size_t bytes,
                              std::uint64_t needed) {
  fail_at_picture(origin, kind, fmt::format("the file is incomplete: it has {} of {} bytes", bytes, needed));
}

/// Parser of the numbers in a Netpbm header. White space and comments separate the numbers, and one white space follows
/// the last number.
class NetpbmHeader {
 public:
  NetpbmHeader(std::string_view contents, const std::string& origin) : contents_(contents), origin_(origin) {}

  std::uint32_t next(std::string_view what) {
    while (at_ < contents_.size() && (is_space(contents_[at_]) || contents_[at_] == '#')) {
      if (contents_[at_] == '#') at_ = std::min(contents_.find_first_of("\r\n", at_), contents_.size());
      if (at_ < contents_.size()) ++at_;
    }
    std::uint32_t number = 0;
    const char* const first = contents_.data() + at_;
    const auto [stop, error] = std::from_chars(first, contents_.data() + contents_.size(), number);
    if (error != std::errc{} || number == 0)
      fail_at_picture(origin_, "Netpbm", fmt::format("its {} is not a number from 1", what));
    at_ += static_cast<std::size_t>(stop - first);
    return number;
  }
  std::string_view behind() const { return contents_.substr(std::min(at_ + 1, contents_.size())); }

 private:
  std::string_view contents_;
  const std::string& origin_;
  std::size_t at_ = 2;  // position in the file, after "P6" or "P5" at the start
};

}  // namespace

void fail_at_picture(const std::string& origin, std::string_view kind, std::string_view why) {
  throw UsageError(fmt::format("{}: texelsort cannot read this {} picture: {}", origin, kind, why));
}

Picture read_netpbm(std::string_view contents, const std::string& origin) {
  if (contents[1] < '5') {
    fail_at_picture(origin, "Netpbm",
                    fmt::format("P{} contains {}, but texelsort reads only P5 and P6: `convert FILE out.ppm` makes a "
                                "P6",
                                contents[1], contents[1] == '4' ? "one bit per pixel" : "its pixels as decimal text"));
  }
  NetpbmHeader header(contents, origin);
  const std::uint32_t width = header.next("width"), height = header.next("height"), most = header.next("maximum");
  if (most != 255) {
    fail_at_picture(
        origin, "Netpbm",
        fmt::format("its largest value is {}, but the limit is 255: convert it to 8 bits per channel", most));
  }
  const std::size_t channels = contents[1] == '6' ? 3 : 1;
  const std::uint64_t pixels = std::uint64_t{width} * height;
  if (pixels == 0) fail_at_picture(origin, "Netpbm", "it has no pixels");
  const std::string_view data = header.behind();
  if (data.size() / channels < pixels) {
    fail_as_cut(origin, "Netpbm", contents.size(), contents.size() - data.size() + pixels * channels);
  }
  if (!std::ranges::all_of(data.substr(pixels * channels), is_space)) {
    fail_at_picture(origin, "Netpbm",
                    fmt::format("{} unexpected bytes follow its pixels", data.size() - pixels * channels));
  }
  Picture picture{width, height, std::vector<std::uint8_t>(4 * pixels)};
  for (std::size_t i = 0; i < pixels; ++i) {
    for (std::size_t c = 0; c < 3; ++c) {
      picture.rgba[4 * i + c] = static_cast<std::uint8_t>(data[channels * i + (channels == 3 ? c : 0)]);
    }
    picture.rgba[4 * i + 3] = 255;
  }
  return picture;
}

}  // namespace texelsort::data
