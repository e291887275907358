#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/export/png.h"
#include "app/problem/cli_fwd.h"
#include "compute/gpu/objects.h"

namespace texelsort::app {

/// Differences between two pictures of the same size. A pixel differs if one of its channels does by more than the
/// tolerance.
struct PictureDifference {
  std::uint64_t pixels = 0;    ///< that differ
  unsigned largest = 0;        ///< difference of a channel of any pixel, 0 to 255
  std::uint32_t x = 0, y = 0;  ///< first pixel that differs, from the upper left corner; 0 if none differs
};
PictureDifference difference_of(const Picture& expected, const Picture& drawn, unsigned tolerance);

/// The expected picture in light greys. Pixels that differ are magenta, and an orange border makes single ones visible.
Picture marked_differences(const Picture& expected, const Picture& drawn, unsigned tolerance);

/// --expected, --tolerance, --max-different, --difference: a picture is compared with a PNG file.
class PictureComparison {
 public:
  void add_options(const OptionGroup& group);
  bool wanted() const { return expected_path_.has_value(); }

  /// Reads the expected picture. Throws UsageError for options that do not fit, a file that is not a PNG of this size,
  /// and a difference image that cannot be written. `output`: path of the drawn picture, if it is kept.
  void prepare(gpu::Extent size, const std::optional<std::string>& output);

  /// Writes the difference image and prints the result. Throws check_failed if too many pixels differ.
  void compare(const Picture& drawn) const;

 private:
  std::optional<std::string> expected_path_, difference_path_, max_different_;
  std::optional<unsigned> tolerance_;
  std::uint64_t most_different_ = 0;
  Picture expected_;
};

}  // namespace texelsort::app
