#include <memory>

#include <fmt/core.h>
#include <spng.h>

#include "compute/data/format/picture.h"

namespace texelsort::data {
namespace {

class PngReader {
 public:
  PngReader(std::string_view contents, const std::string& origin)
      : contents_(contents), origin_(origin), png_(spng_ctx_new(0), spng_ctx_free) {
    require(png_ == nullptr ? SPNG_EMEM : spng_set_png_buffer(png_.get(), contents.data(), contents.size()));
    require(spng_get_ihdr(png_.get(), &header_));
    if (header_.bit_depth > 8) {
      fail(fmt::format("it has {} bits per channel, but texelsort reads 8: convert it to 8 bits per channel",
                       header_.bit_depth));
    }
    // A compressed byte expands to at most 1032 bytes (zlib's technical details). 32 pixels of 1 bit need 4 bytes in
    // the file and 128 bytes here, so a factor of 32 is added.
    if (pixels() * 4 / (1032 * 32) > contents.size()) fail("the file is too short for its size");
  }

  Picture read() const {
    Picture picture{header_.width, header_.height, {}};
    picture.rgba = header_.color_type == SPNG_COLOR_TYPE_INDEXED ? indexed() : decoded(SPNG_FMT_RGBA8);
    return picture;
  }

 private:
  [[noreturn]] void fail(std::string_view why) const { fail_at_picture(origin_, "PNG", why); }
  void require(int error) const {
    if (error != 0) fail(spng_strerror(error));
  }
  std::size_t pixels() const { return std::size_t{header_.width} * header_.height; }

  /// Decodes all rows to a pixel format of the library, and checks the rest of the file. Pixels with fewer bits or a
  /// transparent colour become 8-bit channels with alpha, with unchanged colours.
  std::vector<std::uint8_t> decoded(int format) const {
    std::size_t bytes = 0;
    require(spng_decoded_image_size(png_.get(), format, &bytes));
    std::vector<std::uint8_t> rows(bytes);
    const int flags = format == SPNG_FMT_RGBA8 ? SPNG_DECODE_TRNS : 0;
    require(spng_decode_image(png_.get(), rows.data(), rows.size(), format, flags));
    require(spng_decode_chunks(png_.get()));
    // The library does not read the checksum of the last chunk, which has no data.
    if (contents_.rfind("IEND\xAE\x42\x60\x82") == std::string_view::npos) fail("the file is incomplete");
    return rows;
  }

  /// Returns the colours of a palette image's pixels. For a colour that the palette lacks, throws an error, whereas the
  /// library would return black.
  std::vector<std::uint8_t> indexed() const {
    spng_plte palette{};
    spng_trns alphas{};
    require(spng_get_plte(png_.get(), &palette));
    if (const int error = spng_get_trns(png_.get(), &alphas); error != SPNG_ECHUNKAVAIL) require(error);
    const std::vector<std::uint8_t> rows = decoded(SPNG_FMT_RAW);
    const std::size_t bits = header_.bit_depth, row_bytes = rows.size() / header_.height;
    std::vector<std::uint8_t> colours;
    colours.reserve(4 * pixels());
    for (std::size_t i = 0; i < pixels(); ++i) {
      const std::size_t bit = i % header_.width * bits;
      const std::uint8_t byte = rows[i / header_.width * row_bytes + bit / 8];
      const unsigned index = byte >> (8 - bits - bit % 8) & ((1u << bits) - 1);
      if (index >= palette.n_entries) {
        fail(fmt::format("a pixel has colour {}, which is not in its palette", index));
      }
      const spng_plte_entry& colour = palette.entries[index];
      const std::uint8_t alpha = index < alphas.n_type3_entries ? alphas.type3_alpha[index] : std::uint8_t{255};
      colours.insert(colours.end(), {colour.red, colour.green, colour.blue, alpha});
    }
    return colours;
  }

  std::string_view contents_;
  const std::string& origin_;
  std::unique_ptr<spng_ctx, void (*)(spng_ctx*)> png_;
  spng_ihdr header_{};
};

}  // namespace

Picture read_png(std::string_view contents, const std::string& origin) {
  return PngReader(contents, origin).read();
}

}  // namespace texelsort::data
