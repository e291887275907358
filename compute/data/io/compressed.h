#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

/// Files in gzip's and zstd's forms, by their names' endings.
namespace texelsort::data {

/// "data.csv" of "data.csv.gz" and "data.csv.zst"; all other names as they are.
std::string_view without_compression(std::string_view path);

/// Gives what a compressed file holds, piece by piece.
class Decompressor {
 public:
  /// Fills the room with the next bytes of the file as much as there are; returns their number, 0 at the end.
  using Source = std::function<std::size_t(std::span<char> room)>;

  virtual ~Decompressor() = default;
  /// Fills the room unless the end comes before; returns the bytes. Throws UsageError for a file that is damaged or cut
  /// off, or has more behind its end.
  virtual std::size_t read(std::span<char> room) = 0;
};

/// Null if the name is not that of a compressed file.
std::unique_ptr<Decompressor> decompressor_of(const std::string& path, Decompressor::Source source);

/// What a file of that name holds. Throws UsageError as Decompressor does.
std::string decompress(std::string contents, const std::string& path);

}  // namespace texelsort::data
