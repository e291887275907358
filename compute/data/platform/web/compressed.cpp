#include "compute/data/io/compressed.h"

#include <fmt/core.h>

#include "compute/data/error.h"

/// Replaces decompression in the edition for browsers, which does not support it, because every visitor would have to
/// load the libraries.
namespace texelsort::data {

std::string_view without_compression(std::string_view path) {
  for (const std::string_view ending : {".gz", ".zst"}) {
    if (path.size() > ending.size() && path.ends_with(ending)) return path.substr(0, path.size() - ending.size());
  }
  return path;
}

std::unique_ptr<Decompressor> decompressor_of(const std::string& path, Decompressor::Source) {
  if (without_compression(path).size() == path.size()) return nullptr;
  throw UsageError(fmt::format("{}: the browser edition does not read compressed files: decompress it first", path));
}

std::string decompress(std::string contents, const std::string& path) {
  decompressor_of(path, {});
  return contents;
}

}  // namespace texelsort::data
