#include "app/gui/window/surface.h"

// Do not let GLFW include OpenGL headers, because only the gpu layer loads OpenGL functions.
#define GLFW_INCLUDE_NONE
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <fmt/format.h>

#include "app/gui/window/shortcuts.h"
#include "app/gui/window/usual_scale.h"
#include "app/problem/embedded_files.h"
#include "compute/data/error.h"
#include "compute/data/format/picture.h"
#include "compute/gpu/platform/desktop/egl_context.h"

namespace texelsort::app {

namespace {

constexpr auto advice = "start a desktop session, or draw the window without a display: texelsort render";

using KeyOfCode = std::pair<unsigned, Key>;

constexpr std::array keys{KeyOfCode{GLFW_KEY_SPACE, Key::space},
                          KeyOfCode{GLFW_KEY_LEFT, Key::left},
                          KeyOfCode{GLFW_KEY_RIGHT, Key::right},
                          KeyOfCode{GLFW_KEY_UP, Key::up},
                          KeyOfCode{GLFW_KEY_DOWN, Key::down},
                          KeyOfCode{GLFW_KEY_HOME, Key::home},
                          KeyOfCode{GLFW_KEY_END, Key::end},
                          KeyOfCode{GLFW_KEY_PAGE_UP, Key::page_up},
                          KeyOfCode{GLFW_KEY_PAGE_DOWN, Key::page_down},
                          KeyOfCode{GLFW_KEY_KP_ADD, Key::plus},
                          KeyOfCode{GLFW_KEY_KP_SUBTRACT, Key::minus},
                          KeyOfCode{GLFW_KEY_ESCAPE, Key::escape},
                          KeyOfCode{GLFW_KEY_F1, Key::f1},
                          KeyOfCode{GLFW_KEY_F11, Key::f11},
                          KeyOfCode{GLFW_KEY_TAB, Key::tab},
                          KeyOfCode{GLFW_KEY_ENTER, Key::enter},
                          KeyOfCode{GLFW_KEY_KP_ENTER, Key::enter},
                          KeyOfCode{GLFW_KEY_BACKSPACE, Key::backspace}};

constexpr std::array keys_with_shift{KeyOfCode{GLFW_KEY_LEFT, Key::shift_left},
                                     KeyOfCode{GLFW_KEY_RIGHT, Key::shift_right}, KeyOfCode{GLFW_KEY_UP, Key::shift_up},
                                     KeyOfCode{GLFW_KEY_DOWN, Key::shift_down}};
constexpr std::array arrows{GLFW_KEY_LEFT, GLFW_KEY_RIGHT, GLFW_KEY_UP, GLFW_KEY_DOWN};

/// Adds the shortcut key for a GLFW key code to `noted`. Does nothing if the code belongs to no shortcut.
void note_key(std::vector<Key>& noted, std::span<const KeyOfCode> known, unsigned code) {
  const auto found = std::ranges::find(known, code, &KeyOfCode::first);
  if (found != known.end()) noted.push_back(found->second);
}

bool set(const char* variable) {
  const char* text = std::getenv(variable);
  return text && *text != '\0';
}

std::string last_error() {
  const char* text = nullptr;
  glfwGetError(&text);
  return text ? text : "the library gives no reason";
}

/// Creates a window with the highest available OpenGL version. Compute methods need 4.3, fragment methods 3.3.
GLFWwindow* make_window(const char* title, int width, int height) {
  // Hide the window until it has its final size.
  glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
  // Set the names by which a desktop assigns the window to the file texelsort.desktop.
  glfwWindowHintString(GLFW_X11_CLASS_NAME, "texelsort");
  glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "texelsort");
  constexpr std::array<std::array<int, 2>, 5> versions{{{4, 6}, {4, 5}, {4, 3}, {4, 1}, {3, 3}}};
  // Prefer an OpenGL context that reports GPU resets.
  for (const int robustness : {GLFW_LOSE_CONTEXT_ON_RESET, GLFW_NO_ROBUSTNESS}) {
    for (const auto& [major, minor] : versions) {
      glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, major);
      glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, minor);
      glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
      glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
      glfwWindowHint(GLFW_CONTEXT_ROBUSTNESS, robustness);
      if (auto* window = glfwCreateWindow(width, height, title, nullptr, nullptr)) return window;
    }
  }
  return nullptr;
}

