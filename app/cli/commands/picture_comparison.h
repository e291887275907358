#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/export/png.h"
#include "app/problem/cli_fwd.h"
#include "compute/gpu/objects.h"

namespace texelsort::app {

/// Differences between two pictures of the same size. A pixel differs if one of its channels differs by more than the
/// tolerance.
struct PictureDifference {
  std::uint64_t pixels = 0;    ///< number of pixels that differ
  unsigned largest = 0;        ///< largest difference of any channel, 0 to 255
  std::uint32_t x = 0, y = 0;  ///< position of the first differing pixel from the upper left corner; 0 if none differs
};
PictureDifference difference_of(const Picture& expected, const Picture& drawn, unsigned tolerance);

/// Returns the expected picture in light grey with the differences marked. Differing pixels are magenta, with an orange
/// border that makes single ones visible.
Picture marked_differences(const Picture& expected, const Picture& drawn, unsigned tolerance);

/// Options --expected, --tolerance, --max-different and --difference, for comparing a picture with a PNG file.
class PictureComparison {
 public:
  void add_options(const OptionGroup& group);
  bool wanted() const { return expected_path_.has_value(); }

  /// Reads the expected picture. Throws UsageError for incompatible options, a file that is not a PNG of this size, or
  /// a difference image that cannot be written. `output` is the path of the drawn picture, if it is saved.
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
