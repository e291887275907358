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

  /// Starts watching. From now on, broken shader files no longer cause exceptions. `device` must outlive this object.
  explicit LiveShaders(gpu::Device& device);

  /// Checks the files at intervals. While some have changed, compiles one program per call. Returns true once new
  /// programs have replaced the old ones.
  bool update(Time::time_point now = Time::now());

  /// Returns true while frames are needed, because a change is not yet accepted or not yet compiled.
  bool busy() const { return reloading_ || stamp_ != settled_; }

  const std::vector<gpu::ShaderFault>& faults() const { return device_->programs().faults(); }
  /// Returns one line about the current problem: the missing folder or the first compiler message. Empty if there is no
  /// problem.
  std::string trouble() const;
  /// Returns the compiler messages about one file, in ascending order of lines.
  std::vector<gpu::ShaderMessage> complaints(const std::string& file) const;

  /// Returns true while the shader folder does not exist.
  bool folder_vanished() const { return stamp_.vanished; }
  /// Returns the folder whose files replace built-in shaders. Nothing until a folder is named or a draft is saved.
  const std::optional<std::filesystem::path>& folder() const { return device_->programs().library().directory(); }

  /// Returns the programs of the current pass, which it finds by executing the pass once more. Empty at the input.
  /// While the player still seeks the pass, returns those of the previous call.
  const std::vector<const gpu::Program*>& programs_of(Player& player);

  /// Returns the source files to list for the current pass: first those that compiler messages name, then those of its
  /// programs, with their includes.
  std::vector<std::string> files_of(Player& player);

  // The draft, which is the file that is being edited.

  struct Draft {
    std::string file, text;
    std::string read;  ///< the file's text when it was last opened or saved
    bool modified() const { return text != read; }
  };
  const Draft& draft() const { return draft_; }
  std::string& text() { return draft_.text; }

  /// Makes another file the draft. Unsaved changes of the previous draft are kept until it is opened again.
  void open(const std::string& file);
  /// Returns true if the draft's file has been changed by another program since it was read, so that saving would
  /// overwrite that change.
  bool changed_outside() const { return changed_outside_; }
  /// Discards unsaved changes and reads the file again.
  void read_again();
  /// Replaces the draft by the built-in text of the file.
  void take_built_in();
  /// Writes the draft atomically into folder(). If there is no such folder, creates one in the user's data. Throws
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
