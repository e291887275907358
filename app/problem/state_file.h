#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "compute/data/error.h"
#include "compute/data/format/document.h"

/// Files that the program keeps for the user: settings, presets, recent files, the window's last state, tuned values.
namespace texelsort::app {

/// Reads a file that the program keeps. Returns nothing if it does not exist. Throws UsageError if it is not a regular
/// file, belongs to another user, or exceeds the size limit of documents. Never blocks, for example on a pipe.
std::optional<std::string> read_own_file(const std::filesystem::path& file);

/// Like read_own_file(), but treats a rejected file as missing. Warns once per file and process.
std::optional<std::string> read_state(const std::filesystem::path& file);

/// Renames a damaged file to NAME.ignored and prints the warning `why`, which names the file. Its contents survive when
/// the program writes NAME again.
void set_aside(const std::filesystem::path& file, const std::string& why);

/// Returns the result of `read` for the file's JSON. If the file is missing, `read` gets an empty object. If the file
/// is damaged or `read` throws an exception of nlohmann::json, the file is set aside, and `read` gets an empty object.
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

/// Writes the file atomically. Creates a missing folder with access for this user only. Throws UsageError if that
/// fails, or if read_own_file() would reject the existing file.
void write_state(const std::filesystem::path& file, std::string_view text);

/// Return folders for the user's files, according to the XDG Base Directory Specification. Nothing if HOME is not set
/// and the variable holds no absolute path. The folders need not exist.
std::optional<std::filesystem::path> config_folder();  ///< $XDG_CONFIG_HOME/texelsort, default ~/.config/texelsort
std::optional<std::filesystem::path> state_folder();   ///< $XDG_STATE_HOME/texelsort, default ~/.local/state/texelsort
std::optional<std::filesystem::path> data_folder();    ///< $XDG_DATA_HOME/texelsort, default ~/.local/share/texelsort
std::optional<std::filesystem::path> cache_folder();   ///< $XDG_CACHE_HOME/texelsort, default ~/.cache/texelsort

/// Creates one of these folders with access for this user only. Throws UsageError if that fails, or if another user can
/// write there.
void make_user_folder(const std::filesystem::path& folder);

}  // namespace texelsort::app
