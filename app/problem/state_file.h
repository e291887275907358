#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "compute/data/error.h"
#include "compute/data/format/document.h"

/// Files in which texelsort stores data of the user: settings, presets, recent files, the window's last state, tuned
/// values.
namespace texelsort::app {

/// Reads one of the user's files. Returns nothing if the file does not exist. Throws UsageError if it is not a regular
/// file, belongs to another user, or exceeds the size limit of documents. Never blocks, for example on a pipe.
std::optional<std::string> read_own_file(const std::filesystem::path& file);

/// Works like read_own_file(), but returns nothing for a file that read_own_file() rejects. Warns once per file and
/// process.
std::optional<std::string> read_state(const std::filesystem::path& file);

/// Renames a damaged file to NAME.ignored, so that its contents survive when texelsort writes NAME again. Prints the
/// warning `why`, which names the file.
void set_aside(const std::filesystem::path& file, const std::string& why);

/// Reads a file as JSON and returns the result of `read` for it. If the file is missing, calls `read` with an empty
/// object. If the JSON is damaged, or `read` rejects it, renames the file by set_aside() and calls `read` with an empty
/// object.
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

/// Writes one of the user's files atomically. Creates a missing folder with access for this user only. Throws
/// UsageError if writing fails, or if read_own_file() would reject the existing file.
void write_state(const std::filesystem::path& file, std::string_view text);

/// Return the folders for the user's files, according to the XDG Base Directory Specification. They need not exist.
/// Return nothing if neither HOME nor an absolute path in the folder's variable determines the folder.
std::optional<std::filesystem::path> config_folder();  ///< $XDG_CONFIG_HOME/texelsort, default ~/.config/texelsort
std::optional<std::filesystem::path> state_folder();   ///< $XDG_STATE_HOME/texelsort, default ~/.local/state/texelsort
std::optional<std::filesystem::path> data_folder();    ///< $XDG_DATA_HOME/texelsort, default ~/.local/share/texelsort
std::optional<std::filesystem::path> cache_folder();   ///< $XDG_CACHE_HOME/texelsort, default ~/.cache/texelsort

/// Creates a folder of the user with access for this user only. Throws UsageError if that fails, or if another user can
/// write to an existing folder.
void make_user_folder(const std::filesystem::path& folder);

}  // namespace texelsort::app
