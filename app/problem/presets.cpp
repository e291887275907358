#include "app/problem/presets.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/problem/state_file.h"
#include "compute/data/error.h"
#include "compute/data/text/outgoing_text.h"

namespace texelsort::app {

namespace {

using nlohmann::ordered_json;

std::filesystem::path presets_path() {
  const auto folder = config_folder();
  if (!folder) throw UsageError("presets cannot be saved: neither XDG_CONFIG_HOME nor HOME is set");
  return *folder / "presets.json";
}

void write_presets(const std::vector<Preset>& presets) {
  auto json = ordered_json::array();
  for (const Preset& preset : presets) {
    json.push_back({{"name", preset.name}, {"algorithm", preset.algorithm}, {"parameters", preset.values}});
  }
  write_state(presets_path(), data::exact_json_text(json, 2) + "\n");
}

bool is_of(const Preset& preset, const std::string& algorithm, const std::string& name) {
  return preset.algorithm == algorithm && preset.name == name;
}

}  // namespace

std::vector<Preset> load_presets() {
  const auto folder = config_folder();
  if (!folder) return {};
  return read_state_json<ordered_json>(*folder / "presets.json", [](const ordered_json& json) {
    std::vector<Preset> presets;
    for (const auto& one : json) presets.push_back({one.at("name"), one.at("algorithm"), one.at("parameters")});
    return presets;
  });
}

void save_preset(const Preset& preset) {
  if (preset.name.find_first_not_of(" \t") == std::string::npos)
    throw UsageError("the preset does not have a name: type one");
  std::vector<Preset> presets = load_presets();
  const auto same = [&preset](const Preset& one) { return is_of(one, preset.algorithm, preset.name); };
  if (const auto found = std::ranges::find_if(presets, same); found != presets.end()) {
    *found = preset;
  } else {
    presets.push_back(preset);
  }
  write_presets(presets);
}

void delete_preset(const std::string& algorithm, const std::string& name) {
  std::vector<Preset> presets = load_presets();
  if (std::erase_if(presets, [&](const Preset& one) { return is_of(one, algorithm, name); }) > 0)
    write_presets(presets);
}

}  // namespace texelsort::app
