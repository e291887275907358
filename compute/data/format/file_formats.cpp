#include "compute/data/format/file_formats.h"

#include <algorithm>
#include <array>

#include "compute/data/io/compressed.h"

namespace texelsort::data {
namespace {

constexpr std::array<std::string_view, 4> format_names{"text", "csv", "binary", "image"};

struct Ending {
  std::string_view text;
  Format format;
};

constexpr std::array endings{
    Ending{".txt", Format::text},   Ending{".csv", Format::csv},    Ending{".tsv", Format::csv},
    Ending{".bin", Format::binary}, Ending{".raw", Format::binary}, Ending{".png", Format::image},
    Ending{".jpg", Format::image},  Ending{".jpeg", Format::image}, Ending{".ppm", Format::image},
    Ending{".pgm", Format::image},
};

// Name endings of formats that texelsort neither reads nor writes. A text file with such a name would mislead other
// programs.
constexpr auto foreign_pictures = std::to_array<std::string_view>(
    {".bmp", ".tga", ".gif", ".webp", ".tif", ".tiff", ".heic", ".heif", ".avif", ".jxl", ".jp2",
     ".ico", ".psd", ".exr", ".hdr",  ".svg", ".eps",  ".pbm",  ".pam",  ".pnm",  ".pfm"});
constexpr auto foreign_endings = std::to_array<std::string_view>({
    ".pdf",  ".xls",     ".xlsx",    ".xlsm",   ".xlsb",   ".ods",  ".odt",   ".doc", ".docx", ".rtf",
    ".ppt",  ".pptx",    ".json",    ".jsonl",  ".ndjson", ".xml",  ".html",  ".htm", ".yaml", ".yml",
    ".toml", ".parquet", ".feather", ".arrow",  ".orc",    ".avro", ".npy",   ".npz", ".h5",   ".hdf5",
    ".nc",   ".mat",     ".fits",    ".sqlite", ".db",     ".rds",  ".rdata", ".dta", ".sav",  ".sas7bdat",
    ".pkl",  ".zip",     ".bz2",     ".xz",     ".7z",     ".tar",  ".tgz",   ".rar",
});

constexpr std::array<std::string_view, 4> missing_names{"error", "skip", "first", "last"};

}  // namespace

std::string_view name(Missing missing) {
  return missing_names.at(static_cast<std::size_t>(missing));
}

std::optional<Missing> parse_missing(std::string_view text) {
  const auto found = std::ranges::find(missing_names, text);
  if (found == missing_names.end()) return std::nullopt;
  return static_cast<Missing>(found - missing_names.begin());
}

std::string foreign_ending(std::string_view path) {
  const std::string ending = ending_of(path);
  const bool foreign =
      is_foreign_picture(ending) || std::ranges::find(foreign_endings, ending) != foreign_endings.end();
  return foreign ? ending : "";
}

bool is_foreign_picture(std::string_view ending) {
  return std::ranges::find(foreign_pictures, ending) != foreign_pictures.end();
}

std::string_view name(Format format) {
  return format_names.at(static_cast<std::size_t>(format));
}

std::optional<Format> parse_format(std::string_view text) {
  const auto found = std::ranges::find(format_names, text);
  if (found == format_names.end()) return std::nullopt;
  return static_cast<Format>(found - format_names.begin());
}

std::string ending_of(std::string_view path) {
  path = without_compression(path);
  // If the path has no slash, npos + 1 is 0, and the name begins at the start.
  const std::string_view file = path.substr(path.rfind('/') + 1);
  const auto dot = file.rfind('.');
  if (dot == std::string_view::npos) return "";
  std::string ending(file.substr(dot));
  std::ranges::transform(ending, ending.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return ending;
}

std::optional<KeyType> key_type_of_name(std::string_view path) {
  const std::string ending = ending_of(path);
  return ending.empty() ? std::nullopt : parse_key_type(std::string_view(ending).substr(1));
}

std::optional<Format> known_format_of_name(std::string_view path) {
  if (key_type_of_name(path)) return Format::binary;
  const auto found = std::ranges::find(endings, ending_of(path), &Ending::text);
  return found == endings.end() ? std::nullopt : std::optional(found->format);
}

Format format_of_name(std::string_view path) {
  return known_format_of_name(path).value_or(Format::text);
}

}  // namespace texelsort::data
