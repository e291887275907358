#include "compute/gpu/program_cache.h"

#include <algorithm>

#include <fmt/format.h>

#include "compute/data/format/document.h"
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

/// Vertex shader of users' programs that have none of their own.
constexpr const char* covering_triangle = "common/fullscreen.vert";

ForeignShader vertex_of(const ForeignShader& fragment, const std::string& file) {
  ForeignShader vertex = fragment;
  vertex.file = file;
  return vertex;
}

std::string label_of(const ForeignShader& fragment, const std::string& vertex) {
  return label_of(vertex.empty() ? covering_triangle : label(vertex_of(fragment, vertex)), label(fragment));
}

/// Reads a user's shader that OpenGL compiles as it is.
AssembledStage opengl_stage(const ForeignShader& shader, ShaderStage stage,
                            std::map<std::string, std::filesystem::path>& looked_for) {
  ForeignSource source = read_foreign(shader, looked_for);
  if (source.is_binary || source.language != spirv::Language::opengl_glsl) {
    const ShaderMessage message{label(shader), 0,
                                "passes that draw need GLSL for OpenGL, with uniforms and without descriptor sets, "
                                "push constants and specialization constants"};
    throw ShaderError(text(message), {message});
  }
  return {{stage, label(shader)}, std::move(source.source)};
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

const Program& ProgramCache::get(const ForeignShader& shader) {
  if (const auto found = foreign_.find(shader); found != foreign_.end()) return found->second.program;
  const FirstUse compilation(label(shader));
  const ForeignSource source = read_foreign(shader, looked_for_);
  Entry entry{compute_->build_foreign(shader, source), {source.source.text}, source.source.files};
  return foreign_.emplace(shader, std::move(entry)).first->second.program;
}

std::vector<AssembledStage> ProgramCache::stages_of(const DrawKey& key) const {
  const auto& [fragment, vertex] = key;
  AssembledStage last = opengl_stage(fragment, ShaderStage::fragment, looked_for_);
  std::vector<AssembledStage> stages;
  if (vertex.empty()) {
    // OpenGL links shaders of OpenGL ES only with those of the same version.
    const std::string& text = last.source.text;
    const std::string_view first = std::string_view(text).substr(0, text.find('\n'));
    constexpr std::string_view word = "#version ";
    const std::string_view version = first.ends_with(" es") ? first.substr(word.size()) : dialect().draw_version;
    stages.push_back({{ShaderStage::vertex, covering_triangle}, library_.assemble(covering_triangle, version, {})});
  } else {
    stages.push_back(opengl_stage(vertex_of(fragment, vertex), ShaderStage::vertex, looked_for_));
  }
  stages.push_back(std::move(last));
  return stages;
}

const Program& ProgramCache::get(const ForeignShader& fragment, const std::string& vertex) {
  const DrawKey key(fragment, vertex);
  if (const auto found = foreign_draws_.find(key); found != foreign_draws_.end()) return found->second.program;
  const FirstUse compilation(label_of(fragment, vertex));
  const auto stages = stages_of(key);
  Program program = build(stages);
  return foreign_draws_.emplace(key, Entry{std::move(program), texts_of(stages), files_of(stages)})
      .first->second.program;
}

ShaderStamp ProgramCache::stamp() const {
  ShaderStamp result = library_.stamp();
  for (const auto& [name, path] : looked_for_) {
    if (const auto found = stamp_of(path)) result.files[name] = *found;
  }
  return result;
}

std::optional<std::filesystem::path> ProgramCache::foreign_file(const std::string& file) const {
  const auto found = looked_for_.find(file);
  return found == looked_for_.end() ? std::nullopt : std::optional(found->second);
}

std::string ProgramCache::read(const std::string& file) const {
  const auto own = foreign_file(file);
  if (!own) return library_.read(file);
  try {
    return data::read_document(own->string());
  } catch (const UsageError& error) {
    const ShaderMessage message{file, 0, fmt::format("cannot be read: {}", error.what())};
    throw ShaderError(text(message), {message});
  }
}

std::vector<AssembledStage> ProgramCache::stages_of(const ForeignShader& shader, const ForeignSource& source) {
  return {{{ShaderStage::compute, label(shader)}, source.source}};
}

const std::pair<const ForeignShader, ProgramCache::Entry>* ProgramCache::find_foreign(const Program& program) const {
  const auto found = std::ranges::find_if(foreign_, [&](const auto& item) { return &item.second.program == &program; });
  return found == foreign_.end() ? nullptr : &*found;
}

const std::pair<const ProgramCache::DrawKey, ProgramCache::Entry>* ProgramCache::find_foreign_draw(
    const Program& program) const {
  const auto found =
      std::ranges::find_if(foreign_draws_, [&](const auto& item) { return &item.second.program == &program; });
  return found == foreign_draws_.end() ? nullptr : &*found;
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
  if (const auto* const foreign = find_foreign(program)) {
    return stages_of(foreign->first, read_foreign(foreign->first, looked_for_));
  }
  if (const auto* const draw = find_foreign_draw(program)) return stages_of(draw->first);
  const auto& [first, fragment, defines] = find(program).first;
  return assemble(library_, first, fragment, defines);
}

const std::vector<std::string>& ProgramCache::files(const Program& program) const {
  if (const auto* const draw = find_foreign_draw(program)) return draw->second.files;
  const auto* const foreign = find_foreign(program);
  return foreign != nullptr ? foreign->second.files : find(program).second.files;
}

const Defines& ProgramCache::defines(const Program& program) const {
  if (const auto* const draw = find_foreign_draw(program)) return draw->first.first.defines;
  const auto* const foreign = find_foreign(program);
  return foreign != nullptr ? foreign->first.defines : std::get<Defines>(find(program).first);
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
      changes_.push_back({&entry, label_of(first, fragment), std::move(stages), {}, nullptr, {}});
    } catch (const ShaderError& error) {
      faults_.push_back({label_of(first, fragment), error.messages()});
    }
  }
  plan_foreign_reload();
}

void ProgramCache::plan_foreign_reload() {
  // Programs of a folder that was deleted stay as they are, and do not keep others from being replaced.
  const auto vanished = [](const std::filesystem::path& folder) {
    std::error_code ignored;
    return !std::filesystem::is_directory(folder, ignored);
  };
  for (auto& [shader, entry] : foreign_) {
    if (vanished(shader.folder)) continue;
    try {
      ForeignSource source = read_foreign(shader, looked_for_);
      if (entry.texts.front() == source.source.text) continue;
      changes_.push_back({&entry, label(shader), stages_of(shader, source), {}, &shader, std::move(source)});
    } catch (const ShaderError& error) {
      faults_.push_back({label(shader), error.messages()});
    }
  }
  for (auto& [key, entry] : foreign_draws_) {
    const std::string name = label_of(key.first, key.second);
    if (vanished(key.first.folder)) continue;
    try {
      auto stages = stages_of(key);
      if (entry.texts == texts_of(stages)) continue;
      changes_.push_back({&entry, name, std::move(stages), {}, nullptr, {}});
    } catch (const ShaderError& error) {
      faults_.push_back({name, error.messages()});
    }
  }
}

bool ProgramCache::reload() {
  if (!std::exchange(reloading_, true)) plan_reload();
  if (built_ < changes_.size()) {
    Change& change = changes_[built_++];
    try {
      change.program =
          change.shader == nullptr ? build(change.stages) : compute_->build_foreign(*change.shader, change.source);
    } catch (const UnavailableError& error) {
      if (change.shader == nullptr) throw;
      faults_.push_back({change.label, {{change.label, 0, error.what()}}});
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
