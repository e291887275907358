#include "app/problem/sort_templates.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/problem/embedded_files.h"
#include "compute/data/error.h"
#include "compute/data/io/files.h"
#include "compute/data/text/nearest.h"

namespace texelsort::app {
namespace {

constexpr std::string_view prefix = "sorts/";
/// Text in the files that stands for the name of the folder.
constexpr std::string_view id_mark = "@ID@";

/// Returns the text of the comment in the first line of a script.
std::string first_comment(std::string_view script) {
  std::string_view line = script.substr(0, script.find('\n'));
  line.remove_prefix(std::min(line.find_first_not_of("- "), line.size()));
  return std::string(line);
}

std::vector<SortTemplate> all_templates() {
  std::vector<SortTemplate> templates;
  for (const EmbeddedFile& file : embedded_files()) {
    if (!file.name.starts_with(prefix)) continue;
    const std::string_view path = file.name.substr(prefix.size());
    const std::size_t slash = path.find('/');
    const std::string name(path.substr(0, slash));
    if (templates.empty() || templates.back().name != name) templates.push_back({name, {}, {}});
    if (path.substr(slash + 1) == "sort.lua") templates.back().about = first_comment(file.text());
    templates.back().files.emplace_back(path.substr(slash + 1));
  }
  return templates;
}

/// Returns the name of a folder as an id of a sort: letters, digits, / - _ and dots.
std::string id_of(const std::filesystem::path& folder) {
  std::string id = std::filesystem::weakly_canonical(folder).filename().string();
  for (char& letter : id) {
    const bool fits =
        std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '-' || letter == '_' || letter == '.';
    if (!fits) letter = '-';
  }
  return id.empty() ? "mine" : id;
}

}  // namespace

const std::vector<SortTemplate>& sort_templates() {
  static const std::vector<SortTemplate> templates = all_templates();
  return templates;
}

std::vector<std::string> write_sort_template(std::string_view name, const std::string& folder) {
  const auto found = std::ranges::find(sort_templates(), name, &SortTemplate::name);
  if (found == sort_templates().end()) {
    std::vector<std::string> names;
    for (const SortTemplate& one : sort_templates()) names.push_back(one.name);
    throw UsageError(fmt::format("no template '{}'{}; choose from {}", name, data::did_you_mean(name, names),
                                 fmt::join(names, ", ")));
  }
  const std::filesystem::path target(folder);
  std::error_code failed;
  if (std::filesystem::exists(target, failed) && !std::filesystem::is_empty(target, failed)) {
    throw UsageError(fmt::format("{}: exists and is not empty: name a new folder", folder));
  }
  std::vector<std::string> written;
  for (const std::string& file : found->files) {
    const std::filesystem::path path = target / file;
    std::filesystem::create_directories(path.parent_path(), failed);
    if (failed) throw UsageError(fmt::format("{}: cannot be made: {}", path.parent_path().string(), failed.message()));
    std::string text(embedded_file(fmt::format("{}{}/{}", prefix, name, file)).text());
    for (std::size_t at = text.find(id_mark); at != std::string::npos; at = text.find(id_mark, at)) {
      text.replace(at, id_mark.size(), id_of(target));
    }
    data::write_file_atomically(path.string(), text);
    written.push_back(path.string());
  }
  return written;
}

}  // namespace texelsort::app
