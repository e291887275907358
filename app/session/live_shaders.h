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

/// A device's shaders while they are worked on: their files are watched, and put to use as soon as they compile. Until
/// then the last good ones stay. Knows no ImGui.
class LiveShaders {
 public:
  using Time = std::chrono::steady_clock;

  /// From now on broken files do not throw. The device outlives this.
  explicit LiveShaders(gpu::Device& device);

  /// Looks at the files from time to time, and compiles a program a call while some have changed. True once new
  /// programs have taken the old ones' places.
  bool update(Time::time_point now = Time::now());

  /// True while frames are needed: a change is being waited out or compiled.
  bool busy() const { return reloading_ || stamp_ != settled_; }

  const std::vector<gpu::ShaderFault>& faults() const { return device_->programs().faults(); }
  /// What is wrong, in a line: the folder or the first complaint; empty if nothing.
  std::string trouble() const;
  /// The complaints about one file, lines ascending.
  std::vector<gpu::ShaderMessage> complaints(const std::string& file) const;

  /// True while the folder that the files were read from is not there.
  bool folder_vanished() const { return stamp_.vanished; }
  /// Where files are read from before the built-in ones; nothing as long as none was named and nothing saved.
  const std::optional<std::filesystem::path>& folder() const { return device_->programs().library().directory(); }

  /// The programs of the present pass, found by executing it once more; empty at the input, where the pass executes no
  /// shader. While the pass is being sought, those of the pass before.
  const std::vector<const gpu::Program*>& programs_of(Player& player);

  /// The files of the present pass's programs with all that they include, and those that something is wrong with.
  std::vector<std::string> files_of(Player& player);

  // The file that is being edited.

  struct Draft {
    std::string file, text;
    std::string read;  ///< the file's text when it was opened or saved
    bool modified() const { return text != read; }
  };
  const Draft& draft() const { return draft_; }
  std::string& text() { return draft_.text; }

  /// Takes another file, as it is now; what was typed and not saved of the one before is kept for when it is opened
  /// again.
  void open(const std::string& file);
  /// True if somebody else has changed the draft's file since it was read, so that saving would undo that.
  bool changed_outside() const { return changed_outside_; }
  /// Drops what was typed.
  void read_again();
  /// The text that the program came with becomes the draft's.
  void take_built_in();
  /// Writes the draft, by renaming: into folder(), or, where there is none, into a new one below the user's data.
  /// Throws Error if it cannot be written.
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
