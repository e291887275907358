#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/playback/player.h"
#include "compute/gpu/device.h"
#include "compute/gpu/program_cache.h"

namespace texelsort::app {

/// Live reload of a device's shaders. Watches the shader files and activates new versions as soon as they compile;
/// until then the last working versions stay active. Independent of ImGui.
class LiveShaders {
 public:
  using Time = std::chrono::steady_clock;

  /// From now on, broken shader files no longer throw. The device outlives this object.
  explicit LiveShaders(gpu::Device& device);

  /// Checks the files at intervals and compiles one program per call while some have changed. Returns true once new
  /// programs have replaced the old ones.
  bool update(Time::time_point now = Time::now());

  /// Returns true while frames are needed, because a change is settling or compiling.
  bool busy() const { return reloading_ || stamp_ != settled_; }

  const std::vector<gpu::ShaderFault>& faults() const { return device_->programs().faults(); }
  /// Returns one line about what is wrong: the missing folder or the first compiler message. Empty if there is no
  /// problem.
  std::string trouble() const;
  /// Returns the compiler messages about one file, in ascending order of lines.
  std::vector<gpu::ShaderMessage> complaints(const std::string& file) const;

  /// True while the shader folder does not exist.
  bool folder_vanished() const { return stamp_.vanished; }
  /// The folder that takes precedence over the built-in shaders. Nothing until one was named or a draft was saved.
  const std::optional<std::filesystem::path>& folder() const { return device_->programs().library().directory(); }

  /// Returns the programs of the current pass; finds them by executing it once more. Empty at the input. While the
  /// player still seeks the pass, returns those of the previous call.
  const std::vector<const gpu::Program*>& programs_of(Player& player);

  /// Returns the source files of the current pass's programs, with their includes, after the files that compiler
  /// messages name.
  std::vector<std::string> files_of(Player& player);

  // The file that is being edited.

  struct Draft {
    std::string file, text;
    std::string read;  ///< the file's text when it was last opened or saved
    bool modified() const { return text != read; }
  };
  const Draft& draft() const { return draft_; }
  std::string& text() { return draft_.text; }

  /// Makes another file the draft. Unsaved changes of the previous draft are kept until it is opened again.
  void open(const std::string& file);
  /// True if the draft's file has been changed by another program since it was read, so that saving would overwrite
  /// that change.
  bool changed_outside() const { return changed_outside_; }
  /// Discards unsaved changes and reads the file again.
  void read_again();
  /// Replaces the draft by the built-in text of the file.
  void take_built_in();
  /// Writes the draft atomically: into folder(), or into a new folder below the user's data if there is none. Throws
  /// Error if it cannot be written.
  void save();

 private:
  void follow_draft();

  gpu::Device* device_;
  gpu::ShaderStamp stamp_, settled_;
  Time::time_point looked_{};
  bool reloading_ = false, forced_ = false, changed_outside_ = false;
  Draft draft_;
  std::map<std::string, Draft> put_aside_;
  std::vector<const gpu::Program*> programs_;
};

}  // namespace texelsort::app
