#include "app/gui/platform/web/page.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include <emscripten.h>

#include "app/gui/window/shortcuts.h"

// Functions of the page's script. The script sets Module["page"] before it starts the program.
// clang-format off
EM_JS(void, texelsort_page_address, (char* text, int size), { stringToUTF8(Module["page"].address(), text, size); })
EM_JS(void, texelsort_page_fragment, (const char* text), { Module["page"].showFragment(UTF8ToString(text)); })
EM_JS(void, texelsort_page_choose, (), { Module["page"].chooseFiles(); })
EM_JS(void, texelsort_page_hand_out, (const char* path), { Module["page"].handOut(UTF8ToString(path)); })
EM_JS(void, texelsort_page_keep, (const char* path), { Module["page"].keepFile(UTF8ToString(path)); })
EM_JS(void, texelsort_page_copy, (const char* text), { Module["page"].copy(UTF8ToString(text)); })
EM_JS(int, texelsort_page_width, (), { return Module["page"].fitCanvas()[0]; })
EM_JS(int, texelsort_page_height, (), { return Module["page"].fitCanvas()[1]; })
EM_JS(double, texelsort_page_ratio, (), { return Module["page"].ratio(); })
EM_JS(void, texelsort_page_full_screen, (int full), { Module["page"].fullScreen(full != 0); })
EM_JS(void, texelsort_page_keyboard, (int shown), { Module["page"].showKeyboard(shown != 0); })
EM_JS(void, texelsort_page_frame, (), { Module["page"].noteFrame(); })
EM_JS(void, texelsort_page_end, (const char* reason), { Module["page"].noteEnd(UTF8ToString(reason)); })
// clang-format on

namespace texelsort::app::web {

namespace {

using Kind = InputEvent::Kind;

class BrowserPage : public HostPage {
 public:
  std::string address() const override {
    constexpr std::size_t most = 4096;
    std::string text(most, '\0');
    texelsort_page_address(text.data(), static_cast<int>(text.size()));
    return text.c_str();
  }
  void show_fragment(const std::string& fragment) override { texelsort_page_fragment(fragment.c_str()); }
  void choose_files() override { texelsort_page_choose(); }
  void hand_out(const std::string& path) override { texelsort_page_hand_out(path.c_str()); }
};

/// A key that has a name in the browser (https://www.w3.org/TR/uievents-key/). It may be a shortcut, a key for ImGui's
/// text fields, or both.
struct NamedKey {
  std::string_view name;
  Key key;
  ImGuiKey typed;
};
constexpr std::array named_keys{NamedKey{" ", Key::space, ImGuiKey_Space},
                                NamedKey{"ArrowLeft", Key::left, ImGuiKey_LeftArrow},
                                NamedKey{"ArrowRight", Key::right, ImGuiKey_RightArrow},
                                NamedKey{"ArrowUp", Key::up, ImGuiKey_UpArrow},
                                NamedKey{"ArrowDown", Key::down, ImGuiKey_DownArrow},
                                NamedKey{"Home", Key::home, ImGuiKey_Home},
                                NamedKey{"End", Key::end, ImGuiKey_End},
                                NamedKey{"PageUp", Key::page_up, ImGuiKey_PageUp},
                                NamedKey{"PageDown", Key::page_down, ImGuiKey_PageDown},
                                NamedKey{"Escape", Key::escape, ImGuiKey_Escape},
                                NamedKey{"Tab", Key::tab, ImGuiKey_Tab},
                                NamedKey{"Enter", Key::enter, ImGuiKey_Enter},
                                NamedKey{"Backspace", Key::backspace, ImGuiKey_Backspace}};
constexpr std::array with_shift{std::pair{Key::left, Key::shift_left}, std::pair{Key::right, Key::shift_right},
                                std::pair{Key::up, Key::shift_up}, std::pair{Key::down, Key::shift_down}};

Key shifted(Key key, unsigned modifiers) {
  for (const auto& [plain, other] : with_shift) {
    if (plain == key && (modifiers & shift_held) != 0) return other;
  }
  return key;
}

/// Handles a character that was pressed with Ctrl. Returns false if the browser should handle it, because it is no
/// shortcut, closes the window, or changes the scale of the page.
bool take_control(unsigned character, bool down, unsigned modifiers) {
  Inbox& box = inbox();
  constexpr std::string_view of_fields = "acvxyz";
  const bool of_field = box.takes_text && of_fields.find(static_cast<char>(character)) != std::string_view::npos;
  const auto key = key_with_control(character, (modifiers & shift_held) != 0);
  if (character >= 'a' && character <= 'z' && (of_field || key)) {
    box.input.add(
        {.kind = Kind::letter, .key = static_cast<int>(character) - 'a' + 'A', .down = down, .modifiers = modifiers});
  }
  constexpr std::array of_browser{Key::control_q, Key::control_plus, Key::control_minus, Key::control_0};
  const bool ours = key && std::ranges::find(of_browser, *key) == of_browser.end();
  if (down && ours) box.keys.push_back(*key);
  // Leave Ctrl+V to the browser, which then sends the pasted text to the program.
  return (ours || of_field) && character != 'v';
}

bool take_named(const NamedKey& named, bool down, unsigned modifiers) {
  Inbox& box = inbox();
  // Leave Shift+Tab to the browser, which moves the keyboard focus out of the canvas.
  if (named.key == Key::tab && (modifiers & shift_held) != 0) return false;
  box.input.add({.kind = Kind::key, .key = named.typed, .down = down, .modifiers = modifiers});
  if (named.key == Key::space && down && box.takes_text) box.input.add({.kind = Kind::text, .text = " "});
  if (down) box.keys.push_back(shifted(named.key, modifiers));
  return true;
}

/// Returns the code of the character that a key prints. Returns 0 for a character outside ASCII, and nothing for a key
/// without a character, such as "Enter".
std::optional<unsigned> printed(std::string_view name) {
  if (name.size() == 1) return static_cast<unsigned char>(name[0]);
  const bool longer = !name.empty() && (static_cast<unsigned char>(name[0]) & 0x80u) != 0;
  return longer ? std::optional<unsigned>(0) : std::nullopt;
}

bool take_key(std::string_view name, bool down, unsigned modifiers) {
  Inbox& box = inbox();
  box.active = true;
  const auto character = printed(name);
  const bool control = (modifiers & control_held) != 0, alt = (modifiers & alt_held) != 0;
  // Ctrl and Alt together mean AltGr, which types a character, so do not execute shortcuts.
  if (control && !alt) {
    if (!character) return false;
    const unsigned small = *character >= 'A' && *character <= 'Z' ? *character - 'A' + 'a' : *character;
    return take_control(small, down, modifiers);
  }
  if (alt && !control) return false;
  for (const NamedKey& named : named_keys) {
    if (named.name == name) return take_named(named, down, modifiers);
  }
  if (name == "Delete") {
    box.input.add({.kind = Kind::key, .key = ImGuiKey_Delete, .down = down, .modifiers = modifiers});
    return box.takes_text;
  }
  if (name == "F1") {
    if (down) box.keys.push_back(Key::f1);
    return true;
  }
  if (!character) return false;
  const auto key = key_of_character(*character);
  if (down && key) box.keys.push_back(*key);
  if (down && box.takes_text) box.input.add({.kind = Kind::text, .text = std::string(name)});
  return key.has_value() || box.takes_text;
}

void add_pointer(Kind kind, double x, double y, bool touch, float wheel = 0) {
  const float ratio = pixel_ratio();
  const ImVec2 at{static_cast<float>(x) * ratio, static_cast<float>(y) * ratio};
  inbox().input.add({.kind = kind, .at = at, .touch = touch, .wheel = wheel});
  inbox().active = true;
}

}  // namespace

Inbox& inbox() {
  static Inbox box;
  return box;
}

HostPage& host_page() {
  static BrowserPage page;
  return page;
}

gpu::Extent fit_canvas() {
  return {static_cast<std::uint32_t>(texelsort_page_width()), static_cast<std::uint32_t>(texelsort_page_height())};
}

float pixel_ratio() {
  return static_cast<float>(texelsort_page_ratio());
}

void set_full_screen(bool full) {
  texelsort_page_full_screen(full ? 1 : 0);
}

void show_keyboard(bool shown) {
  texelsort_page_keyboard(shown ? 1 : 0);
}

void copy(const char* text) {
  texelsort_page_copy(text);
}

void note_frame() {
  texelsort_page_frame();
}

void note_end(const std::string& reason) {
  texelsort_page_end(reason.c_str());
}

void keep_file(const std::string& path) {
  texelsort_page_keep(path.c_str());
}

}  // namespace texelsort::app::web

