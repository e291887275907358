#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/window/shortcuts.h"
#include "compute/data/error.h"
#include "compute/gpu/objects.h"

struct GLFWwindow;
struct GLFWmonitor;

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

  GLFWwindow* handle() const { return window_; }

  /// What whoever opened the window should be told of it; empty: nothing.
  const std::string& note() const { return note_; }

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
  struct Events {
    std::vector<Key> keys;
    std::vector<std::string> files;
    bool active = true;
  };
  /// Of the screen, in GLFW's coordinates.
  struct Area {
    int x = 0, y = 0, width = 0, height = 0;
  };
  static Area work_area(GLFWmonitor* monitor);
  void fit_monitor();
  void set_icon();
  void listen();

  GLFWwindow* window_ = nullptr;
  std::string note_;
  std::optional<Area> before_full_;  ///< where the window was; none: it is no full screen
  Events events_;
};

}  // namespace texelsort::app
