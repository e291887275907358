#pragma once

#include <map>
#include <string>
#include <vector>

/// Settings that the user has given names, in $XDG_CONFIG_HOME/texelsort/presets.json (default: ~/.config).
namespace texelsort::app {

struct Preset {
  std::string name, algorithm;
  std::map<std::string, std::string> values;
  bool operator==(const Preset&) const = default;
};

/// All of them, in the order in which they were saved; none where there is no such file. What is no preset in it is
/// left out.
std::vector<Preset> load_presets();

/// Adds it, in the place of one of that name and algorithm. Throws UsageError for a name without letters, and where the
/// file cannot be written.
void save_preset(const Preset& preset);

/// No effect where there is none.
void delete_preset(const std::string& algorithm, const std::string& name);

}  // namespace texelsort::app
