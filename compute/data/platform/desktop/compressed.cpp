#include "compute/data/io/compressed.h"

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

/// Bytes of a file that are read and decompressed at a time.
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
  throw UsageError(fmt::format("{}: not a complete {} file: {}", path, form, why));
}

/// Decompressor of gzip files. A file may have several concatenated members, as `gzip -c a b` writes them.
class Gunzip final : public Decompressor {
 public:
  Gunzip(std::string path, Source source) : path_(std::move(path)), source_(std::move(source)) {
    constexpr int gzip_alone = 16 + MAX_WBITS;
    if (inflateInit2(&stream_, gzip_alone) != Z_OK) throw InternalError("zlib cannot begin");
  }
  Gunzip(const Gunzip&) = delete;
  Gunzip& operator=(const Gunzip&) = delete;
  ~Gunzip() override { inflateEnd(&stream_); }

  std::size_t read(std::span<char> room) override {
    std::size_t done = 0;
    while (done < room.size()) {
      if (stream_.avail_in == 0 && !ended_) refill();
      if (between_ && stream_.avail_in == 0) break;
      if (between_ && inflateReset(&stream_) != Z_OK) throw InternalError("zlib cannot go on");
      // Decompress at most 1 GiB per call, because zlib has 32-bit counters.
      const std::size_t count = std::min(room.size() - done, std::size_t{1} << 30);
      stream_.next_out = reinterpret_cast<Bytef*>(room.data() + done);
      stream_.avail_out = static_cast<uInt>(count);
      const int status = inflate(&stream_, Z_NO_FLUSH);
      const std::size_t made = count - stream_.avail_out;
      done += made;
      between_ = status == Z_STREAM_END;
      if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR) {
        fail(path_, "gzip", stream_.msg == nullptr ? "damaged" : stream_.msg);
      }
      if (ended_ && made == 0 && stream_.avail_in == 0 && !between_) fail(path_, "gzip", "it is incomplete");
    }
    return done;
  }

 private:
  void refill() {
    stream_.next_in = reinterpret_cast<Bytef*>(buffer_.data());
    stream_.avail_in = static_cast<uInt>(source_(buffer_));
    ended_ = stream_.avail_in == 0;
    if (ended_ && !begun_) fail(path_, "gzip", "empty");
    begun_ = true;
  }

  std::string path_;
  Source source_;
  std::string buffer_ = std::string(piece_bytes, '\0');
  z_stream stream_{};
  bool begun_ = false, ended_ = false;
  bool between_ = true;  ///< true at the start of the file and between concatenated members, where the file may end
};

class Unzstd final : public Decompressor {
 public:
  Unzstd(std::string path, Source source) : path_(std::move(path)), source_(std::move(source)) {}

  std::size_t read(std::span<char> room) override {
    ZSTD_outBuffer out{room.data(), room.size(), 0};
    while (out.pos < out.size) {
      if (in_.pos == in_.size && !ended_) {
        in_ = {buffer_.data(), source_(buffer_), 0};
        ended_ = in_.size == 0;
      }
      if (left_ == 0 && in_.pos == in_.size) break;
      const std::size_t before = out.pos;
      left_ = ZSTD_decompressStream(context_.get(), &out, &in_);
      if (ZSTD_isError(left_) != 0) fail(path_, "zstd", ZSTD_getErrorName(left_));
      if (ended_ && out.pos == before && left_ != 0) fail(path_, "zstd", "it is incomplete");
    }
    return out.pos;
  }

 private:
  std::string path_;
  Source source_;
  std::string buffer_ = std::string(piece_bytes, '\0');
  std::unique_ptr<ZSTD_DCtx, std::size_t (*)(ZSTD_DCtx*)> context_{ZSTD_createDCtx(), ZSTD_freeDCtx};
  ZSTD_inBuffer in_{nullptr, 0, 0};
  std::size_t left_ = 1;  ///< bytes that zstd expects next; 0 at the end of compressed data
  bool ended_ = false;
};

}  // namespace

std::string_view without_compression(std::string_view path) {
  const Compression compression = compression_of(path);
  if (compression == Compression::none) return path;
  return path.substr(0, path.rfind('.'));
}

std::unique_ptr<Decompressor> decompressor_of(const std::string& path, Decompressor::Source source) {
  switch (compression_of(path)) {
    case Compression::none:
      return nullptr;
    case Compression::gzip:
      return std::make_unique<Gunzip>(path, std::move(source));
    case Compression::zstd:
      return std::make_unique<Unzstd>(path, std::move(source));
  }
  throw InternalError("a compression without a reader");
}

std::string decompress(std::string contents, const std::string& path) {
  std::string_view left = contents;
  const auto decompressor = decompressor_of(path, [&left](std::span<char> room) {
    const std::size_t count = left.copy(room.data(), room.size());
    left.remove_prefix(count);
    return count;
  });
  if (decompressor == nullptr) return contents;
  std::string out;
  for (std::size_t bytes = piece_bytes; bytes == piece_bytes;) {
    const std::size_t before = out.size();
    out.resize(before + piece_bytes);
    bytes = decompressor->read({out.data() + before, piece_bytes});
    out.resize(before + bytes);
  }
  return out;
}

}  // namespace texelsort::data
