#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace texelsort::app {

/// Kinds of pictures of an external sort.
enum class ExternalPicture : std::uint8_t { pipeline, efficiency, merge_tree, salzberg };
inline constexpr std::size_t external_picture_count = 4;

std::string_view name(ExternalPicture picture);  ///< Returns the option value of a picture, for example "merge-tree".
std::optional<ExternalPicture> find_external_picture(std::string_view name);

inline std::vector<std::string> external_picture_names() {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < external_picture_count; ++i) names.emplace_back(name(static_cast<ExternalPicture>(i)));
  return names;
}

}  // namespace texelsort::app
