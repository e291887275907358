#include "app/window/run_window.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <optional>
#include <string>

#include <backends/imgui_impl_glfw.h>
#include <fmt/format.h>

#include "app/plain_message.h"
#include "app/recent.h"
#include "app/window/interface.h"
#include "app/window/settings.h"
#include "app/window/surface.h"
#include "compute/data/error.h"
#include "compute/gpu/foreign.h"

namespace texelsort::app {

namespace {

/// ImGui shows the effects of an event a frame or two later.
constexpr int frames_after_event = 3;

/// ImGui's GLFW backend for as long as it lives.
class GlfwBackend {
 public:
  GlfwBackend(Interface& interface, GLFWwindow* window) : interface_(interface) {
    interface_.io();
    ImGui_ImplGlfw_InitForOpenGL(window, true);
  }
  ~GlfwBackend() {
    interface_.io();
    ImGui_ImplGlfw_Shutdown();
  }
  GlfwBackend(const GlfwBackend&) = delete;
  GlfwBackend& operator=(const GlfwBackend&) = delete;

 private:
  Interface& interface_;
};

/// Puts what is opened among the recent files.
struct FilesSeen {
  std::string input, session;

  void note(const Session& now) {
    if (now.spec().input != input && !now.spec().input.empty() && now.spec().input != "-") {
      note_recent_input(now.spec().input);
    }
    if (now.file != session && !now.file.empty()) note_recent_session(now.file);
    input = now.spec().input;
    session = now.file;
  }
};

void run_frames(Surface& surface, gpu::Device& device, Session& session, Interface& interface) {
  using Clock = std::chrono::steady_clock;
  auto last = Clock::now();
  int frames_due = frames_after_event;
  FilesSeen files;
  while (!surface.closing() && !interface.closes()) {
    surface.poll(frames_due <= 0 && !session.busy());
    if (surface.take_activity()) frames_due = frames_after_event;
    // Between events, a frame now and then: more would disturb what is measured meanwhile.
    if (session.awaits_news()) frames_due = std::max(frames_due, 1);
    // A field that is typed in blinks its caret.
    if (interface.takes_text()) frames_due = std::max(frames_due, 1);
    for (const Key key : surface.take_keys()) interface.press(session, key);
    surface.set_full_screen(interface.full_screen());
    for (const std::string& file : surface.take_files()) session.take_file(file);
    files.note(session);
    const auto now = Clock::now();
    const double seconds = std::chrono::duration<double>(now - last).count();
    last = now;
    if (frames_due <= 0 && !session.busy()) {
      // An editor may have saved a shader.
      session.look_at_shaders();
      if (!session.busy()) continue;
    }
    --frames_due;
    session.update(seconds);
    if (const auto reason = device.reset_reason()) throw gpu::DeviceResetError(*reason);
    if (session.busy()) frames_due = std::max(frames_due, 2);
    const gpu::Extent extent = surface.framebuffer();
    if (extent.width == 0 || extent.height == 0) continue;
    interface.build(session, Part("window"), ImGui_ImplGlfw_NewFrame);
    gpu::with_default_framebuffer(device, extent, to_vec4(interface.theme().background), [&] { interface.draw(); });
    surface.swap();
    device.check_errors("drawing the window");
  }
}

void remember(const Session& session, const Surface& surface, Settings settings) {
  settings.theme = session.look.theme;
  settings.colormap = session.look.colormap;
  settings.speed = session.speed;
  settings.views = session.look.views;
  settings.panels = session.look.panels;
  const gpu::Extent size = surface.window_size();
  settings.width = static_cast<int>(size.width);
  settings.height = static_cast<int>(size.height);
  save_settings(settings);
}

}  // namespace

ProblemSpec default_window_problem() {
  ProblemSpec spec;
  spec.distribution = "slides-bitonic";
  return spec;
}

namespace {

/// What a reset of the GPU interrupted.
struct Interrupted {
  SessionPlace place;
  std::string reason;
  std::chrono::steady_clock::time_point when;
};

/// A reset sooner than this after the one before has come of where the session stood.
constexpr std::chrono::seconds soon{10};

/// The moment that is asked for. One that comes of a file need not be possible any more: then the window opens all the
/// same, with the reason.
void open_first(Session& session, const WindowOptions& options) {
  const WindowOptions usual;
  if (!options.fallen_back.empty()) session.report(options.fallen_back);
  if (!options.returns) {
    open_in_window(session, options.moment);
    if (options.moment.origin) session.file = options.moment.origin->file;
    return;
  }
  try {
    open_in_window(session, options.moment);
  } catch (const Error& error) {
    open_in_window(session, usual.moment);
    session.report(plain_message(error.what()));
  }
}

/// One window with its context, from its opening to its closing, or to a reset of the GPU, which takes the context and
/// all that it holds away.
std::optional<Interrupted> show_window(const WindowOptions& options, Settings& settings,
                                       const std::optional<Interrupted>& before) {
  Surface surface("texelsort", static_cast<int>(options.width.value_or(static_cast<std::uint32_t>(settings.width))),
                  static_cast<int>(options.height.value_or(static_cast<std::uint32_t>(settings.height))));
  if (!surface.note().empty())
    fmt::print(stderr, "texelsort: note: {}; 'texelsort doctor' says more\n", surface.note());
  gpu::DeviceOptions device_options;
  if (options.shader_directory) device_options.shader_directory = *options.shader_directory;
  const auto device = gpu::Device::adopt(device_options);
  Session session(device.get());
  session.watch_shaders();
  session.has_user = true;
  session.look.theme = options.theme.value_or(settings.theme);
  session.look.colormap = settings.colormap;
  session.look.presenter = options.presenter;
  session.look.views = settings.views;
  session.look.panels = settings.panels;
  session.speed = settings.speed;
  if (before) {
    session.resume(before->place);
    session.report(fmt::format("the GPU was reset: {}. The session goes on where it was", before->reason));
  } else {
    open_first(session, options);
    begin(session, options.classroom);
    if (options.start_page) session.look.stage = "start";
  }
  Interface interface(*device, settings.ui_scale.value_or(surface.content_scale()));
  try {
    const GlfwBackend backend(interface, surface.handle());
    run_frames(surface, *device, session, interface);
  } catch (const std::exception& error) {
    const auto reason = device->reset_reason();
    if (!reason) throw;
    const auto now = std::chrono::steady_clock::now();
    Interrupted interrupted{session.place(), *reason, now};
    if (before && now - before->when < soon) {
      if (interrupted.place.pass == 0) throw UnavailableError(fmt::format("the GPU was reset again: {}", *reason));
      interrupted.place.pass = 0;
    }
    return interrupted;
  }
  remember(session, surface, settings);
  keep_last_state(session);
  return std::nullopt;
}

}  // namespace

int run_window(const WindowOptions& options) {
  Settings settings = load_settings();
  if (options.ui_scale) settings.ui_scale = options.ui_scale;
  std::optional<Interrupted> interrupted;
  do {
    interrupted = show_window(options, settings, interrupted);
  } while (interrupted);
  return 0;
}

}  // namespace texelsort::app
