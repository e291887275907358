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

/// Error on a machine without a display for windows, or with a display that lacks OpenGL 3.3.
class NoDisplayError : public UnavailableError {
 public:
  explicit NoDisplayError(const std::string& reason);
  /// Returns the reason for the error. what() also contains advice on how to proceed.
  const std::string& reason() const { return reason_; }

 private:
  std::string reason_;
};

/// A desktop window or the canvas of a web page, with an OpenGL context that is current after construction.
class Surface {
 public:
  enum class Shown : bool { no, yes };

  /// Opens the window. An unset width or height means 1600 or 900 times content_scale(), as far as the monitor has
  /// space for it. If the display's driver lacks OpenGL 3.3, uses Mesa's software renderer, which note() reports.
  /// Throws NoDisplayError without a display or without OpenGL 3.3 on it.
  Surface(const char* title, std::optional<int> width, std::optional<int> height, Shown shown = Shown::yes);
  /// Opens a second window while `first` is open. It has an OpenGL context of its own, which is current afterwards.
  /// Throws NoDisplayError if the display opens no second window. Only desktops have several windows.
  Surface(const char* title, int width, int height, const Surface& first);
  ~Surface();
  Surface(const Surface&) = delete;
  Surface& operator=(const Surface&) = delete;

  /// begin_input() starts passing the window's events to ImGui's current context. end_input() stops this, because only
  /// one context at a time can receive them.
  void begin_input();
  void end_input();
  /// Passes the events since the last frame to ImGui. Must be called at the start of an ImGui frame.
  static void begin_frame();

  /// Returns the web page that contains the window, or null for a desktop window.
  HostPage* page();

  /// Records whether a text field has the keyboard focus. If it has, devices without a keyboard show one on the screen.
  void expect_text(bool expected);

  /// Returns the reason why the OpenGL context and its contents were lost. Returns nothing while the context is valid.
  std::optional<std::string> lost() const;

  /// Returns a message for the user about the window, for example that it uses the software renderer. Returns an empty
  /// string if there is none.
  const std::string& note() const;

  bool closing() const;
  gpu::Extent framebuffer() const;
  gpu::Extent size() const;
  /// Returns the size that the window has when it does not fill the screen.
  gpu::Extent window_size() const;
  /// Lets the window fill its monitor, or restores its previous position and size.
  void set_full_screen(bool full);
  /// Returns the scale that the desktop or the browser sets for the window's content. If a desktop sets none, returns a
  /// scale that follows from the number of pixels of the monitor: 1 for 1920 x 1080, 2 for 3840 x 2160.
  float content_scale() const;
  void swap();
  /// Makes the window's OpenGL context current, if another window's context was. Only desktops have several windows.
  void make_current();

  /// Processes pending events. If `wait` is true, first sleeps until an event arrives, but at most 0.2 seconds, because
  /// the window also watches files.
  void poll(bool wait);

  /// Returns the shortcut keys that were pressed since the last call. They do not come from ImGui, because older
  /// versions lose a key that is pressed and released between two frames.
  std::vector<Key> take_keys();

  /// Returns the files that were dropped on the window since the last call.
  std::vector<std::string> take_files();

  /// Returns whether at least one event arrived since the last call.
  bool take_activity();

 private:
  /// Part of the surface that differs between desktop and web.
  struct Native;

  std::unique_ptr<Native> native_;
};

}  // namespace texelsort::app