void open_display() {
  gpu::set_driver_defaults();
  if (glfwInit() != GLFW_TRUE) throw NoDisplayError(fmt::format("the display cannot be opened ({})", last_error()));
}

gpu::Extent extent_of(GLFWwindow* window, void (*measure)(GLFWwindow*, int*, int*)) {
  int width = 0, height = 0;
  measure(window, &width, &height);
  return {static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height)};
}

}  // namespace

struct Surface::Native {
  struct Events {
    std::vector<Key> keys;
    std::vector<std::string> files;
    bool active = true;
  };

  /// An area of the screen, in GLFW's screen coordinates.
  struct Area {
    int x = 0, y = 0, width = 0, height = 0;
  };

  GLFWwindow* handle = nullptr;
  /// Scale that follows from the pixel rows of the monitor on which the window opened.
  float scale_of_pixels = 1;
  std::string note;
  /// Area to restore when the window stops filling the screen; unset unless it fills the screen.
  std::optional<Area> before_full;
  Events events;

  static inline int open_windows = 0;  ///< number of open windows; the last one to close ends GLFW

  static Area work_area(GLFWmonitor* monitor);
  void set_up(Shown shown, int swap_interval, bool free_width, bool free_height);
  float content_scale() const;
  void fit_monitor(bool free_width, bool free_height);
  void set_icon() const;
  void listen();
};

NoDisplayError::NoDisplayError(const std::string& reason)
    : UnavailableError(fmt::format("{}: {}", reason, advice)), reason_(reason) {}

Surface::Surface(const char* title, std::optional<int> width, std::optional<int> height, Shown shown)
    : native_(std::make_unique<Native>()) {
  constexpr int first_width = 1600, first_height = 900;
  if (!set("DISPLAY") && !set("WAYLAND_DISPLAY")) {
    throw NoDisplayError("there is no display to open a window on (neither DISPLAY nor WAYLAND_DISPLAY is set)");
  }
  open_display();
  native_->handle = make_window(title, width.value_or(first_width), height.value_or(first_height));
  if (!native_->handle) {
    const std::string reason = last_error();
    glfwTerminate();
    // Open the display again, because libglvnd and Mesa read these environment variables when the display is opened.
    setenv("LIBGL_ALWAYS_SOFTWARE", "1", 1);
    setenv("__GLX_VENDOR_LIBRARY_NAME", "mesa", 1);
    unsetenv("LIBGL_ALWAYS_INDIRECT");
    open_display();
    native_->handle = make_window(title, width.value_or(first_width), height.value_or(first_height));
    if (!native_->handle) {
      glfwTerminate();
      throw NoDisplayError(fmt::format("no window with OpenGL 3.3 can be opened ({})", reason));
    }
    native_->note =
        fmt::format("the display's driver does not provide OpenGL 3.3 ({}): the window is drawn in software", reason);
  }
  native_->set_up(shown, 1, !width, !height);
}

Surface::Surface(const char* title, int width, int height, const Surface&) : native_(std::make_unique<Native>()) {
  native_->handle = make_window(title, width, height);
  if (!native_->handle) throw NoDisplayError(fmt::format("no second window can be opened ({})", last_error()));
  // Do not wait for this window's screen too, because the first window already waits for its own.
  native_->set_up(Shown::yes, 0, false, false);
}

/// Makes the OpenGL context current, and gives the new window its size, icon and events.
void Surface::Native::set_up(Shown shown, int swap_interval, bool free_width, bool free_height) {
  ++open_windows;
  glfwMakeContextCurrent(handle);
  fit_monitor(free_width, free_height);
  if (shown == Shown::yes) glfwShowWindow(handle);
  glfwSwapInterval(swap_interval);
  glfwSetWindowSizeLimits(handle, 640, 400, GLFW_DONT_CARE, GLFW_DONT_CARE);
  set_icon();
  listen();
}

/// Returns the area of a monitor without panels and docks. Returns the whole monitor without a window manager, and
/// under Wayland's X server.
Surface::Native::Area Surface::Native::work_area(GLFWmonitor* monitor) {
  Area area;
  glfwGetMonitorWorkarea(monitor, &area.x, &area.y, &area.width, &area.height);
  if (area.width > 0 && area.height > 0) return area;
  glfwGetMonitorPos(monitor, &area.x, &area.y);
  if (const GLFWvidmode* mode = glfwGetVideoMode(monitor)) {
    area.width = mode->width;
    area.height = mode->height;
  }
  return area;
}

