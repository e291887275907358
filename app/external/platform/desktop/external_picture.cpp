#include "app/external/external_picture.h"

#include <algorithm>
#include <array>

namespace texelsort::app {

namespace {

constexpr std::array picture_names{"pipeline", "efficiency", "merge-tree", "salzberg"};

}  // namespace

std::string_view name(ExternalPicture picture) {
  return picture_names.at(static_cast<std::size_t>(picture));
}

std::optional<ExternalPicture> find_external_picture(std::string_view name) {
  const auto found = std::ranges::find(picture_names, name);
  if (found == picture_names.end()) return std::nullopt;
  return static_cast<ExternalPicture>(found - picture_names.begin());
}

}  // namespace texelsort::app
