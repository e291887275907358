#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/gui/platform/web/input.h"
#include "app/gui/window/host_page.h"
#include "app/gui/window/shortcuts.h"
#include "compute/gpu/objects.h"

/// Interface between the program and the script of its web page (web/page.js).
namespace texelsort::app::web {

/// Input that the web page has sent since the last frame.
struct Inbox {
  std::vector<Key> keys;
  std::vector<std::string> files;  ///< paths of dropped files, and URLs with view states
  InputQueue input;
  std::string pasted;       ///< text that the user pasted last, or copied last in this window
  bool active = true;       ///< true if new input has arrived
  bool takes_text = false;  ///< true while a text field has the keyboard focus
  /// True if the browser took away the graphics context, so that the window must be opened again.
  bool context_gone = false;
  bool context_away = false;  ///< true from the loss of the graphics context until the browser restores it
};
Inbox& inbox();

/// Returns the interface by which the window uses the web page.
HostPage& host_page();

/// Gives the canvas the size that the page wants. Returns this size in screen pixels.
gpu::Extent fit_canvas();
/// Returns the number of screen pixels per pixel of the page.
float pixel_ratio();
void set_full_screen(bool full);
/// Shows or hides the screen keyboard on devices without another keyboard.
void show_keyboard(bool shown);
void copy(const char* text);
/// Tells the page that the first frame is drawn, so that the page uncovers the canvas.
void note_frame();
/// Tells the page that no more frames follow, with the reason. The reason is empty if the user closed the window.
void note_end(const std::string& reason);
/// Stores a file of the program in the browser, so that the file exists at the next visit.
void keep_file(const std::string& path);

}  // namespace texelsort::app::web