/// Enlarges a width and a height that the user has not chosen by the scale of the content. Then shrinks and moves the
/// window so that the window and its frame fit on the monitor.
void Surface::Native::fit_monitor(bool free_width, bool free_height) {
  GLFWmonitor* monitor = glfwGetPrimaryMonitor();
  if (monitor == nullptr) return;
  if (const GLFWvidmode* mode = glfwGetVideoMode(monitor)) {
    scale_of_pixels = usual_scale({static_cast<std::uint32_t>(mode->width), static_cast<std::uint32_t>(mode->height)});
  }
  const Area area = work_area(monitor);
  int left = 0, top = 0, right = 0, bottom = 0, width = 0, height = 0;
  glfwGetWindowFrameSize(handle, &left, &top, &right, &bottom);
  glfwGetWindowSize(handle, &width, &height);
  const gpu::Extent pixels = extent_of(handle, glfwGetFramebufferSize);
  // On some desktops, a unit of the window's size already has several pixels.
  const float growth =
      content_scale() * static_cast<float>(width) / static_cast<float>(std::max(pixels.width, std::uint32_t{1}));
  const auto grown = [growth](int length) { return static_cast<int>(static_cast<float>(length) * growth); };
  const int most_width = area.width - left - right, most_height = area.height - top - bottom;
  if (most_width <= 0 || most_height <= 0) return;
  const int new_width = std::min(free_width ? grown(width) : width, most_width);
  const int new_height = std::min(free_height ? grown(height) : height, most_height);
  if (new_width == width && new_height == height) return;
  glfwSetWindowSize(handle, new_width, new_height);
  int x = 0, y = 0;
  glfwGetWindowPos(handle, &x, &y);
  if (x + new_width + right > area.x + area.width || y + new_height + bottom > area.y + area.height) {
    glfwSetWindowPos(handle, area.x + left, area.y + top);
  }
}

void Surface::set_full_screen(bool full) {
  if (full == native_->before_full.has_value()) return;
  if (!full) {
    glfwSetWindowMonitor(native_->handle, nullptr, native_->before_full->x, native_->before_full->y,
                         native_->before_full->width, native_->before_full->height, GLFW_DONT_CARE);
    native_->before_full.reset();
    return;
  }
  Native::Area window;
  glfwGetWindowPos(native_->handle, &window.x, &window.y);
  glfwGetWindowSize(native_->handle, &window.width, &window.height);
  // Find the monitor that shows most of the window.
  GLFWmonitor* best = glfwGetPrimaryMonitor();
  long most = 0;
  int count = 0;
  GLFWmonitor** monitors = glfwGetMonitors(&count);
  for (GLFWmonitor* monitor : std::span(monitors, static_cast<std::size_t>(count))) {
    Native::Area screen;
    glfwGetMonitorPos(monitor, &screen.x, &screen.y);
    const GLFWvidmode* mode = glfwGetVideoMode(monitor);
    if (mode == nullptr) continue;
    const long across = std::min(window.x + window.width, screen.x + mode->width) - std::max(window.x, screen.x);
    const long down = std::min(window.y + window.height, screen.y + mode->height) - std::max(window.y, screen.y);
    if (across <= 0 || down <= 0 || across * down <= most) continue;
    most = across * down;
    best = monitor;
  }
  const GLFWvidmode* mode = best != nullptr ? glfwGetVideoMode(best) : nullptr;
  if (mode == nullptr) return;
  native_->before_full = window;
  glfwSetWindowMonitor(native_->handle, best, 0, 0, mode->width, mode->height, mode->refreshRate);
}

gpu::Extent Surface::window_size() const {
  if (!native_->before_full) return size();
  return {static_cast<std::uint32_t>(native_->before_full->width),
          static_cast<std::uint32_t>(native_->before_full->height)};
}

void Surface::Native::set_icon() const {
  data::Picture icon = data::read_png(embedded_file("icon").text(), "icon");
  const GLFWimage image{static_cast<int>(icon.width), static_cast<int>(icon.height), icon.rgba.data()};
  glfwSetWindowIcon(handle, 1, &image);
}

