#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

/// Reading of gzip and zstd files, recognised by their names' endings.
namespace texelsort::data {

/// Returns the name without .gz or .zst: "data.csv" for "data.csv.gz" and "data.csv.zst". Other names are unchanged.
std::string_view without_compression(std::string_view path);

/// Decompresses a file piece by piece.
class Decompressor {
 public:
  /// Reads up to `room.size()` bytes of the compressed file. Returns the number of bytes, 0 at the end.
  using Source = std::function<std::size_t(std::span<char> room)>;

  virtual ~Decompressor() = default;
  /// Fills `room` unless the data end before. Returns the number of bytes. Throws UsageError for files that are
  /// damaged, truncated or followed by other data.
  virtual std::size_t read(std::span<char> room) = 0;
};

/// Returns null if the name is not that of a compressed file.
std::unique_ptr<Decompressor> decompressor_of(const std::string& path, Decompressor::Source source);

/// Returns the decompressed contents of a file with this name. Throws UsageError as Decompressor::read().
std::string decompress(std::string contents, const std::string& path);

}  // namespace texelsort::data
