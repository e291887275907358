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

/// Reads such a file; returns nothing if it does not exist. Throws UsageError if it is not a regular file, belongs to
/// another user, or is larger than documents may be. Never blocks, for example on a pipe.
std::optional<std::string> read_own_file(const std::filesystem::path& file);

/// Like read_own_file(), but treats a rejected file as missing. Warns once per file and process.
std::optional<std::string> read_state(const std::filesystem::path& file);

/// Renames a damaged file to NAME.ignored and warns, so that its contents survive when the program writes NAME again.
/// `why` names the file.
void set_aside(const std::filesystem::path& file, const std::string& why);

/// Returns what `read` makes of the file's JSON. `read` gets an empty object if the file is missing or damaged, or if
/// `read` throws an exception of nlohmann::json. In the latter two cases the file is set aside.
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
/// fails, and for an existing file that read_own_file() rejects.
void write_state(const std::filesystem::path& file, std::string_view text);

/// Folders for the user's files, according to the XDG Base Directory Specification. Nothing if HOME is not set and the
/// variable holds no absolute path. The folders need not exist.
std::optional<std::filesystem::path> config_folder();  ///< $XDG_CONFIG_HOME/texelsort, default ~/.config/texelsort
std::optional<std::filesystem::path> state_folder();   ///< $XDG_STATE_HOME/texelsort, default ~/.local/state/texelsort
std::optional<std::filesystem::path> data_folder();    ///< $XDG_DATA_HOME/texelsort, default ~/.local/share/texelsort
std::optional<std::filesystem::path> cache_folder();   ///< $XDG_CACHE_HOME/texelsort, default ~/.cache/texelsort

/// Creates such a folder with access for this user only. Throws UsageError if that fails, or if another user can write
/// there.
void make_user_folder(const std::filesystem::path& folder);

}  // namespace texelsort::app
