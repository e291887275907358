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

/// Input from the page that is waiting for the next frame.
struct Inbox {
  std::vector<Key> keys;
  std::vector<std::string> files;  ///< paths of dropped files, and URLs with view states
  InputQueue input;
  std::string pasted;         ///< text that was pasted last or copied here
  bool active = true;         ///< true if new input has arrived
  bool takes_text = false;    ///< true if a text field has the keyboard focus
  bool context_gone = false;  ///< true if the present surface's graphics context was taken away
  bool context_away = false;  ///< true if the context was taken away and not yet restored
};
Inbox& inbox();

/// Returns the page as the window uses it.
HostPage& host_page();

/// Gives the canvas the size that the page wants. Returns this size in screen pixels.
gpu::Extent fit_canvas();
/// Returns the number of screen pixels per pixel of the page.
float pixel_ratio();
void set_full_screen(bool full);
/// Shows or hides the screen keyboard of devices that have no other.
void show_keyboard(bool shown);
void copy(const char* text);
/// Tells the page about the first frame, so that it uncovers the canvas.
void note_frame();
/// Tells the page that no more frames follow, and why. The reason is empty if the user closed the window.
void note_end(const std::string& reason);
/// Stores a file of the program, so that it exists at the next visit.
void keep_file(const std::string& path);

}  // namespace texelsort::app::web
