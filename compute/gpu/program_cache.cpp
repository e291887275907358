#include "compute/gpu/program_cache.h"

#include <algorithm>

#include <fmt/format.h>

#include "compute/gpu/first_use.h"
#include "compute/gpu/shader_library.h"

namespace texelsort::gpu {
namespace {

std::vector<AssembledStage> assemble(const ShaderLibrary& library, const std::string& first,
                                     const std::string& fragment, const Defines& defines) {
  std::vector<AssembledStage> stages;
  const auto add = [&](ShaderStage stage, const std::string& path, std::string_view version) {
    AssembledStage& added = stages.emplace_back();
    added.stage = {stage, path};
    added.source = library.assemble(path, version, defines);
  };
  if (fragment.empty()) {
    add(ShaderStage::compute, first, dialect().compute_version);
  } else {
    add(ShaderStage::vertex, first, dialect().draw_version);
    add(ShaderStage::fragment, fragment, dialect().draw_version);
  }
  return stages;
}

std::vector<std::string> texts_of(const std::vector<AssembledStage>& stages) {
  std::vector<std::string> texts;
  for (const AssembledStage& stage : stages) texts.push_back(stage.source.text);
  return texts;
}

std::vector<std::string> files_of(const std::vector<AssembledStage>& stages) {
  std::vector<std::string> files;
  for (const AssembledStage& stage : stages) {
    for (const std::string& file : stage.source.files) {
      if (std::ranges::find(files, file) == files.end()) files.push_back(file);
    }
  }
  return files;
}

std::string label_of(const std::string& first, const std::string& fragment) {
  return fragment.empty() ? first : first + " + " + fragment;
}

}  // namespace

const Program& ProgramCache::get(const std::string& first, const std::string& fragment, const Defines& defines) {
  const Key key(first, fragment, defines);
  if (const auto found = programs_.find(key); found != programs_.end()) return found->second.program;
  const std::string label = label_of(first, fragment);
  const FirstUse compilation(label);
  const auto make = [&](const ShaderLibrary& library) {
    const auto stages = assemble(library, first, fragment, defines);
    Program program = build(stages);
    return Entry{std::move(program), texts_of(stages), files_of(stages)};
  };
  const auto make_or_stand_in = [&] {
    if (!stands_in_ || !library_.directory()) return make(library_);
    try {
      return make(library_);
    } catch (const ShaderError& error) {
      const ShaderFault fault{label, error.messages()};
      if (std::ranges::find(faults_, fault) == faults_.end()) faults_.push_back(fault);
      return make(library_.built_in());
    }
  };
  return programs_.emplace(key, make_or_stand_in()).first->second.program;
}

Program ProgramCache::build(const std::vector<AssembledStage>& stages) const {
  return stages.front().stage.stage == ShaderStage::compute ? compute_->build(stages.front()) : build_program(stages);
}

const std::pair<const ProgramCache::Key, ProgramCache::Entry>& ProgramCache::find(const Program& program) const {
  const auto found =
      std::ranges::find_if(programs_, [&](const auto& item) { return &item.second.program == &program; });
  if (found == programs_.end()) throw InternalError(fmt::format("{} is no program of this device", program.label()));
  return *found;
}

std::vector<AssembledStage> ProgramCache::source(const Program& program) const {
  const auto& [first, fragment, defines] = find(program).first;
  return assemble(library_, first, fragment, defines);
}

const std::vector<std::string>& ProgramCache::files(const Program& program) const {
  return find(program).second.files;
}

const Defines& ProgramCache::defines(const Program& program) const {
  return std::get<Defines>(find(program).first);
}

void ProgramCache::plan_reload() {
  faults_.clear();
  changes_.clear();
  built_ = replaced_ = 0;
  for (auto& [key, entry] : programs_) {
    const auto& [first, fragment, defines] = key;
    try {
      auto stages = assemble(library_, first, fragment, defines);
      if (texts_of(stages) == entry.texts) continue;
      changes_.push_back({&entry, label_of(first, fragment), std::move(stages), {}});
    } catch (const ShaderError& error) {
      faults_.push_back({label_of(first, fragment), error.messages()});
    }
  }
}

bool ProgramCache::reload() {
  if (!std::exchange(reloading_, true)) plan_reload();
  if (built_ < changes_.size()) {
    Change& change = changes_[built_++];
    try {
      change.program = build(change.stages);
    } catch (const ShaderError& error) {
      // Report an error in a file that many programs include only once.
      const bool known =
          std::ranges::any_of(faults_, [&](const ShaderFault& fault) { return fault.messages == error.messages(); });
      if (!known) faults_.push_back({change.label, error.messages()});
    }
    if (built_ < changes_.size()) return true;
  }
  if (faults_.empty()) {
    for (Change& change : changes_)
      *change.entry = {std::move(change.program), texts_of(change.stages), files_of(change.stages)};
    replaced_ = changes_.size();
  }
  changes_.clear();
  reloading_ = false;
  return false;
}

}  // namespace texelsort::gpu
