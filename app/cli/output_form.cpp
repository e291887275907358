#include "app/cli/output_form.h"

#include <filesystem>

#include <fmt/format.h>

#include "compute/data/error.h"

namespace texelsort::app {

namespace {

/// Whether the ending says a format; every unknown one counts as text in format_of_name().
bool ending_says(const std::string& path) {
  return data::format_of_name(path) != data::Format::text || std::filesystem::path(path).extension() == ".txt";
}

}  // namespace

data::Shape output_shape(const std::string& path, const data::Shape& input, data::KeyType type) {
  const bool has_name = !path.empty() && path != "-";
  data::Shape shape = input;
  if (has_name && ending_says(path) && data::format_of_name(path) != input.format) {
    shape = data::Shape{
        .format = data::format_of_name(path), .column = {}, .width = 0, .height = 0, .fields = input.fields};
  }
  if (shape.format == data::Format::image && shape.width == 0) {
    throw UsageError(
        fmt::format("{}: only a picture's pixels can be written as a picture: choose another ending", path));
  }
  const auto named_type = has_name ? data::key_type_of_name(path) : std::nullopt;
  if (named_type && *named_type != type) {
    throw UsageError(fmt::format("{}: its ending says {} but the keys are {}: use -t {} or another ending", path,
                                 data::name(*named_type), data::name(type), data::name(*named_type)));
  }
  return shape;
}

}  // namespace texelsort::app
