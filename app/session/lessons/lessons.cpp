#include <algorithm>
#include <filesystem>

#include "app/problem/embedded_files.h"
#include "app/session/lessons/lesson.h"
#include "compute/data/error.h"
#include "compute/data/format/document.h"
#include "compute/data/text/nearest.h"

namespace texelsort::app {

bool is_lesson_file(std::string_view path) {
  return path.ends_with(".toml");
}

std::string short_name_of(const Lesson& lesson) {
  return std::filesystem::path(lesson.file).stem().string();
}

std::string findable_name_of(const Lesson& lesson) {
  const bool carried = std::ranges::find(lessons(), lesson.file, &Lesson::file) != lessons().end();
  return carried ? short_name_of(lesson) : std::filesystem::absolute(lesson.file).lexically_normal().string();
}

const std::vector<Lesson>& lessons() {
  static const std::vector<Lesson> all = [] {
    std::vector<Lesson> read;
    for (const EmbeddedFile& file : embedded_files()) {
      if (!std::string_view(file.name).starts_with("lessons/")) continue;
      read.push_back(read_lesson(file.text(), std::string(file.name)));
    }
    return read;
  }();
  return all;
}

Lesson find_lesson(const std::string& name_or_path) {
  const auto carried = std::ranges::find(lessons(), name_or_path, short_name_of);
  if (carried != lessons().end()) return *carried;
  std::error_code ignored;
  if (std::filesystem::exists(name_or_path, ignored)) {
    return read_lesson(data::read_document(name_or_path), name_or_path);
  }
  throw UsageError("no built-in lesson or file has the name '" + name_or_path + "'" +
                   data::did_you_mean(name_or_path, lesson_names()) + "; see texelsort lesson list");
}

bool is_built_in_lesson(const std::string& name) {
  return std::ranges::find(lessons(), name, short_name_of) != lessons().end();
}

std::vector<std::string> lesson_names() {
  std::vector<std::string> names;
  for (const Lesson& lesson : lessons()) names.push_back(short_name_of(lesson));
  return names;
}

}  // namespace texelsort::app
