#include "app/window/surface.h"

// Functions of OpenGL come from the gpu layer alone.
#define GLFW_INCLUDE_NONE
#include <algorithm>
#include <array>
#include <cstdlib>
#include <span>
#include <string>
#include <utility>

#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include "app/window/embedded_files.h"
#include "app/window/png.h"
#include "compute/data/error.h"
#include "compute/gpu/egl_context.h"

namespace texelsort::app {

namespace {

constexpr auto advice = "draw it without a display with 'texelsort render', or start a desktop session";

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

/// Printed characters, so that letters are where the keyboard's layout has them. Space comes as a key.
constexpr std::array characters{
    KeyOfCode{'+', Key::plus},          KeyOfCode{'=', Key::plus},     KeyOfCode{'-', Key::minus},
    KeyOfCode{'a', Key::letter_a},      KeyOfCode{'b', Key::letter_b}, KeyOfCode{'c', Key::letter_c},
    KeyOfCode{'e', Key::letter_e},      KeyOfCode{'f', Key::letter_f}, KeyOfCode{'g', Key::letter_g},
    KeyOfCode{'k', Key::letter_k},      KeyOfCode{'l', Key::letter_l}, KeyOfCode{'m', Key::letter_m},
    KeyOfCode{'n', Key::letter_n},      KeyOfCode{'o', Key::letter_o}, KeyOfCode{'p', Key::letter_p},
    KeyOfCode{'r', Key::letter_r},      KeyOfCode{'s', Key::letter_s}, KeyOfCode{'t', Key::letter_t},
    KeyOfCode{'v', Key::letter_v},      KeyOfCode{'w', Key::letter_w}, KeyOfCode{'[', Key::bracket_left},
    KeyOfCode{']', Key::bracket_right}, KeyOfCode{'1', Key::digit_1},  KeyOfCode{'2', Key::digit_2},
    KeyOfCode{'3', Key::digit_3},       KeyOfCode{'4', Key::digit_4},  KeyOfCode{'h', Key::letter_h},
    KeyOfCode{'q', Key::letter_q},      KeyOfCode{'u', Key::letter_u},
    KeyOfCode{'y', Key::letter_y}};

/// With the control key, and with the shift key too.
constexpr std::array with_control{KeyOfCode{'c', Key::control_c}, KeyOfCode{'o', Key::control_o},
                                  KeyOfCode{'p', Key::control_p}, KeyOfCode{'q', Key::control_q},
                                  KeyOfCode{'s', Key::control_s}, KeyOfCode{'y', Key::control_shift_z},
                                  KeyOfCode{'z', Key::control_z}};
constexpr std::array with_control_and_shift{KeyOfCode{'z', Key::control_shift_z}};

/// Adds the key that has this code, if there is one.
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
  return text ? text : "no reason given";
}

/// The highest version first: compute methods need 4.3, fragment methods 3.3.
GLFWwindow* make_window(const char* title, int width, int height) {
  // It is shown once it has its size.
  glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
  // By these a desktop knows that the window belongs to texelsort.desktop.
  glfwWindowHintString(GLFW_X11_CLASS_NAME, "texelsort");
  glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "texelsort");
  constexpr std::array<std::array<int, 2>, 5> versions{{{4, 6}, {4, 5}, {4, 3}, {4, 1}, {3, 3}}};
  // A context that is told of resets of the GPU, where there is such a one.
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

NoDisplayError::NoDisplayError(const std::string& reason)
    : UnavailableError(fmt::format("{}: {}", reason, advice)), reason_(reason) {}

Surface::Surface(const char* title, int width, int height, Shown shown) {
  if (!set("DISPLAY") && !set("WAYLAND_DISPLAY")) {
    throw NoDisplayError("there is no display to open a window on (neither DISPLAY nor WAYLAND_DISPLAY is set)");
  }
  open_display();
  window_ = make_window(title, width, height);
  if (!window_) {
    const std::string reason = last_error();
    glfwTerminate();
    // libglvnd and Mesa look at these when the display is opened, which is why it is opened anew.
    setenv("LIBGL_ALWAYS_SOFTWARE", "1", 1);
    setenv("__GLX_VENDOR_LIBRARY_NAME", "mesa", 1);
    unsetenv("LIBGL_ALWAYS_INDIRECT");
    open_display();
    window_ = make_window(title, width, height);
    if (!window_) {
      glfwTerminate();
      throw NoDisplayError(fmt::format("no window with OpenGL 3.3 can be opened ({})", reason));
    }
    note_ = fmt::format("the display's driver gives no OpenGL 3.3 ({}): the window is drawn in software", reason);
  }
  glfwMakeContextCurrent(window_);
  fit_monitor();
  if (shown == Shown::yes) glfwShowWindow(window_);
  glfwSwapInterval(1);
  glfwSetWindowSizeLimits(window_, 640, 400, GLFW_DONT_CARE, GLFW_DONT_CARE);
  set_icon();
  listen();
}

/// What panels and docks leave free; without a window manager, and under Wayland's X server, all of the monitor.
Surface::Area Surface::work_area(GLFWmonitor* monitor) {
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

/// With its frame, the window is no larger than what its monitor has room for, and stands where all of it can be seen.
void Surface::fit_monitor() {
  GLFWmonitor* monitor = glfwGetPrimaryMonitor();
  if (monitor == nullptr) return;
  const Area area = work_area(monitor);
  int left = 0, top = 0, right = 0, bottom = 0, width = 0, height = 0;
  glfwGetWindowFrameSize(window_, &left, &top, &right, &bottom);
  glfwGetWindowSize(window_, &width, &height);
  const int most_width = area.width - left - right, most_height = area.height - top - bottom;
  if (most_width <= 0 || most_height <= 0 || (width <= most_width && height <= most_height)) return;
  glfwSetWindowSize(window_, std::min(width, most_width), std::min(height, most_height));
  glfwSetWindowPos(window_, area.x + left, area.y + top);
}

void Surface::set_full_screen(bool full) {
  if (full == before_full_.has_value()) return;
  if (!full) {
    glfwSetWindowMonitor(window_, nullptr, before_full_->x, before_full_->y, before_full_->width, before_full_->height,
                         GLFW_DONT_CARE);
    before_full_.reset();
    return;
  }
  Area window;
  glfwGetWindowPos(window_, &window.x, &window.y);
  glfwGetWindowSize(window_, &window.width, &window.height);
  // The monitor that has most of the window.
  GLFWmonitor* best = glfwGetPrimaryMonitor();
  long most = 0;
  int count = 0;
  GLFWmonitor** monitors = glfwGetMonitors(&count);
  for (GLFWmonitor* monitor : std::span(monitors, static_cast<std::size_t>(count))) {
    Area screen;
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
  before_full_ = window;
  glfwSetWindowMonitor(window_, best, 0, 0, mode->width, mode->height, mode->refreshRate);
}

gpu::Extent Surface::window_size() const {
  if (!before_full_) return size();
  return {static_cast<std::uint32_t>(before_full_->width), static_cast<std::uint32_t>(before_full_->height)};
}

void Surface::set_icon() {
  Picture icon = read_png(embedded_file("icon").bytes);
  const GLFWimage image{static_cast<int>(icon.width), static_cast<int>(icon.height), icon.rgba.data()};
  glfwSetWindowIcon(window_, 1, &image);
}

Surface::~Surface() {
  glfwDestroyWindow(window_);
  glfwTerminate();
}

// Before ImGui's backend sets its own callbacks, which then call these.
void Surface::listen() {
  glfwSetWindowUserPointer(window_, &events_);
  static constexpr auto events = [](GLFWwindow* window) -> Events& {
    auto& found = *static_cast<Events*>(glfwGetWindowUserPointer(window));
    found.active = true;
    return found;
  };
  glfwSetKeyCallback(window_, [](GLFWwindow* window, int code, int scancode, int action, int modifiers) {
    auto& all = events(window);
    if (action == GLFW_RELEASE) return;
    if ((modifiers & GLFW_MOD_CONTROL) != 0) {
      const char* printed = glfwGetKeyName(code, scancode);
      const bool shifted = (modifiers & GLFW_MOD_SHIFT) != 0;
      if (printed == nullptr) return;
      return note_key(all.keys, shifted ? std::span<const KeyOfCode>(with_control_and_shift) : with_control,
                      static_cast<unsigned char>(*printed));
    }
    const bool shifts = (modifiers & GLFW_MOD_SHIFT) != 0 && std::ranges::find(arrows, code) != arrows.end();
    note_key(all.keys, shifts ? std::span<const KeyOfCode>(keys_with_shift) : keys, static_cast<unsigned>(code));
  });
  glfwSetCharCallback(window_, [](GLFWwindow* window, unsigned character) {
    const bool upper = character >= 'A' && character <= 'Z';
    note_key(events(window).keys, characters, upper ? character - 'A' + 'a' : character);
  });
  glfwSetDropCallback(window_, [](GLFWwindow* window, int count, const char** paths) {
    auto& all = events(window);
    all.files.insert(all.files.end(), paths, paths + count);
  });
  glfwSetCursorPosCallback(window_, [](GLFWwindow* window, double, double) { events(window); });
  glfwSetCursorEnterCallback(window_, [](GLFWwindow* window, int) { events(window); });
  glfwSetMouseButtonCallback(window_, [](GLFWwindow* window, int, int, int) { events(window); });
  glfwSetScrollCallback(window_, [](GLFWwindow* window, double, double) { events(window); });
  glfwSetWindowFocusCallback(window_, [](GLFWwindow* window, int) { events(window); });
  glfwSetFramebufferSizeCallback(window_, [](GLFWwindow* window, int, int) { events(window); });
  glfwSetWindowRefreshCallback(window_, [](GLFWwindow* window) { events(window); });
}

std::vector<std::string> Surface::take_files() {
  return std::exchange(events_.files, {});
}

bool Surface::closing() const {
  return glfwWindowShouldClose(window_) == GLFW_TRUE;
}

gpu::Extent Surface::framebuffer() const {
  return extent_of(window_, glfwGetFramebufferSize);
}

gpu::Extent Surface::size() const {
  return extent_of(window_, glfwGetWindowSize);
}

float Surface::content_scale() const {
  float x = 1, y = 1;
  glfwGetWindowContentScale(window_, &x, &y);
  return x > 0 ? x : 1;
}

void Surface::swap() {
  glfwSwapBuffers(window_);
}

void Surface::poll(bool wait) {
  if (wait) {
    glfwWaitEventsTimeout(0.2);
  } else {
    glfwPollEvents();
  }
}

std::vector<Key> Surface::take_keys() {
  return std::exchange(events_.keys, {});
}

bool Surface::take_activity() {
  return std::exchange(events_.active, false);
}

}  // namespace texelsort::app
