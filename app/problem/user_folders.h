#pragma once

#include <filesystem>
#include <optional>

namespace texelsort::app {

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
