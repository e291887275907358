#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/playback/player.h"
#include "compute/gpu/device.h"
#include "compute/gpu/program_cache.h"

namespace texelsort::app {

/// Reloads shaders, and the scripts of users' sorts, when their files change. A new version of a shader replaces the old
/// one as soon as it compiles. Until then, the device uses the last version that compiled. Independent of ImGui.
class LiveShaders {
 public:
  using Time = std::chrono::steady_clock;

  /// Starts watching the shader files of a device. From now on, shader files that do not compile cause no exceptions.
  /// `device` must outlive this object.
  explicit LiveShaders(gpu::Device& device);

  /// Checks the shader files at regular intervals. If files have changed, compiles one program per call. Returns true
  /// once new programs have replaced the old ones.
  bool update(Time::time_point now = Time::now());

  /// Sets the scripts of the sorts that run: that of the session first, then those of a race. `own` is true if the
  /// session's sort has a script, which then belongs to the files of every pass.
  void watch_scripts(const std::vector<std::filesystem::path>& scripts, bool own);
  /// Checks the scripts at regular intervals. Returns true once after scripts have changed, at most twice a second.
  bool scripts_changed(Time::time_point now = Time::now());
  /// Sets the errors of the session's script, of which faults() is then the last. An empty list means that the script
  /// is in use. While there are errors, update() also returns true if files have changed but no program has.
  void set_script_messages(std::vector<gpu::ShaderMessage> messages) { script_messages_ = std::move(messages); }

  /// Returns true while further frames are needed, because a change is not yet accepted or not yet compiled.
  bool busy() const { return reloading_ || stamp_ != settled_ || script_stamps_ != settled_scripts_; }

  /// Returns the errors in the shaders, and those in the session's script.
  std::vector<gpu::ShaderFault> faults() const;
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
  /// pass's programs with their includes, and the script of the sort.
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
  /// Replaces the text of the draft by the built-in text of the file. A file of a user's sort has no built-in text, and
  /// is read again.
  void take_built_in();
  /// Returns the path of the draft if its file belongs to a user's sort. Null for shaders of texelsort.
  std::optional<std::filesystem::path> own_file() const { return own_file(draft_.file); }
  /// Writes the draft atomically: a shader or script of a user's sort to its file, others into folder(), or into a new
  /// folder in the user's data if folder() is empty. Throws Error if the file cannot be written.
  void save();

 private:
  using ScriptStamps = std::map<std::string, std::optional<gpu::ShaderStamp::File>>;
  ScriptStamps stamps_of_scripts() const;
  std::optional<std::filesystem::path> own_file(const std::string& file) const;
  std::string read(const std::string& file) const;
  void follow_draft();
  void accept_saved();

  gpu::Device* device_;
  gpu::ShaderStamp stamp_, settled_;
  Time::time_point looked_{};
  bool reloading_ = false, forced_ = false, changed_outside_ = false;
  Draft draft_;
  std::map<std::string, Draft> put_aside_;
  std::vector<const gpu::Program*> programs_;
  std::vector<std::filesystem::path> scripts_;
  bool has_own_script_ = false;
  std::set<std::string> known_scripts_;  ///< all scripts that were watched, whose drafts may still be open
  ScriptStamps script_stamps_, settled_scripts_;
  Time::time_point looked_at_scripts_{}, reported_scripts_{};
  std::vector<gpu::ShaderMessage> script_messages_;
};

}  // namespace texelsort::app
