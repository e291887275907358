#include "compute/data/endings.h"

#include <algorithm>
#include <array>

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
    Ending{".jpg", Format::image},  Ending{".jpeg", Format::image}, Ending{".bmp", Format::image},
    Ending{".tga", Format::image},  Ending{".ppm", Format::image},  Ending{".pgm", Format::image},
};

}  // namespace

std::string_view name(Format format) {
  return format_names.at(static_cast<std::size_t>(format));
}

std::optional<Format> parse_format(std::string_view text) {
  const auto found = std::ranges::find(format_names, text);
  if (found == format_names.end()) return std::nullopt;
  return static_cast<Format>(found - format_names.begin());
}

std::string ending_of(std::string_view path) {
  const std::string_view file = path.substr(path.rfind('/') + 1);  // npos + 1 is 0
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
