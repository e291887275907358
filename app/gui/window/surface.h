#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/gui/window/host_page.h"
#include "app/gui/window/shortcuts.h"
#include "compute/data/error.h"
#include "compute/gpu/objects.h"

namespace texelsort::app {

/// There is no display to open a window on, or none with OpenGL 3.3.
class NoDisplayError : public UnavailableError {
 public:
  explicit NoDisplayError(const std::string& reason);
  const std::string& reason() const { return reason_; }  ///< without what to do about it

 private:
  std::string reason_;
};

/// A window of the desktop with an OpenGL context, current from its making on.
class Surface {
 public:
  enum class Shown : bool { no, yes };

  /// Where the driver of the display gives no OpenGL 3.3, Mesa's software renderer draws, which `note()` says. Throws
  /// NoDisplayError without a display or without OpenGL 3.3 on it.
  Surface(const char* title, int width, int height, Shown shown = Shown::yes);
  ~Surface();
  Surface(const Surface&) = delete;
  Surface& operator=(const Surface&) = delete;

  /// Gives ImGui's present context what happens here, until end_input(); there is one at a time.
  void begin_input();
  void end_input();
  /// What has happened since the frame before, at the start of a frame of ImGui's.
  static void begin_frame();

  /// The page that the window stands on; null: it stands by itself.
  HostPage* page();

  /// Whether somebody is typing into a field: who has no keyboard is then shown one.
  void expect_text(bool expected);

  /// Why its context is gone, with all that it held; nothing: it is there.
  std::optional<std::string> lost() const;

  /// What whoever opened the window should be told of it; empty: nothing.
  const std::string& note() const;

  bool closing() const;
  gpu::Extent framebuffer() const;
  gpu::Extent size() const;
  /// That of the window when it does not fill its screen.
  gpu::Extent window_size() const;
  /// Fills the monitor that the window is on, or gives it back its place.
  void set_full_screen(bool full);
  float content_scale() const;
  void swap();

  /// Takes in what has happened; with `wait`, sleeps until something does, or for a fifth of a second: files
  /// are watched, too.
  void poll(bool wait);

  /// Shortcut keys pressed since the last call. Kept apart from ImGui, which loses a key that goes down and up between
  /// two frames in its older versions.
  std::vector<Key> take_keys();

  /// Files dropped on the window since the last call.
  std::vector<std::string> take_files();

  /// True if anything happened since the last call.
  bool take_activity();

 private:
  /// What the platform has of it.
  struct Native;

  std::unique_ptr<Native> native_;
};

}  // namespace texelsort::app
