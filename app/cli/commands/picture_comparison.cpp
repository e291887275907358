#include "app/cli/commands/picture_comparison.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/problem/option_group.h"
#include "compute/data/error.h"
#include "compute/data/io/files.h"
#include "compute/data/text/number.h"

namespace texelsort::app {

namespace {

using PixelColour = std::array<std::uint8_t, 4>;
// Colours of differing pixels and of the border around them. Both colours contrast with every grey, also for viewers
// who confuse red and green.
constexpr PixelColour different_colour{208, 0, 144, 255}, border_colour{255, 176, 0, 255};
constexpr std::int64_t border = 2;  // width of the border in pixels

void set_pixel(Picture& picture, std::size_t pixel, const PixelColour& colour) {
  std::ranges::copy(colour, picture.rgba.begin() + static_cast<std::ptrdiff_t>(4 * pixel));
}

/// Returns the largest difference between two pixels in any channel, from 0 to 255.
unsigned pixel_difference(const Picture& a, const Picture& b, std::size_t pixel) {
  int largest = 0;
  for (std::size_t i = 4 * pixel; i < 4 * pixel + 4; ++i) largest = std::max(largest, std::abs(a.rgba[i] - b.rgba[i]));
  return static_cast<unsigned>(largest);
}

bool name_one_file(const std::string& a, const std::string& b) {
  std::error_code ignored;
  return std::filesystem::weakly_canonical(a, ignored) == std::filesystem::weakly_canonical(b, ignored);
}

/// Returns the number of pixels that text such as "100" or "0.5%" specifies. Percentages refer to `all` pixels.
std::uint64_t pixel_count(const std::string& text, std::uint64_t all) {
  if (text.ends_with('%')) {
    const auto percent = data::read_number<double>(text.substr(0, text.size() - 1));
    if (percent && *percent >= 0 && *percent <= 100)
      return static_cast<std::uint64_t>(*percent / 100 * static_cast<double>(all));
  } else if (const auto count = data::parse_size(text)) {
    return *count;
  }
  throw UsageError(
      fmt::format("--max-different {}: expected a number of pixels, such as 100, or 0% to 100% of them", text));
}

}  // namespace

PictureDifference difference_of(const Picture& expected, const Picture& drawn, unsigned tolerance) {
  PictureDifference result;
  const std::size_t pixels = expected.rgba.size() / 4;
  for (std::size_t i = 0; i < pixels; ++i) {
    const unsigned difference = pixel_difference(expected, drawn, i);
    result.largest = std::max(result.largest, difference);
    if (difference <= tolerance || result.pixels++ > 0) continue;
    result.x = static_cast<std::uint32_t>(i % expected.width);
    result.y = static_cast<std::uint32_t>(i / expected.width);
  }
  return result;
}

Picture marked_differences(const Picture& expected, const Picture& drawn, unsigned tolerance) {
  Picture result = expected;
  std::vector<std::size_t> different;
  for (std::size_t i = 0; i < expected.rgba.size() / 4; ++i) {
    const std::uint8_t* const from = expected.rgba.data() + 4 * i;
    const unsigned luminance = (2126u * from[0] + 7152u * from[1] + 722u * from[2]) / 10000u;
    const auto grey = static_cast<std::uint8_t>(128 + luminance / 2);
    set_pixel(result, i, {grey, grey, grey, 255});
    if (pixel_difference(expected, drawn, i) > tolerance) different.push_back(i);
  }
  const std::int64_t width = expected.width, height = expected.height;
  for (const std::size_t pixel : different) {
    const std::int64_t x = static_cast<std::int64_t>(pixel) % width, y = static_cast<std::int64_t>(pixel) / width;
    for (std::int64_t v = std::max<std::int64_t>(0, y - border); v <= std::min(height - 1, y + border); ++v) {
      for (std::int64_t u = std::max<std::int64_t>(0, x - border); u <= std::min(width - 1, x + border); ++u) {
        set_pixel(result, static_cast<std::size_t>(v * width + u), border_colour);
      }
    }
  }
  for (const std::size_t pixel : different) set_pixel(result, pixel, different_colour);
  return result;
}

void PictureComparison::add_options(const OptionGroup& group) {
  group.value("--expected", "FILE", expected_path_,
              "PNG file that the picture has to equal; otherwise the exit code is 1");
  group.read(
      "--tolerance", "NUMBER",
      [this](const std::string& text) {
        tolerance_ = data::read_number<unsigned>(text);
        if (tolerance_ && *tolerance_ <= 255) return;
        throw UsageError(fmt::format("--tolerance {}: expected a whole number from 0 to 255", text));
      },
      "largest difference per colour channel that counts as equal, 0 to 255 (default: 0)");
  group.value("--max-different", "COUNT", max_different_,
              "pixels that may differ by more than the tolerance: a number, or a percentage such as 0.5% (default: 0)");
  group.value("--difference", "FILE", difference_path_,
              "write the expected picture in grey to this PNG file, with differing pixels in magenta");
}

void PictureComparison::prepare(gpu::Extent size, const std::optional<std::string>& output) {
  if (!wanted()) {
    const char* given = tolerance_         ? "--tolerance"
                        : max_different_   ? "--max-different"
                        : difference_path_ ? "--difference"
                                           : nullptr;
    if (given != nullptr) throw UsageError(fmt::format("{} needs --expected FILE", given));
    return;
  }
  for (const auto& [option, path] : {std::pair("-o", output), std::pair("--difference", difference_path_)}) {
    if (!path) continue;
    if (std::filesystem::path(*path).extension() != ".png")
      throw UsageError(fmt::format("{} {}: with --expected, choose a name ending in .png", option, *path));
    if (name_one_file(*path, *expected_path_))
      throw UsageError(fmt::format("{} {} would overwrite the file of --expected: choose another name", option, *path));
    data::require_writable(*path);
  }
  if (output && difference_path_ && name_one_file(*output, *difference_path_))
    throw UsageError(fmt::format("-o and --difference both name {}: choose two different files", *output));
  const std::uint64_t pixels = std::uint64_t{size.width} * size.height;
  if (max_different_) most_different_ = pixel_count(*max_different_, pixels);
  expected_ = data::read_png(data::read_file(*expected_path_), *expected_path_);
  if (expected_.width != size.width || expected_.height != size.height) {
    throw UsageError(fmt::format("{} has {}x{} pixels and the picture {}x{}: add --size {}x{}", *expected_path_,
                                 expected_.width, expected_.height, size.width, size.height, expected_.width,
                                 expected_.height));
  }
}

void PictureComparison::compare(const Picture& drawn) const {
  // Make the drawn pixels opaque, because the expected PNG file has no alpha channel.
  Picture opaque = drawn;
  for (std::size_t i = 3; i < opaque.rgba.size(); i += 4) opaque.rgba[i] = 255;
  const unsigned tolerance = tolerance_.value_or(0);
  const PictureDifference found = difference_of(expected_, opaque, tolerance);
  if (difference_path_) {
    write_png(*difference_path_, marked_differences(expected_, opaque, tolerance));
    fmt::print("{}\n", *difference_path_);
  }
  if (found.pixels == 0) {
    fmt::print("{}: equal: the largest difference is {}, and up to {} counts as equal\n", *expected_path_,
               found.largest, tolerance);
    return;
  }
  const std::string counts = fmt::format(
      "{} of {} pixels differ by more than {}, but at most {} may; the largest difference is {}, and the first "
      "differing pixel is ({}, {})",
      found.pixels, opaque.rgba.size() / 4, tolerance, most_different_, found.largest, found.x, found.y);
  if (found.pixels > most_different_)
    throw Error(ExitCode::check_failed, fmt::format("{}: {}", *expected_path_, counts));
  fmt::print("{}: equal enough: {}\n", *expected_path_, counts);
}

}  // namespace texelsort::app
