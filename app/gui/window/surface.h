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

/// Error for a machine without a display for windows, or without OpenGL 3.3 on it.
class NoDisplayError : public UnavailableError {
 public:
  explicit NoDisplayError(const std::string& reason);
  const std::string& reason() const { return reason_; }  ///< reason without the advice

 private:
  std::string reason_;
};

/// A desktop window with an OpenGL context, which is current after construction.
class Surface {
 public:
  enum class Shown : bool { no, yes };

  /// Opens the window. If the display's driver does not provide OpenGL 3.3, uses Mesa's software renderer and reports
  /// that in `note()`. Throws NoDisplayError without a display or without OpenGL 3.3 on it.
  Surface(const char* title, int width, int height, Shown shown = Shown::yes);
  ~Surface();
  Surface(const Surface&) = delete;
  Surface& operator=(const Surface&) = delete;

  /// Starts passing the window's events to ImGui's current context, until end_input(). Only one context at a time can
  /// get them.
  void begin_input();
  void end_input();
  /// Passes the events since the last frame to ImGui. Call it at the start of an ImGui frame.
  static void begin_frame();

  /// Returns the web page that contains the window. Null for a desktop window.
  HostPage* page();

  /// Records whether a text field has the focus. If it has, devices without a keyboard show one on the screen.
  void expect_text(bool expected);

  /// Returns why the context and its contents were lost. Nothing while the context is valid.
  std::optional<std::string> lost() const;

  /// Returns a message about the window for the user. Empty if there is none.
  const std::string& note() const;

  bool closing() const;
  gpu::Extent framebuffer() const;
  gpu::Extent size() const;
  /// Returns the size that the window has when it does not fill the screen.
  gpu::Extent window_size() const;
  /// Lets the window fill its monitor, or restores its previous position and size.
  void set_full_screen(bool full);
  float content_scale() const;
  void swap();

  /// Processes pending events. With `wait`, first sleeps until an event arrives, at most 0.2 seconds, because files are
  /// watched too.
  void poll(bool wait);

  /// Returns the shortcut keys pressed since the last call. They are collected independently of ImGui, whose older
  /// versions lose a key that is pressed and released between two frames.
  std::vector<Key> take_keys();

  /// Returns the files dropped on the window since the last call.
  std::vector<std::string> take_files();

  /// Returns whether any event arrived since the last call.
  bool take_activity();

 private:
  /// Platform-specific state.
  struct Native;

  std::unique_ptr<Native> native_;
};

}  // namespace texelsort::app
