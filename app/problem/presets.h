#pragma once

#include <map>
#include <string>
#include <vector>

/// Named parameter values that the user saved, in $XDG_CONFIG_HOME/texelsort/presets.json (default: ~/.config).
namespace texelsort::app {

struct Preset {
  std::string name, algorithm;
  std::map<std::string, std::string> values;
  bool operator==(const Preset&) const = default;
};

/// Returns all presets in the order in which they were saved. Returns an empty list if the file does not exist or is
/// damaged.
std::vector<Preset> load_presets();

/// Saves a preset. Replaces a preset with the same name and algorithm. Throws UsageError for a blank name, or if the
/// file cannot be written.
void save_preset(const Preset& preset);

/// Deletes a preset, or does nothing if no preset has this name and algorithm.
void delete_preset(const std::string& algorithm, const std::string& name);

}  // namespace texelsort::app