// Functions that the page's script calls. Positions are in pixels of the page, from the upper left corner of the
// canvas.
extern "C" {

using texelsort::app::web::InputEvent;

/// Handles a key. Returns 1 if the program uses the key, so that the browser must ignore it.
EMSCRIPTEN_KEEPALIVE int texelsort_key(const char* name, int down, int modifiers) {
  return texelsort::app::web::take_key(name, down != 0, static_cast<unsigned>(modifiers)) ? 1 : 0;
}

/// Handles the mouse. `kind` is 0 for a move, 1 for a press, 2 for a release, and 3 if the pointer has left the canvas.
EMSCRIPTEN_KEEPALIVE void texelsort_pointer(int kind, double x, double y, int touch) {
  texelsort::app::web::add_pointer(static_cast<InputEvent::Kind>(kind), x, y, touch != 0);
}

EMSCRIPTEN_KEEPALIVE void texelsort_wheel(double x, double y, double notches) {
  texelsort::app::web::add_pointer(InputEvent::Kind::wheel, x, y, false, static_cast<float>(notches));
}

/// Adds text that was typed on a screen keyboard.
EMSCRIPTEN_KEEPALIVE void texelsort_text(const char* text) {
  texelsort::app::web::inbox().input.add({.kind = InputEvent::Kind::text, .text = text});
  texelsort::app::web::inbox().active = true;
}

/// Receives pasted text. The script calls this function before it reports that the V of Ctrl+V is released.
EMSCRIPTEN_KEEPALIVE void texelsort_pasted(const char* text) {
  texelsort::app::web::inbox().pasted = text;
  texelsort::app::web::inbox().active = true;
}

/// Receives the path of a file that the user dropped or chose, in the program's own file system. May also receive a URL
/// with a view state.
EMSCRIPTEN_KEEPALIVE void texelsort_take(const char* path) {
  texelsort::app::web::inbox().files.emplace_back(path);
  texelsort::app::web::inbox().active = true;
}

/// Requests a frame after a visible change, for example of the canvas's size.
EMSCRIPTEN_KEEPALIVE void texelsort_wake() {
  texelsort::app::web::inbox().active = true;
}

/// Records whether the browser has taken away the graphics context or has restored it.
EMSCRIPTEN_KEEPALIVE void texelsort_context(int away) {
  auto& box = texelsort::app::web::inbox();
  box.context_away = away != 0;
  box.context_gone = box.context_gone || box.context_away;
  box.active = true;
}
}
