#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "app/gui/window/shortcuts.h"
#include "app/session/session.h"
#include "compute/gpu/device.h"

namespace texelsort::app {

class Surface;

/// The teacher's window: a second window, for a screen that the class does not see. It shows notes, the answer, the
/// votes and the next step of the session that the main window shows. Its keys drive the same session.
class TeacherWindow {
 public:
  /// Opens the window next to the main window, which must outlive it. `ui_scale` is the size of text, or that of the
  /// monitor if it is unset. Throws UnavailableError if no second window can be opened.
  TeacherWindow(gpu::Device& device, Surface& main, std::optional<float> ui_scale);
  ~TeacherWindow();
  TeacherWindow(const TeacherWindow&) = delete;
  TeacherWindow& operator=(const TeacherWindow&) = delete;

  /// Returns whether the user has closed the window.
  bool closing() const;

  /// Returns the shortcut keys that were pressed in this window since the last call.
  std::vector<Key> take_keys();

  /// Returns whether at least one event of this window arrived since the last call.
  bool take_activity();

  /// Draws a frame. Afterwards, the OpenGL context of the main window is current again.
  void draw(Session& session);

 private:
  /// Part of the window that only desktops have.
  struct Native;

  std::unique_ptr<Native> native_;
};

}  // namespace texelsort::app
