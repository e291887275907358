#include "app/session/live_shaders.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/problem/state_file.h"
#include "compute/data/io/files.h"
#include "compute/gpu/executor.h"

namespace texelsort::app {

namespace {

/// Time between two checks of the shader files. A change counts only if two successive checks find the same files,
/// because an editor may still be writing.
constexpr std::chrono::milliseconds look_interval{60};

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
  settled_ = stamp_ = device.programs().library().stamp();
}

bool LiveShaders::update(Time::time_point now) {
  gpu::ProgramCache& programs = device_->programs();
  if (reloading_) {
    reloading_ = programs.reload();
    if (reloading_) return false;
    // The new shaders may include other files than before, so determine again which files are watched.
    settled_ = stamp_ = programs.library().stamp();
    return programs.replaced() > 0;
  }
  if (!forced_ && now - looked_ < look_interval) return false;
  looked_ = now;
  gpu::ShaderStamp seen = programs.library().stamp();
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

std::string LiveShaders::trouble() const {
  if (folder_vanished()) {
    return fmt::format("the shader folder '{}' no longer exists: the last shaders stay in use until it exists again",
                       folder()->string());
  }
  if (faults().empty()) return "";
  const gpu::ShaderFault& fault = faults().front();
  return fmt::format("{}; the last working shader stays in use. Press E to edit it",
                     fault.messages.empty() ? fault.program + " does not compile" : gpu::text(fault.messages.front()));
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

void LiveShaders::read_again() {
  draft_.text = draft_.read = device_->programs().library().read(draft_.file);
  changed_outside_ = false;
}

void LiveShaders::follow_draft() {
  if (draft_.file.empty()) return;
  const std::string now = device_->programs().library().read(draft_.file);
  if (now == draft_.read) return;
  if (draft_.modified() && now != draft_.text) {
    changed_outside_ = true;
  } else {
    read_again();
  }
}

void LiveShaders::take_built_in() {
  draft_.text = device_->programs().library().built_in().read(draft_.file);
}

void LiveShaders::save() {
  gpu::ProgramCache& programs = device_->programs();
  const std::filesystem::path folder = this->folder() ? *this->folder() : new_folder();
  const std::filesystem::path path = folder / draft_.file;
  std::error_code failed;
  std::filesystem::create_directories(path.parent_path(), failed);
  if (failed) throw UsageError(fmt::format("{}: {}", path.parent_path().string(), failed.message()));
  data::write_file_atomically(path.string(), draft_.text);
  programs.set_directory(folder);
  draft_.read = draft_.text;
  changed_outside_ = false;
  forced_ = true;
}

}  // namespace texelsort::app
