#include <array>
#include <csetjmp>
#include <cstdio>  // jpeglib.h needs FILE

#include <jpeglib.h>

#include "compute/data/format/picture.h"

namespace texelsort::data {
namespace {

/// libjpeg tells errors by a function that must not return: it jumps back, over calls that hold no C++ objects.
class JpegReader {
 public:
  explicit JpegReader(std::string_view contents) : contents_(contents) {
    jpeg_.err = jpeg_std_error(&errors_.library);
    errors_.library.error_exit = on_error;
    errors_.library.emit_message = on_message;
  }
  ~JpegReader() { jpeg_destroy_decompress(&jpeg_); }
  JpegReader(const JpegReader&) = delete;
  JpegReader& operator=(const JpegReader&) = delete;

  /// Whether width and height are known now.
  bool read_header() {
    if (setjmp(errors_.back) != 0) return false;
    jpeg_create_decompress(&jpeg_);
    jpeg_mem_src(&jpeg_, reinterpret_cast<const unsigned char*>(contents_.data()), contents_.size());
    jpeg_read_header(&jpeg_, TRUE);
    jpeg_.out_color_space = JCS_EXT_RGBA;
    return true;
  }
  std::uint32_t width() const { return jpeg_.image_width; }
  std::uint32_t height() const { return jpeg_.image_height; }

  /// Whether all rows are good: a warning is about data that are lost.
  bool read_rows(std::uint8_t* pixels) {
    if (setjmp(errors_.back) != 0) return false;
    jpeg_start_decompress(&jpeg_);
    while (jpeg_.output_scanline < jpeg_.output_height) {
      JSAMPROW row = pixels + std::size_t{4} * jpeg_.output_scanline * jpeg_.output_width;
      jpeg_read_scanlines(&jpeg_, &row, 1);
    }
    jpeg_finish_decompress(&jpeg_);
    return errors_.library.num_warnings == 0;
  }
  const char* failure() const { return errors_.message.data(); }

 private:
  struct Errors {
    jpeg_error_mgr library;  // first, so that a pointer to it is one to all
    std::jmp_buf back;
    std::array<char, JMSG_LENGTH_MAX> message{};
  };

  static void on_error(j_common_ptr jpeg) {
    auto& errors = *reinterpret_cast<Errors*>(jpeg->err);
    errors.library.format_message(jpeg, errors.message.data());
    std::longjmp(errors.back, 1);
  }
  static void on_message(j_common_ptr jpeg, int level) {
    if (level >= 0) return;  // no warning
    auto& errors = *reinterpret_cast<Errors*>(jpeg->err);
    if (errors.library.num_warnings++ == 0) errors.library.format_message(jpeg, errors.message.data());
  }

  std::string_view contents_;
  Errors errors_{};
  jpeg_decompress_struct jpeg_{};
};

}  // namespace

Picture read_jpeg(std::string_view contents, const std::string& origin) {
  JpegReader reader(contents);
  if (!reader.read_header()) fail_at_picture(origin, "JPEG", reader.failure());
  Picture picture{reader.width(), reader.height(), {}};
  // A block of 64 pixels takes one bit at least.
  const std::size_t pixels = std::size_t{picture.width} * picture.height;
  if (pixels / (64 * 8) > contents.size()) fail_at_picture(origin, "JPEG", "the file is too short for its size");
  picture.rgba.resize(4 * pixels);
  if (!reader.read_rows(picture.rgba.data())) fail_at_picture(origin, "JPEG", reader.failure());
  return picture;
}

}  // namespace texelsort::data
