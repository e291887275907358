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

/// Input from the page that waits for the next frame.
struct Inbox {
  std::vector<Key> keys;
  std::vector<std::string> files;  ///< paths, and addresses with view states
  InputQueue input;
  std::string pasted;         ///< the last pasted text, or the text copied here
  bool active = true;         ///< new input has arrived
  bool takes_text = false;    ///< a text field has the keyboard focus
  bool context_gone = false;  ///< the present surface's graphics context was taken away
  bool context_away = false;  ///< the context was taken away and not yet restored
};
Inbox& inbox();

/// Returns the page in the form that the window uses.
HostPage& host_page();

/// Resizes the canvas to the size that the page wants, and returns it in screen pixels.
gpu::Extent fit_canvas();
/// Returns the number of screen pixels per pixel of the page.
float pixel_ratio();
void set_full_screen(bool full);
/// Shows or hides a screen keyboard on devices that have no other.
void show_keyboard(bool shown);
void copy(const char* text);
/// Reports the first frame, so that the page uncovers the canvas.
void note_frame();
/// Reports that no more frames follow, with the reason. The reason is empty if the user closed the window.
void note_end(const std::string& reason);
/// Keeps a file of the program between visits.
void keep_file(const std::string& path);

}  // namespace texelsort::app::web
