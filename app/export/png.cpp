#include "app/export/png.h"

#include <cstdint>
#include <vector>

#include <stb_image_write.h>

#include "compute/data/error.h"
#include "compute/data/io/files.h"

namespace texelsort::app {

std::string encode_png(const Picture& picture, bool with_alpha) {
  std::vector<std::uint8_t> rgb;
  if (!with_alpha) {
    // Omit the alpha channel of an opaque picture, which makes the file smaller by a fifth.
    rgb.reserve(picture.rgba.size() / 4 * 3);
    for (std::size_t i = 0; i < picture.rgba.size(); i += 4) {
      rgb.insert(rgb.end(), picture.rgba.begin() + static_cast<std::ptrdiff_t>(i),
                 picture.rgba.begin() + static_cast<std::ptrdiff_t>(i + 3));
    }
  }
  std::string bytes;
  const auto append = [](void* context, void* data, int size) {
    static_cast<std::string*>(context)->append(static_cast<const char*>(data), static_cast<std::size_t>(size));
  };
  const int width = static_cast<int>(picture.width), height = static_cast<int>(picture.height);
  const int channels = with_alpha ? 4 : 3;
  const std::uint8_t* pixels = with_alpha ? picture.rgba.data() : rgb.data();
  if (stbi_write_png_to_func(append, &bytes, width, height, channels, pixels, channels * width) == 0) {
    throw InternalError("the picture cannot be encoded as PNG");
  }
  return bytes;
}

void write_png(const std::string& path, const Picture& picture) {
  data::write_file_atomically(path, encode_png(picture));
}

}  // namespace texelsort::app
