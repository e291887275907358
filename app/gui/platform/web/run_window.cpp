#include "app/gui/window/run_window.h"

#include <exception>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include <emscripten.h>

#include "app/gui/platform/web/page.h"
#include "app/gui/window/settings.h"
#include "app/gui/window/window_run.h"
#include "app/problem/plain_message.h"
#include "app/session/recent.h"
#include "compute/data/text/outgoing_text.h"

namespace texelsort::app {

namespace {

std::unique_ptr<WindowRun>& shown_window() {
  static std::unique_ptr<WindowRun> shown;
  return shown;
}

void end_window(const std::string& reason) {
  emscripten_cancel_main_loop();
  shown_window().reset();
  web::note_end(reason);
}

void draw_browser_frame() {
  WindowRun& run = *shown_window();
  // Wait for the graphics context. The browser reports when the context is available again.
  if (web::inbox().context_away && !run.is_open()) return;
  try {
    if (!run.frame()) end_window("");
  } catch (const std::exception& error) {
    end_window(plain_message(error.what()));
  }
}

/// Saves the settings and the last view state. Called whenever the page is hidden, because the browser does not report
/// its end.
void keep_window() {
  const auto& run = shown_window();
  if (!run) return;
  run->keep();
  if (const auto settings = settings_path()) web::keep_file(settings->string());
  if (const auto view_state = last_state()) web::keep_file(*view_state);
}

}  // namespace

namespace {

nlohmann::json box_of(ImVec2 low, ImVec2 high) {
  const float ratio = web::pixel_ratio();
  return {low.x / ratio, low.y / ratio, (high.x - low.x) / ratio, (high.y - low.y) / ratio};
}

/// Returns the texts and clickable items of the last frame as JSON. A canvas hides its contents, which the page and
/// tests need.
std::string seen_in_window() {
  nlohmann::json seen{{"items", nlohmann::json::array()}, {"texts", nlohmann::json::array()}};
  const TextLog* log = shown_window() ? shown_window()->texts() : nullptr;
  if (log == nullptr) return data::json_text(seen);
  for (const DrawnItem& item : log->items()) {
    seen["items"].push_back({{"name", item.name}, {"box", box_of(item.low, item.high)}});
  }
  for (const DrawnText& text : log->texts()) {
    seen["texts"].push_back({{"text", text.whole}, {"box", box_of(text.low, text.high)}});
  }
  return data::json_text(seen);
}

}  // namespace

/// Starts the window and returns at once. The browser then calls the program for each frame, even after the main
/// function has returned.
int run_window(const WindowOptions& options) {
  shown_window() = std::make_unique<WindowRun>(options);
  emscripten_set_main_loop(draw_browser_frame, 0, 0);
  return 0;
}

}  // namespace texelsort::app

extern "C" {
/// Returns the texts, and the names and positions of clickable items, in pixels of the page. Recording starts at the
/// first call, so the result is complete from the next frame on.
EMSCRIPTEN_KEEPALIVE const char* texelsort_seen() {
  static std::string seen;
  seen = texelsort::app::seen_in_window();
  texelsort::app::web::inbox().active = true;
  return seen.c_str();
}

/// Saves the window's state. The script calls this function when the page is hidden, because the page may never be
/// shown again.
EMSCRIPTEN_KEEPALIVE void texelsort_keep() {
  texelsort::app::keep_window();
}
}
