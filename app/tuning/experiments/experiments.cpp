#include <algorithm>
#include <filesystem>

#include "app/problem/embedded_files.h"
#include "app/tuning/experiments/experiment.h"
#include "compute/data/error.h"
#include "compute/data/format/document.h"
#include "compute/data/text/nearest.h"

namespace texelsort::app {

std::string short_name_of(const Experiment& experiment) {
  return std::filesystem::path(experiment.file).stem().string();
}

const std::vector<Experiment>& experiments() {
  static const std::vector<Experiment> all = [] {
    std::vector<Experiment> read;
    for (const EmbeddedFile& file : embedded_files()) {
      if (!std::string_view(file.name).starts_with("experiments/")) continue;
      read.push_back(read_experiment(file.text(), std::string(file.name)));
    }
    return read;
  }();
  return all;
}

std::vector<std::string> experiment_names() {
  std::vector<std::string> names;
  for (const Experiment& experiment : experiments()) names.push_back(short_name_of(experiment));
  return names;
}

std::string name_or_path(const Experiment& experiment) {
  const auto& carried = experiments();
  return std::ranges::find(carried, experiment.file, &Experiment::file) == carried.end() ? experiment.file
                                                                                         : short_name_of(experiment);
}

Experiment find_experiment(const std::string& name_or_path) {
  for (const Experiment& experiment : experiments()) {
    if (short_name_of(experiment) == name_or_path) return experiment;
  }
  std::error_code ignored;
  if (std::filesystem::exists(name_or_path, ignored)) {
    return read_experiment(data::read_document(name_or_path), name_or_path);
  }
  throw UsageError("no built-in experiment or file has the name '" + name_or_path + "'" +
                   data::did_you_mean(name_or_path, experiment_names()) + "; see texelsort reproduce --list");
}

}  // namespace texelsort::app
