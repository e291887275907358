#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace texelsort::app {

/// Pictures of a sort of files.
enum class ExternalPicture : std::uint8_t { pipeline, efficiency, merge_tree, salzberg };
inline constexpr std::size_t external_picture_count = 4;

std::string_view name(ExternalPicture picture);  ///< "merge-tree"
std::optional<ExternalPicture> find_external_picture(std::string_view name);

}  // namespace texelsort::app
