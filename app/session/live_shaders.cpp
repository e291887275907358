#include "app/session/live_shaders.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/problem/state_file.h"
#include "compute/data/error.h"
#include "compute/data/format/document.h"
#include "compute/data/io/files.h"
#include "compute/gpu/executor.h"

namespace texelsort::app {

namespace {

/// Time between two checks of the shader files. A change counts only if two successive checks find the same files,
/// because an editor may still be writing.
constexpr std::chrono::milliseconds look_interval{60};
/// Shortest time between two reports of changed scripts, because a sort is planned anew after each.
constexpr std::chrono::milliseconds between_plans{500};

/// Returns the first unused folder among "shaders/1", "shaders/2", ... in the user's data. A new folder protects
/// earlier files from being overwritten. Later starts of texelsort use the folder only if the user names it.
std::filesystem::path new_folder() {
  const auto data = data_folder();
  if (!data)
    throw UsageError(
        "there is no folder to save in, because neither XDG_DATA_HOME nor HOME is set: start with --shader-dir");
  make_user_folder(*data);
  for (unsigned number = 1;; ++number) {
    const auto folder = *data / "shaders" / std::to_string(number);
    if (!std::filesystem::exists(folder)) return folder;
  }
}

}  // namespace

LiveShaders::LiveShaders(gpu::Device& device) : device_(&device) {
  device.programs().stand_in_for_broken();
  settled_ = stamp_ = device.programs().stamp();
}

bool LiveShaders::update(Time::time_point now) {
  gpu::ProgramCache& programs = device_->programs();
  if (reloading_) {
    reloading_ = programs.reload();
    if (reloading_) return false;
    // The new shaders may include other files than before, so determine again which files are watched.
    settled_ = stamp_ = programs.stamp();
    // An error of a script may have been that its shader lacked something.
    return programs.replaced() > 0 || !script_messages_.empty();
  }
  if (!forced_ && now - looked_ < look_interval) return false;
  looked_ = now;
  gpu::ShaderStamp seen = programs.stamp();
  const bool settles = seen == stamp_;
  if (seen.vanished) {
    // Continue with the last shaders that compiled. The built-in shaders would replace the user's work.
    settled_ = stamp_ = std::move(seen);
    forced_ = false;
    return false;
  }
  const bool changed = forced_ || seen != settled_;
  stamp_ = std::move(seen);
  if (!changed || (!settles && !forced_)) return false;
  forced_ = false;
  settled_ = stamp_;
  follow_draft();
  reloading_ = true;
  return false;
}

LiveShaders::ScriptStamps LiveShaders::stamps_of_scripts() const {
  ScriptStamps stamps;
  for (const std::filesystem::path& script : scripts_) stamps[script.string()] = gpu::stamp_of(script);
  return stamps;
}

void LiveShaders::watch_scripts(const std::vector<std::filesystem::path>& scripts, bool own) {
  has_own_script_ = own;
  if (scripts == scripts_) return;
  scripts_ = scripts;
  for (const std::filesystem::path& script : scripts_) known_scripts_.insert(script.string());
  settled_scripts_ = script_stamps_ = stamps_of_scripts();
}

bool LiveShaders::scripts_changed(Time::time_point now) {
  if (scripts_.empty() || now - looked_at_scripts_ < look_interval) return false;
  looked_at_scripts_ = now;
  ScriptStamps seen = stamps_of_scripts();
  const bool settles = seen == script_stamps_;
  script_stamps_ = std::move(seen);
  if (!settles || script_stamps_ == settled_scripts_ || now - reported_scripts_ < between_plans) return false;
  settled_scripts_ = script_stamps_;
  reported_scripts_ = now;
  follow_draft();
  return true;
}

std::vector<gpu::ShaderFault> LiveShaders::faults() const {
  std::vector<gpu::ShaderFault> all = device_->programs().faults();
  if (script_messages_.empty()) return all;
  // The error of a shader may have stopped the script, too.
  const auto known = [this](const gpu::ShaderFault& fault) { return fault.messages == script_messages_; };
  if (std::ranges::none_of(all, known)) all.push_back({script_messages_.front().file, script_messages_});
  return all;
}

std::string LiveShaders::trouble() const {
  if (folder_vanished()) {
    return fmt::format("the shader folder '{}' no longer exists: the last shaders stay in use until it exists again",
                       folder()->string());
  }
  const std::vector<gpu::ShaderFault> all = faults();
  if (all.empty()) return "";
  const gpu::ShaderFault& fault = all.front();
  return fmt::format("{}; the last working {} stays in use. Press E to edit it",
                     fault.messages.empty() ? fault.program + " does not compile" : gpu::text(fault.messages.front()),
                     device_->programs().faults().empty() ? "version" : "shader");
}

std::vector<gpu::ShaderMessage> LiveShaders::complaints(const std::string& file) const {
  std::vector<gpu::ShaderMessage> result;
  for (const auto& fault : faults()) {
    for (const auto& message : fault.messages) {
      if (message.file == file && std::ranges::find(result, message) == result.end()) result.push_back(message);
    }
  }
  std::ranges::stable_sort(result, {}, &gpu::ShaderMessage::line);
  return result;
}

const std::vector<const gpu::Program*>& LiveShaders::programs_of(Player& player) {
  if (!player.at_rest()) return programs_;
  return player.of_state().get([&] {
    programs_.clear();
    player.repeat_pass([this] { device_->executor().note_programs(&programs_); });
    device_->executor().note_programs(nullptr);
    return programs_;
  });
}

std::vector<std::string> LiveShaders::files_of(Player& player) {
  std::vector<std::string> files;
  const auto add = [&](const std::string& file) {
    if (!file.empty() && std::ranges::find(files, file) == files.end()) files.push_back(file);
  };
  for (const auto& fault : faults()) {
    for (const auto& message : fault.messages) add(message.file);
  }
  for (const gpu::Program* program : programs_of(player)) {
    for (const std::string& file : device_->programs().files(*program)) add(file);
  }
  if (has_own_script_) add(scripts_.front().string());
  return files;
}

void LiveShaders::open(const std::string& file) {
  if (file == draft_.file) return;
  if (draft_.modified()) put_aside_[draft_.file] = draft_;
  changed_outside_ = false;
  if (const auto kept = put_aside_.find(file); kept != put_aside_.end()) {
    draft_ = std::move(kept->second);
    put_aside_.erase(kept);
    follow_draft();
    return;
  }
  draft_.file = file;
  read_again();
}

std::optional<std::filesystem::path> LiveShaders::own_file(const std::string& file) const {
  if (known_scripts_.contains(file)) return file;
  return device_->programs().foreign_file(file);
}

std::string LiveShaders::read(const std::string& file) const {
  return known_scripts_.contains(file) ? data::read_document(file) : device_->programs().read(file);
}

void LiveShaders::read_again() {
  draft_.text = draft_.read = read(draft_.file);
  changed_outside_ = false;
}

void LiveShaders::follow_draft() {
  if (draft_.file.empty()) return;
  std::string now;
  try {
    now = read(draft_.file);
  } catch (const Error&) {
    return;  // an editor may be replacing the file; if it stays away, the reload reports it
  }
  if (now == draft_.read) return;
  if (draft_.modified() && now != draft_.text) {
    changed_outside_ = true;
  } else {
    read_again();
  }
}

void LiveShaders::take_built_in() {
  draft_.text = own_file() ? read(draft_.file) : device_->programs().library().built_in().read(draft_.file);
}

void LiveShaders::save() {
  gpu::ProgramCache& programs = device_->programs();
  if (const auto own = own_file()) {
    data::write_file_atomically(own->string(), draft_.text);
    accept_saved();
    return;
  }
  const std::filesystem::path folder = this->folder() ? *this->folder() : new_folder();
  const std::filesystem::path path = folder / draft_.file;
  std::error_code failed;
  std::filesystem::create_directories(path.parent_path(), failed);
  if (failed) throw UsageError(fmt::format("{}: {}", path.parent_path().string(), failed.message()));
  data::write_file_atomically(path.string(), draft_.text);
  programs.set_directory(folder);
  accept_saved();
}

void LiveShaders::accept_saved() {
  draft_.read = draft_.text;
  changed_outside_ = false;
  forced_ = true;
}

}  // namespace texelsort::app
