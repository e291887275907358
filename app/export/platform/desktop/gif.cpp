#include <cstring>
#include <memory>

#include <gif_lib.h>

#include "app/export/film.h"
#include "app/export/palette.h"
#include "compute/data/error.h"

namespace texelsort::app {

namespace {

void check_gif(bool done) {
  if (!done) throw InternalError("the film cannot be encoded as GIF");
}

struct ClosesGif {
  void operator()(GifFileType* gif) const { EGifCloseFile(gif, nullptr); }
};

/// Palette index of pixels that are equal to the previous frame.
constexpr std::uint8_t unchanged = 255;

class GifWriter {
 public:
  explicit GifWriter(const Film& film) : film_(film), palette_(film.frames, unchanged) {
    const auto append = [](GifFileType* gif, const GifByteType* bytes, int size) {
      static_cast<std::string*>(gif->UserData)
          ->append(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size));
      return size;
    };
    gif_.reset(EGifOpen(&bytes_, append, nullptr));
    check_gif(gif_ != nullptr);
  }

  std::string write() {
    const Picture& first = film_.frames.front();
    EGifSetGifVersion(gif_.get(), true);
    constexpr int colours = 256;
    const std::unique_ptr<ColorMapObject, void (*)(ColorMapObject*)> map(GifMakeMapObject(colours, nullptr),
                                                                         GifFreeMapObject);
    check_gif(map != nullptr);
    for (std::size_t i = 0; i < palette_.colours().size(); ++i) {
      const auto& [red, green, blue] = palette_.colours()[i];
      map->Colors[i] = {red, green, blue};
    }
    check_gif(EGifPutScreenDesc(gif_.get(), static_cast<int>(first.width), static_cast<int>(first.height), 8, 0,
                                map.get()) == GIF_OK);
    put_loop();
    put_frame(first, nullptr);
    for (std::size_t i = 1; i < film_.frames.size(); ++i) put_frame(film_.frames[i], &film_.frames[i - 1]);
    gif_.reset();
    return std::move(bytes_);
  }

 private:
  /// Adds the application extension of Netscape Navigator 2.0, which makes all GIF readers loop endlessly.
  void put_loop() {
    const unsigned char times[]{1, 0, 0};
    check_gif(EGifPutExtensionLeader(gif_.get(), APPLICATION_EXT_FUNC_CODE) == GIF_OK &&
              EGifPutExtensionBlock(gif_.get(), 11, "NETSCAPE2.0") == GIF_OK &&
              EGifPutExtensionBlock(gif_.get(), 3, times) == GIF_OK && EGifPutExtensionTrailer(gif_.get()) == GIF_OK);
  }

  void put_frame(const Picture& frame, const Picture* before) {
    const FilmArea area = before != nullptr ? changed_area(*before, frame) : FilmArea{0, 0, frame.width, frame.height};
    const GraphicsControlBlock control{DISPOSE_DO_NOT, false, static_cast<int>(film_.milliseconds / 10),
                                       before != nullptr ? unchanged : NO_TRANSPARENT_COLOR};
    GifByteType packed[4];
    check_gif(EGifGCBToExtension(&control, packed) == 4 &&
              EGifPutExtension(gif_.get(), GRAPHICS_EXT_FUNC_CODE, 4, packed) == GIF_OK &&
              EGifPutImageDesc(gif_.get(), static_cast<int>(area.left), static_cast<int>(area.top),
                               static_cast<int>(area.width), static_cast<int>(area.height), false, nullptr) == GIF_OK);
    std::vector<GifByteType> row(area.width);
    for (std::uint32_t y = area.top; y < area.top + area.height; ++y) {
      for (std::uint32_t x = 0; x < area.width; ++x) {
        const std::size_t at = 4 * (std::size_t{y} * frame.width + area.left + x);
        const std::uint8_t* texel = frame.rgba.data() + at;
        const bool same = before != nullptr && std::memcmp(before->rgba.data() + at, texel, 4) == 0;
        row[x] = same ? unchanged : palette_.index({texel[0], texel[1], texel[2]});
      }
      check_gif(EGifPutLine(gif_.get(), row.data(), static_cast<int>(row.size())) == GIF_OK);
    }
  }

  const Film& film_;
  Palette palette_;
  std::string bytes_;
  std::unique_ptr<GifFileType, ClosesGif> gif_;
};

}  // namespace

std::string gif(const Film& film) {
  return GifWriter(film).write();
}

}  // namespace texelsort::app
