#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstring>

#include <fmt/core.h>
#include <png.h>

#include "compute/data/format/picture.h"

namespace texelsort::data {
namespace {

/// libpng tells errors by jumping back to where setjmp was called: what is called from there holds no C++ objects.
class PngReader {
 public:
  explicit PngReader(std::string_view contents) : rest_(contents) {
    png_ = png_create_read_struct(PNG_LIBPNG_VER_STRING, this, on_error, on_warning);
    if (png_ != nullptr) info_ = png_create_info_struct(png_);
  }
  ~PngReader() { png_destroy_read_struct(&png_, &info_, nullptr); }
  PngReader(const PngReader&) = delete;
  PngReader& operator=(const PngReader&) = delete;

  /// Whether width, height and depth are known now.
  bool read_header() {
    if (info_ == nullptr || setjmp(png_jmpbuf(png_)) != 0) return false;
    png_set_read_fn(png_, this, read_bytes);
    png_read_info(png_, info_);
    png_set_interlace_handling(png_);
    if (has_palette()) {
      png_set_packing(png_);  // a byte for each index
      return true;
    }
    // Fewer bits and one transparent colour become 8-bit channels with alpha; values are not touched.
    png_set_expand(png_);
    png_set_gray_to_rgb(png_);
    png_set_add_alpha(png_, 0xFF, PNG_FILLER_AFTER);
    return true;
  }
  bool has_palette() const { return png_get_color_type(png_, info_) == PNG_COLOR_TYPE_PALETTE; }
  std::uint32_t width() const { return png_get_image_width(png_, info_); }
  std::uint32_t height() const { return png_get_image_height(png_, info_); }
  int depth() const { return png_get_bit_depth(png_, info_); }

  /// Whether all rows and what comes behind them are good.
  bool read_rows(png_bytep* rows) {
    if (setjmp(png_jmpbuf(png_)) != 0) return false;
    png_read_update_info(png_, info_);
    png_read_image(png_, rows);
    png_read_end(png_, nullptr);
    return true;
  }
  /// Appends the colour of an index. False: the palette has none.
  bool append_colour(std::uint8_t index, std::vector<std::uint8_t>& pixels) const {
    png_colorp palette = nullptr;
    int colours = 0, alphas = 0;
    png_bytep alpha = nullptr;
    png_get_PLTE(png_, info_, &palette, &colours);
    png_get_tRNS(png_, info_, &alpha, &alphas, nullptr);
    if (index >= colours) return false;
    const png_color& colour = palette[index];
    pixels.insert(pixels.end(),
                  {colour.red, colour.green, colour.blue, index < alphas ? alpha[index] : std::uint8_t{255}});
    return true;
  }
  const char* failure() const { return failure_.data(); }

 private:
  static void on_error(png_structp png, png_const_charp message) {
    auto& failure = static_cast<PngReader*>(png_get_error_ptr(png))->failure_;
    std::strncpy(failure.data(), message, failure.size() - 1);
    png_longjmp(png, 1);
  }
  static void on_warning(png_structp, png_const_charp) {}  // about what is no pixel

  static void read_bytes(png_structp png, png_bytep to, std::size_t length) {
    auto& rest = static_cast<PngReader*>(png_get_io_ptr(png))->rest_;
    if (length > rest.size()) png_error(png, "the file is cut");
    std::memcpy(to, rest.data(), length);
    rest.remove_prefix(length);
  }

  std::string_view rest_;
  png_structp png_ = nullptr;
  png_infop info_ = nullptr;
  std::array<char, 120> failure_{};
};

}  // namespace

Picture read_png(std::string_view contents, const std::string& origin) {
  PngReader reader(contents);
  if (!reader.read_header()) fail_at_picture(origin, "PNG", reader.failure());
  if (reader.depth() > 8) {
    fail_at_picture(origin, "PNG",
                    fmt::format("it has {} bits a channel, and keys hold 8: reduce it first", reader.depth()));
  }
  Picture picture{reader.width(), reader.height(), {}};
  // Deflate makes at most 1032 bytes of one (zlib's technical details), and 32 pixels of 1 bit are 128 bytes here.
  const std::size_t bytes = std::size_t{4} * picture.width * picture.height;
  if (bytes / (1032 * 32) > contents.size()) fail_at_picture(origin, "PNG", "the file is too short for its size");
  const std::size_t row_bytes = (reader.has_palette() ? std::size_t{1} : 4) * picture.width;
  std::vector<std::uint8_t> read(row_bytes * picture.height);
  std::vector<png_bytep> rows(picture.height);
  for (std::size_t y = 0; y < rows.size(); ++y) rows[y] = read.data() + y * row_bytes;
  if (!reader.read_rows(rows.data())) fail_at_picture(origin, "PNG", reader.failure());
  if (!reader.has_palette()) {
    picture.rgba = std::move(read);
    return picture;
  }
  // libpng itself would make pixels black that its palette does not have.
  picture.rgba.reserve(bytes);
  for (const std::uint8_t index : read) {
    if (!reader.append_colour(index, picture.rgba))
      fail_at_picture(origin, "PNG", fmt::format("a pixel has colour {}, which its palette does not have", index));
  }
  return picture;
}

}  // namespace texelsort::data
