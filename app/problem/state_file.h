#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "compute/data/error.h"
#include "compute/data/format/document.h"

/// Files that the program keeps for its user: settings, presets, recent files, the window's last state, tuned values.
namespace texelsort::app {

/// The text of such a file; nothing if there is none. Throws UsageError for one that is no regular file, belongs to
/// another user, or is larger than documents may be. Waits for nobody, such as the writer of a pipe.
std::optional<std::string> read_own_file(const std::filesystem::path& file);

/// The same with a warning, once per file and process, instead of the error; the file then counts as missing.
std::optional<std::string> read_state(const std::filesystem::path& file);

/// Renames a damaged file to NAME.ignored, so that what is in it is not lost when the program writes NAME again, and
/// warns. `why` names the file.
void set_aside(const std::filesystem::path& file, const std::string& why);

/// What `read` returns for the JSON of read_state(). Without a file `read` gets an empty object. The same if the file
/// is damaged, or `read` throws an exception of nlohmann::json: the file is then set aside.
template <class Json, class Read>
auto read_state_json(const std::filesystem::path& file, const Read& read) {
  try {
    if (const auto text = read_state(file)) return read(data::parse_json<Json>(*text, file.string()));
  } catch (const typename Json::exception&) {
    set_aside(file, file.string() + ": damaged");
  } catch (const UsageError& error) {
    set_aside(file, error.what());
  }
  return read(Json::object());
}

/// Writes the file atomically, and makes its folder for this user alone where there is none. Throws UsageError where
/// that fails, and for an existing file that read_own_file() refuses.
void write_state(const std::filesystem::path& file, std::string_view text);

}  // namespace texelsort::app
