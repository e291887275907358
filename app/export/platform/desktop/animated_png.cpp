#include <string_view>

#include <zlib.h>

#include "app/export/film.h"
#include "app/export/png.h"

// This file makes the chunks acTL, fcTL and fdAT of an animated PNG. They follow "Portable Network Graphics (PNG)
// Specification (Third Edition)", W3C, 2025, section 11.3.6. The encoder of single pictures makes all other chunks.

namespace texelsort::app {

namespace {

std::string big_endian(std::uint32_t value, int bytes) {
  std::string out;
  for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) out += static_cast<char>(value >> shift & 255u);
  return out;
}

/// Returns a PNG chunk: length, type, data, and the checksum of type and data.
std::string png_chunk(std::string_view type, std::string_view data) {
  std::string named(type);
  named += data;
  const uLong sum = crc32(0, reinterpret_cast<const Bytef*>(named.data()), static_cast<uInt>(named.size()));
  return big_endian(static_cast<std::uint32_t>(data.size()), 4) + named +
         big_endian(static_cast<std::uint32_t>(sum), 4);
}

/// Returns the data of all chunks of one type in a PNG file, concatenated.
std::string chunk_data(std::string_view png, std::string_view type) {
  constexpr std::size_t signature = 8, head = 8, sum = 4;
  std::string data;
  for (std::size_t at = signature; at + head <= png.size();) {
    std::size_t length = 0;
    for (std::size_t i = 0; i < 4; ++i) length = length << 8 | static_cast<unsigned char>(png[at + i]);
    if (png.substr(at + 4, 4) == type) data += png.substr(at + head, length);
    at += head + length + sum;
  }
  return data;
}

Picture cropped(const Picture& picture, const FilmArea& area) {
  Picture part{area.width, area.height, {}};
  for (std::uint32_t y = area.top; y < area.top + area.height; ++y) {
    const auto from = picture.rgba.begin() + std::ptrdiff_t{4} * (std::ptrdiff_t{y} * picture.width + area.left);
    part.rgba.insert(part.rgba.end(), from, from + std::ptrdiff_t{4} * area.width);
  }
  return part;
}

/// Returns the fcTL chunk with a frame's area and duration. A viewer draws the frame over the previous one, which stays
/// visible outside the area.
std::string frame_control(std::uint32_t sequence, const FilmArea& area, std::uint32_t milliseconds) {
  constexpr std::uint32_t keep = 0, replace = 0;
  return png_chunk("fcTL", big_endian(sequence, 4) + big_endian(area.width, 4) + big_endian(area.height, 4) +
                               big_endian(area.left, 4) + big_endian(area.top, 4) + big_endian(milliseconds, 2) +
                               big_endian(1000, 2) + big_endian(keep, 1) + big_endian(replace, 1));
}

}  // namespace

std::string animated_png(const Film& film) {
  const Picture& first = film.frames.front();
  const std::string whole = encode_png(first);
  std::string out =
      whole.substr(0, 8) + png_chunk("IHDR", chunk_data(whole, "IHDR")) +
      png_chunk("acTL", big_endian(static_cast<std::uint32_t>(film.frames.size()), 4) + big_endian(0, 4)) +
      frame_control(0, {0, 0, first.width, first.height}, film.milliseconds) +
      png_chunk("IDAT", chunk_data(whole, "IDAT"));
  std::uint32_t sequence = 1;
  for (std::size_t i = 1; i < film.frames.size(); ++i) {
    const FilmArea area = changed_area(film.frames[i - 1], film.frames[i]);
    out += frame_control(sequence++, area, film.milliseconds);
    const std::string data = chunk_data(encode_png(cropped(film.frames[i], area)), "IDAT");
    out += png_chunk("fdAT", big_endian(sequence++, 4) + data);
  }
  return out + png_chunk("IEND", {});
}

}  // namespace texelsort::app
