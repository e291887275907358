#pragma once

#include <map>
#include <string>
#include <vector>

/// Named parameter values of the user, in $XDG_CONFIG_HOME/texelsort/presets.json (default: ~/.config).
namespace texelsort::app {

struct Preset {
  std::string name, algorithm;
  std::map<std::string, std::string> values;
  bool operator==(const Preset&) const = default;
};

/// Returns all presets in the order in which they were saved. Returns none if the file does not exist or is damaged.
std::vector<Preset> load_presets();

/// Saves a preset, and replaces the one with the same name and algorithm. Throws UsageError for a blank name, and if
/// the file cannot be written.
void save_preset(const Preset& preset);

/// Deletes the preset. Has no effect if it does not exist.
void delete_preset(const std::string& algorithm, const std::string& name);

}  // namespace texelsort::app
