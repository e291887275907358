#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

/// Reading of gzip and zstd files, which are recognised by the endings of their names.
namespace texelsort::data {

/// Returns a file name without .gz or .zst, such as "data.csv" for "data.csv.gz". Other names are unchanged.
std::string_view without_compression(std::string_view path);

/// Decompresses a file piece by piece.
class Decompressor {
 public:
  /// Function that reads up to `room.size()` bytes of the compressed file. Returns the number of bytes, or 0 at the end
  /// of the file.
  using Source = std::function<std::size_t(std::span<char> room)>;

  virtual ~Decompressor() = default;
  /// Fills `room` with decompressed bytes, or up to the end of the data. Returns the number of bytes. Throws UsageError
  /// if the file is damaged or truncated, or if other data follow.
  virtual std::size_t read(std::span<char> room) = 0;
};

/// Returns the decompressor for a file name, which reads from `source`. Returns null if the name has no ending of a
/// compressed file.
std::unique_ptr<Decompressor> decompressor_of(const std::string& path, Decompressor::Source source);

/// Returns the decompressed contents of a file. Recognises the compression by the ending of `path`. Throws UsageError
/// if the file is damaged or truncated.
std::string decompress(std::string contents, const std::string& path);

}  // namespace texelsort::data
