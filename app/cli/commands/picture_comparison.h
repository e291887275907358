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
  std::uint64_t pixels = 0;  ///< number of pixels that differ
  unsigned largest = 0;      ///< largest difference in any channel, 0 to 255
  /// Position of the first differing pixel, from the upper left corner; (0, 0) if no pixel differs.
  std::uint32_t x = 0, y = 0;
};
PictureDifference difference_of(const Picture& expected, const Picture& drawn, unsigned tolerance);

/// Returns the expected picture in light grey with the differences marked. Differing pixels are magenta. An orange
/// border makes single pixels visible.
Picture marked_differences(const Picture& expected, const Picture& drawn, unsigned tolerance);

/// Options that compare a picture with a PNG file: --expected, --tolerance, --max-different and --difference.
class PictureComparison {
 public:
  void add_options(const OptionGroup& group);
  bool wanted() const { return expected_path_.has_value(); }

  /// Reads the expected picture. `output` is the path of the drawn picture, or empty if it is not saved. Throws
  /// UsageError for incompatible options and for a file that is not a PNG of this size. Also throws UsageError if the
  /// difference image cannot be written.
  void prepare(gpu::Extent size, const std::optional<std::string>& output);

  /// Compares the drawn picture with the expected one. Writes the difference image, if requested, and prints the
  /// result. Throws Error (check_failed) if too many pixels differ.
  void compare(const Picture& drawn) const;

 private:
  std::optional<std::string> expected_path_, difference_path_, max_different_;
  std::optional<unsigned> tolerance_;
  std::uint64_t most_different_ = 0;
  Picture expected_;
};

}  // namespace texelsort::app
