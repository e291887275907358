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

/// Live reload of a device's shaders. Watches the shader files and activates new versions once they compile. Until
/// then, the last versions that compiled stay active. Independent of ImGui.
class LiveShaders {
 public:
  using Time = std::chrono::steady_clock;

  /// Starts watching the shader files of a device. From now on, shader files that do not compile cause no exceptions.
  /// `device` must outlive this object.
  explicit LiveShaders(gpu::Device& device);

  /// Checks the shader files at regular intervals. If files have changed, compiles one program per call. Returns true
  /// once new programs have replaced the old ones.
  bool update(Time::time_point now = Time::now());

  /// Returns true while further frames are needed, because a change is not yet accepted or not yet compiled.
  bool busy() const { return reloading_ || stamp_ != settled_; }

  const std::vector<gpu::ShaderFault>& faults() const { return device_->programs().faults(); }
  /// Returns the reason why the present files are not active, in one line: the folder is missing, or the first compiler
  /// message. Returns an empty string if they are active.
  std::string trouble() const;
  /// Returns the compiler messages about one file, in the order of lines.
  std::vector<gpu::ShaderMessage> complaints(const std::string& file) const;

  /// Returns true while the shader folder does not exist.
  bool folder_vanished() const { return stamp_.vanished; }
  /// Returns the folder whose files replace built-in shaders. Returns nothing before a folder is named or a draft is
  /// saved.
  const std::optional<std::filesystem::path>& folder() const { return device_->programs().library().directory(); }

  /// Returns the GPU programs of the current pass. Executes the pass once more to find them. Returns an empty list at
  /// the input. While the player is seeking, returns the result of the previous call.
  const std::vector<const gpu::Program*>& programs_of(Player& player);

  /// Returns the source files to list for the current pass. Files in compiler messages come first, then files of the
  /// pass's programs with their includes.
  std::vector<std::string> files_of(Player& player);

  // Functions for the draft, which is the shader file that the user is editing.

  struct Draft {
    std::string file, text;
    std::string read;  ///< text of the file when it was last opened or saved
    bool modified() const { return text != read; }
  };
  const Draft& draft() const { return draft_; }
  std::string& text() { return draft_.text; }

  /// Makes another file the draft. Unsaved changes of the previous draft reappear when it is opened again.
  void open(const std::string& file);
  /// Returns true if another program has changed the draft's file since it was read. Saving would overwrite that
  /// change.
  bool changed_outside() const { return changed_outside_; }
  /// Discards unsaved changes of the draft and reads its file again.
  void read_again();
  /// Replaces the text of the draft by the built-in text of the file.
  void take_built_in();
  /// Writes the draft atomically into folder(), or into a new folder in the user's data if folder() is empty. Throws
  /// Error if the file cannot be written.
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