Surface::~Surface() {
  glfwDestroyWindow(native_->handle);
  if (--Native::open_windows == 0) glfwTerminate();
}

// Registers GLFW callbacks for the window's events. ImGui's backend later registers its own callbacks, which call
// these.
void Surface::Native::listen() {
  glfwSetWindowUserPointer(handle, &events);
  static constexpr auto seen = [](GLFWwindow* window) -> Events& {
    auto& found = *static_cast<Events*>(glfwGetWindowUserPointer(window));
    found.active = true;
    return found;
  };
  glfwSetKeyCallback(handle, [](GLFWwindow* window, int code, int scancode, int action, int modifiers) {
    auto& all = seen(window);
    if (action == GLFW_RELEASE) return;
    if ((modifiers & GLFW_MOD_CONTROL) != 0) {
      const char* printed = glfwGetKeyName(code, scancode);
      if (printed == nullptr) return;
      const bool shifted = (modifiers & GLFW_MOD_SHIFT) != 0;
      if (const auto key = key_with_control(static_cast<unsigned char>(*printed), shifted)) all.keys.push_back(*key);
      return;
    }
    const bool shifts = (modifiers & GLFW_MOD_SHIFT) != 0 && std::ranges::find(arrows, code) != arrows.end();
    note_key(all.keys, shifts ? std::span<const KeyOfCode>(keys_with_shift) : keys, static_cast<unsigned>(code));
  });
  glfwSetCharCallback(handle, [](GLFWwindow* window, unsigned character) {
    auto& all = seen(window);
    if (const auto key = key_of_character(character)) all.keys.push_back(*key);
  });
  glfwSetDropCallback(handle, [](GLFWwindow* window, int count, const char** paths) {
    auto& all = seen(window);
    all.files.insert(all.files.end(), paths, paths + count);
  });
  glfwSetCursorPosCallback(handle, [](GLFWwindow* window, double, double) { seen(window); });
  glfwSetCursorEnterCallback(handle, [](GLFWwindow* window, int) { seen(window); });
  glfwSetMouseButtonCallback(handle, [](GLFWwindow* window, int, int, int) { seen(window); });
  glfwSetScrollCallback(handle, [](GLFWwindow* window, double, double) { seen(window); });
  glfwSetWindowFocusCallback(handle, [](GLFWwindow* window, int) { seen(window); });
  glfwSetFramebufferSizeCallback(handle, [](GLFWwindow* window, int, int) { seen(window); });
  glfwSetWindowRefreshCallback(handle, [](GLFWwindow* window) { seen(window); });
}

void Surface::begin_input() {
  ImGui_ImplGlfw_InitForOpenGL(native_->handle, true);
}

void Surface::end_input() {
  ImGui_ImplGlfw_Shutdown();
}

void Surface::begin_frame() {
  ImGui_ImplGlfw_NewFrame();
}

HostPage* Surface::page() {
  return nullptr;
}

std::optional<std::string> Surface::lost() const {
  return std::nullopt;  // the OpenGL device of a desktop window reports resets itself
}

void Surface::expect_text(bool) {}

std::vector<std::string> Surface::take_files() {
  return std::exchange(native_->events.files, {});
}

const std::string& Surface::note() const {
  return native_->note;
}

bool Surface::closing() const {
  return glfwWindowShouldClose(native_->handle) == GLFW_TRUE;
}

gpu::Extent Surface::framebuffer() const {
  return extent_of(native_->handle, glfwGetFramebufferSize);
}

gpu::Extent Surface::size() const {
  return extent_of(native_->handle, glfwGetWindowSize);
}

float Surface::Native::content_scale() const {
  float x = 1, y = 1;
  glfwGetWindowContentScale(handle, &x, &y);
  return x > 0 && x != 1 ? x : scale_of_pixels;
}

float Surface::content_scale() const {
  return native_->content_scale();
}

void Surface::swap() {
  glfwSwapBuffers(native_->handle);
}

void Surface::make_current() {
  glfwMakeContextCurrent(native_->handle);
}

void Surface::poll(bool wait) {
  if (wait) {
    glfwWaitEventsTimeout(0.2);
  } else {
    glfwPollEvents();
  }
}

std::vector<Key> Surface::take_keys() {
  return std::exchange(native_->events.keys, {});
}

bool Surface::take_activity() {
  return std::exchange(native_->events.active, false);
}

}  // namespace texelsort::app
