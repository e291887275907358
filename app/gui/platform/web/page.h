#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/gui/platform/web/input.h"
#include "app/gui/window/host_page.h"
#include "app/gui/window/shortcuts.h"
#include "compute/gpu/objects.h"

/// The page in the browser: what its script (web/page.js) tells the program, and what the program asks of it.
namespace texelsort::app::web {

/// What has come from the page and waits for a frame.
struct Inbox {
  std::vector<Key> keys;
  std::vector<std::string> files;  ///< paths, and addresses with view states
  InputQueue input;
  std::string pasted;         ///< what somebody pasted last, or what was copied here
  bool active = true;         ///< something has come
  bool takes_text = false;    ///< letters belong to a field
  bool context_gone = false;  ///< the browser took the graphics context that the present surface draws with
  bool context_away = false;  ///< and has not given it back
};
Inbox& inbox();

/// The page as the window knows it.
HostPage& host_page();

/// The canvas in pixels of the screen, which the page wants now; the canvas has that many from then on.
gpu::Extent fit_canvas();
/// Pixels of the screen for one of the page.
float pixel_ratio();
void set_full_screen(bool full);
/// A keyboard on the screen, for who has no other.
void show_keyboard(bool shown);
void copy(const char* text);
/// The first frame is drawn: nothing is to cover it any more.
void note_frame();
/// No frame comes any more, with the reason; empty: somebody closed the window.
void note_end(const std::string& reason);
/// Keeps this file of the program's from visit to visit.
void keep_file(const std::string& path);

}  // namespace texelsort::app::web
