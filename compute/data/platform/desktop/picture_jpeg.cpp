#include <memory>

#include <turbojpeg.h>

#include "compute/data/format/picture.h"

namespace texelsort::data {

Picture read_jpeg(std::string_view contents, const std::string& origin) {
  const std::unique_ptr<void, int (*)(tjhandle)> jpeg(tjInitDecompress(), tjDestroy);
  const auto require = [&](bool good) {
    if (!good) fail_at_picture(origin, "JPEG", tjGetErrorStr2(jpeg.get()));
  };
  require(jpeg != nullptr);
  const auto* bytes = reinterpret_cast<const unsigned char*>(contents.data());
  int width = 0, height = 0, subsampling = 0, colours = 0;
  require(tjDecompressHeader3(jpeg.get(), bytes, contents.size(), &width, &height, &subsampling, &colours) == 0);
  Picture picture{static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height), {}};
  // Every block of 64 pixels needs at least one bit in the file. A file with fewer bits is truncated.
  const std::size_t pixels = std::size_t{picture.width} * picture.height;
  if (pixels / (64 * 8) > contents.size()) fail_at_picture(origin, "JPEG", "the file is too short for its size");
  picture.rgba.resize(4 * pixels);
  // Treat the library's warnings as errors, because they report lost data.
  require(tjDecompress2(jpeg.get(), bytes, contents.size(), picture.rgba.data(), width, 0, height, TJPF_RGBA,
                        TJFLAG_ACCURATEDCT) == 0);
  return picture;
}

}  // namespace texelsort::data
