#include "compute/data/compressed.h"

#include <algorithm>
#include <array>
#include <memory>

#include <fmt/core.h>
#include <zlib.h>
#include <zstd.h>

#include "compute/data/error.h"

namespace texelsort::data {
namespace {

enum class Compression : std::uint8_t { none, gzip, zstd };

/// `bytes` at a time are decompressed.
constexpr std::size_t piece_bytes = std::size_t{1} << 20;

bool ends_with_ignoring_case(std::string_view path, std::string_view ending) {
  if (path.size() <= ending.size()) return false;
  return std::ranges::equal(path.substr(path.size() - ending.size()), ending, {},
                            [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
}

Compression compression_of(std::string_view path) {
  if (ends_with_ignoring_case(path, ".gz")) return Compression::gzip;
  return ends_with_ignoring_case(path, ".zst") ? Compression::zstd : Compression::none;
}

[[noreturn]] void fail(const std::string& path, const char* form, std::string_view why) {
  throw UsageError(fmt::format("{}: this is no whole {} file: {}", path, form, why));
}

/// Grows by a piece; returns where it begins.
char* grow(std::string& out) {
  out.resize(out.size() + piece_bytes);
  return out.data() + out.size() - piece_bytes;
}

/// One member behind the other, as gzip -c a b writes them.
std::string gunzip(const std::string& contents, const std::string& path) {
  constexpr int gzip_alone = 16 + MAX_WBITS;
  z_stream stream{};
  if (inflateInit2(&stream, gzip_alone) != Z_OK) throw InternalError("zlib cannot begin");
  const std::unique_ptr<z_stream, int (*)(z_stream*)> owner(&stream, inflateEnd);
  std::string out;
  // zlib counts in 32 bits.
  const auto* next = reinterpret_cast<const Bytef*>(contents.data());
  std::size_t left = contents.size();
  int status = Z_STREAM_END;
  while (left > 0 || stream.avail_in > 0) {
    if (status == Z_STREAM_END && !out.empty() && inflateReset(&stream) != Z_OK)
      throw InternalError("zlib cannot go on");
    if (stream.avail_in == 0) {
      stream.next_in = const_cast<Bytef*>(next);
      stream.avail_in = static_cast<uInt>(std::min(left, piece_bytes));
      next += stream.avail_in;
      left -= stream.avail_in;
    }
    stream.next_out = reinterpret_cast<Bytef*>(grow(out));
    stream.avail_out = static_cast<uInt>(piece_bytes);
    status = inflate(&stream, Z_NO_FLUSH);
    out.resize(out.size() - stream.avail_out);
    if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR) {
      fail(path, "gzip", stream.msg == nullptr ? "damaged" : stream.msg);
    }
  }
  // What is left to write once all is read.
  while (status == Z_OK || status == Z_BUF_ERROR) {
    stream.next_out = reinterpret_cast<Bytef*>(grow(out));
    stream.avail_out = static_cast<uInt>(piece_bytes);
    status = inflate(&stream, Z_NO_FLUSH);
    const std::size_t made = piece_bytes - stream.avail_out;
    out.resize(out.size() - stream.avail_out);
    if (status == Z_STREAM_END) break;
    if (made == 0) fail(path, "gzip", "cut off");
  }
  if (contents.empty()) fail(path, "gzip", "empty");
  return out;
}

std::string unzstd(const std::string& contents, const std::string& path) {
  const std::unique_ptr<ZSTD_DCtx, std::size_t (*)(ZSTD_DCtx*)> context(ZSTD_createDCtx(), ZSTD_freeDCtx);
  std::string out;
  ZSTD_inBuffer in{contents.data(), contents.size(), 0};
  std::size_t left = 1;  // 0: a frame has ended
  while (true) {
    ZSTD_outBuffer piece{grow(out), piece_bytes, 0};
    left = ZSTD_decompressStream(context.get(), &piece, &in);
    out.resize(out.size() - piece_bytes + piece.pos);
    if (ZSTD_isError(left) != 0) fail(path, "zstd", ZSTD_getErrorName(left));
    if (in.pos == in.size && piece.pos < piece_bytes) break;
  }
  if (left != 0) fail(path, "zstd", "cut off");
  return out;
}

}  // namespace

std::string_view without_compression(std::string_view path) {
  const Compression compression = compression_of(path);
  if (compression == Compression::none) return path;
  return path.substr(0, path.rfind('.'));
}

std::string decompress(std::string contents, const std::string& path) {
  switch (compression_of(path)) {
    case Compression::none:
      return contents;
    case Compression::gzip:
      return gunzip(contents, path);
    case Compression::zstd:
      return unzstd(contents, path);
  }
  throw InternalError("a compression without a reader");
}

}  // namespace texelsort::data
