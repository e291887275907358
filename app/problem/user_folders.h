#pragma once

#include <filesystem>
#include <optional>

namespace texelsort::app {

/// Where the program keeps what belongs to the user, by the XDG Base Directory Specification; nothing where neither
/// HOME nor an absolute path in its variables is set. None of them need exist.
std::optional<std::filesystem::path> config_folder();  ///< $XDG_CONFIG_HOME/texelsort, default ~/.config/texelsort
std::optional<std::filesystem::path> state_folder();   ///< $XDG_STATE_HOME/texelsort, default ~/.local/state/texelsort
std::optional<std::filesystem::path> data_folder();    ///< $XDG_DATA_HOME/texelsort, default ~/.local/share/texelsort
std::optional<std::filesystem::path> cache_folder();   ///< $XDG_CACHE_HOME/texelsort, default ~/.cache/texelsort

/// Creates such a folder, for this user alone. Throws UsageError if that fails, or if another user can write there.
void make_user_folder(const std::filesystem::path& folder);

}  // namespace texelsort::app
