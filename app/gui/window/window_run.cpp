#include "app/gui/window/window_run.h"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "app/gui/window/interface.h"
#include "app/gui/window/surface.h"
#include "app/gui/window/teacher_window.h"
#include "app/problem/execution_options.h"
#include "app/problem/plain_message.h"
#include "app/session/lesson_player.h"
#include "app/session/recent.h"
#include "app/session/session_file.h"
#include "app/session/shader_watch.h"
#include "app/session/state_url.h"
#include "compute/data/error.h"
#include "compute/gpu/compute_device.h"
#include "compute/gpu/raw_gl_scope.h"

namespace texelsort::app {

namespace {

using Clock = std::chrono::steady_clock;

/// Number of frames to draw after an event. ImGui needs several frames to show all effects of an event.
constexpr int frames_after_event = 3;

/// Longest time between two GPU resets after which the session's position is assumed to cause them.
constexpr std::chrono::seconds soon{10};

/// Shortest time between two changes of the page's address, because browsers limit them. Safari allows 100 changes in
/// 30 s.
constexpr std::chrono::milliseconds between_addresses{500};

/// Opens the requested view state. A view state that the last window saved may no longer be possible. In this case, the
/// window opens with the default view state and shows the reason.
void open_first(Session& session, const WindowOptions& options) {
  const WindowOptions usual;
  if (!options.fallen_back.empty()) session.report(options.fallen_back);
  if (!options.returns) {
    open_in_window(session, options.view_state);
    if (options.view_state.origin && !options.view_state.origin->is_link)
      session.file = options.view_state.origin->file;
    return;
  }
  try {
    open_in_window(session, options.view_state);
  } catch (const std::exception& error) {
    open_in_window(session, usual.view_state);
    session.report(plain_message(error.what()));
  }
}

/// Replaces default parameter values by tuned ones. Does nothing for a run from a file, a link or a lesson, which
/// defines its values.
void take_measured(Session& session, const WindowOptions& options) {
  const ViewState& asked = options.view_state;
  const bool told = options.returns || asked.origin || asked.lesson || !asked.parameters.empty();
  if (told || options.lesson_player.any() || session.winner() == nullptr) return;
  ViewState view_state = options.view_state;
  view_state.parameters = session.winner()->values;
  open_in_window(session, view_state);
}

std::unique_ptr<gpu::Device> adopt(const WindowOptions& options) {
  gpu::DeviceOptions device_options;
  if (options.shader_directory) device_options.shader_directory = *options.shader_directory;
  if (options.execution.shaders_on_cpu) device_options.shaders_on_cpu = noting_execution();
  return gpu::Device::adopt(device_options);
}

}  // namespace

/// An open window with its OpenGL context.
class WindowRun::OpenWindow {
  /// The interface, connected to the surface's input. The connection ends with this object.
  class ListeningInterface {
   public:
    ListeningInterface(gpu::Device& device, Surface& surface, float scale)
        : interface_(device, scale), surface_(surface) {
      interface_.set_page(surface.page());
      interface_.io();
      surface_.begin_input();
    }
    ~ListeningInterface() {
      interface_.io();
      surface_.end_input();
    }
    ListeningInterface(const ListeningInterface&) = delete;
    ListeningInterface& operator=(const ListeningInterface&) = delete;

    Interface& interface() { return interface_; }

   private:
    Interface interface_;
    Surface& surface_;
  };

  /// Adds the files that the session opens to the list of recent files.
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

  /// Updates the page's address, so that the address matches the session.
  class AddressKeeper {
   public:
    void keep(HostPage* page, Session& session) {
      if (page == nullptr) return;
      const auto now = Clock::now();
      if (now - last_ < between_addresses) return;
      last_ = now;
      const std::string fragment = short_fragment(session);
      if (fragment == shown_) return;
      page->show_fragment(fragment);
      shown_ = fragment;
    }

   private:
    Clock::time_point last_ = Clock::now();
    std::optional<std::string> shown_;
  };

 public:
  OpenWindow(const WindowOptions& options, const Settings& settings, const Winners& winners,
             const std::optional<Interrupted>& before)
      : settings_(settings),
        surface_("texelsort", options.width ? std::optional(static_cast<int>(*options.width)) : settings.width,
                 options.height ? std::optional(static_cast<int>(*options.height)) : settings.height),
        device_(adopt(options)),
        session_(device_.get(), options.execution) {
    if (!surface_.note().empty()) {
      fmt::print(stderr, "texelsort: note: {}; 'texelsort doctor' reports more\n", surface_.note());
    }
    watch_shaders(session_);
    session_.has_user = true;
    session_.know_winners(winners);
    session_.look.theme = options.theme.value_or(settings.theme);
    session_.look.colormap = settings.colormap;
    session_.look.presenter = options.presenter;
    session_.look.views = settings.views;
    session_.look.panels = settings.panels;
    session_.speed = settings.speed;
    session_.look.motion = settings.motion;
    session_.look.motion_seconds = settings.motion_seconds;
    if (before) {
      session_.resume(before->place);
      workspace<LessonPlayer>(session_) = before->lesson_player;
      session_.report(fmt::format("the GPU was reset: {}. The session continues where it was", before->reason));
    } else {
      open_first(session_, options);
      take_measured(session_, options);
      begin(session_, options.lesson_player);
      if (options.start_page) session_.look.workspace = "start";
      workspace<LessonPlayer>(session_).teacher_view = options.teacher_view;
    }
  }

  Session& session() { return session_; }

  /// Returns the reason why the OpenGL context was lost. Returns nothing while the context is valid.
  std::optional<std::string> reset_reason() {
    const auto lost = surface_.lost();
    return lost ? lost : device_->reset_reason();
  }

  /// Draws a frame if one is due. Returns false once the user has closed the window.
  bool frame() {
    Interface& interface = interface_of_scale();
    if (surface_.closing() || interface.closes()) return false;
    take_events(interface);
    const auto now = Clock::now();
    const double seconds = std::chrono::duration<double>(now - last_).count();
    last_ = now;
    if (frames_due_ <= 0 && !session_.busy()) {
      addresses_.keep(surface_.page(), session_);
      // Check the shader files for changes, because the user may have saved a file in another program.
      if (auto* watch = find_workspace<ShaderWatch>(session_)) watch->look(session_);
      if (!session_.busy()) return true;
    }
    --frames_due_;
    session_.update(seconds);
    if (const auto reason = reset_reason()) throw gpu::DeviceResetError(*reason);
    if (session_.busy()) frames_due_ = std::max(frames_due_, 2);
    draw(interface);
    if (teacher_) teacher_->draw(session_);
    return true;
  }

  const TextLog* texts() {
    if (!listening_) return nullptr;
    listening_->interface().keep_texts();
    return &listening_->interface().texts();
  }

  void keep() {
    Settings settings = settings_;
    settings.theme = session_.look.theme;
    settings.colormap = session_.look.colormap;
    settings.speed = session_.speed;
    settings.motion = session_.look.motion;
    settings.views = session_.look.views;
    settings.panels = session_.look.panels;
    const gpu::Extent size = surface_.window_size();
    settings.width = static_cast<int>(size.width);
    settings.height = static_cast<int>(size.height);
    save_settings(settings);
    keep_last_state(session_);
  }

 private:
  /// Returns the interface at the scale that the user has chosen. Otherwise, the scale follows the surface, which
  /// changes it on another screen or by a browser's zoom.
  Interface& interface_of_scale() {
    const float usual = surface_.content_scale(), scale = settings_.ui_scale.value_or(usual);
    if (!listening_) listening_.emplace(*device_, surface_, scale);
    Interface& interface = listening_->interface();
    if (interface.scale().usual != usual || interface.scale().asked != scale) {
      interface.set_scale({scale, usual});
      frames_due_ = frames_after_event;
    }
    return interface;
  }

  /// Opens or closes the teacher's window as the user wants, and lets its keys drive the session.
  void follow_teacher(Interface& interface) {
    LessonPlayer& lesson_player = workspace<LessonPlayer>(session_);
    if (teacher_ && teacher_->closing()) lesson_player.teacher_view = false;
    if (!lesson_player.teacher_view) return teacher_.reset();
    try {
      if (!teacher_) teacher_.emplace(*device_, surface_, settings_.ui_scale);
    } catch (const UnavailableError& error) {
      lesson_player.teacher_view = false;
      return session_.report(error.what());
    }
    if (teacher_->take_activity()) frames_due_ = frames_after_event;
    for (const Key key : teacher_->take_keys()) interface.press(session_, key);
    // Draw a frame each minute, because the window shows the time since the lesson began.
    const std::uint64_t minutes = lesson_player.minutes();
    if (std::exchange(shown_minutes_, minutes) != minutes) frames_due_ = std::max(frames_due_, 1);
  }

  void take_events(Interface& interface) {
    interface.io();  // ImGui's event handlers use the current context, which the teacher's window may have changed
    surface_.poll(frames_due_ <= 0 && !session_.busy());
    if (surface_.take_activity()) frames_due_ = frames_after_event;
    // Draw only a few frames while threads measure, because more frames would disturb the measurements.
    if (session_.awaits_news()) frames_due_ = std::max(frames_due_, 1);
    // Draw frames while a text field is active, because the caret of the field blinks.
    if (interface.takes_text()) frames_due_ = std::max(frames_due_, 1);
    surface_.expect_text(interface.takes_text());
    const UiScale before = interface.scale();
    for (const Key key : surface_.take_keys()) interface.press(session_, key);
    follow_teacher(interface);
    if (const UiScale now = interface.scale(); now.asked != before.asked) {
      settings_.ui_scale = now.asked == now.usual ? std::nullopt : std::optional(now.asked);
    }
    surface_.set_full_screen(interface.full_screen());
    for (const std::string& file : surface_.take_files()) take_file(session_, file);
    files_.note(session_);
  }

  void draw(Interface& interface) {
    const gpu::Extent extent = surface_.framebuffer();
    if (extent.width == 0 || extent.height == 0) return;
    interface.build(session_, FramePart("window"), Surface::begin_frame);
    gpu::with_default_framebuffer(*device_, extent, to_vec4(interface.theme().background), [&] { interface.draw(); });
    surface_.swap();
    device_->check_errors("drawing the window");
  }

  Settings settings_;
  Surface surface_;
  std::unique_ptr<gpu::Device> device_;
  Session session_;
  std::optional<ListeningInterface> listening_;
  std::optional<TeacherWindow> teacher_;
  std::uint64_t shown_minutes_ = 0;  ///< minutes since the lesson began that the teacher's window shows
  Clock::time_point last_ = Clock::now();
  int frames_due_ = frames_after_event;
  FilesSeen files_;
  AddressKeeper addresses_;
};

WindowRun::WindowRun(const WindowOptions& options) : options_(options), settings_(load_settings()) {
  if (options.ui_scale) settings_.ui_scale = options.ui_scale;
  // Do not load tuned values if shaders are replaced, because replaced shaders have other times.
  if (!options.shader_directory) winners_ = kept_winners();
}

WindowRun::~WindowRun() = default;

bool WindowRun::frame() {
  if (!window_) window_ = std::make_unique<OpenWindow>(options_, settings_, winners_, interrupted_);
  try {
    if (window_->frame()) return true;
  } catch (const std::exception& error) {
    const auto reason = window_->reset_reason();
    if (!reason) throw;
    note_reset(*reason);
    return true;
  }
  keep();
  window_.reset();
  return false;
}

const TextLog* WindowRun::texts() {
  return window_ ? window_->texts() : nullptr;
}

void WindowRun::note_reset(const std::string& reason) {
  const auto now = std::chrono::steady_clock::now();
  Interrupted interrupted{window_->session().place(), workspace<LessonPlayer>(window_->session()), reason, now};
  if (interrupted_ && now - interrupted_->when < soon) {
    if (interrupted.place.run.pass == 0) throw UnavailableError(fmt::format("the GPU was reset again: {}", reason));
    interrupted.place.run.pass = 0;
  }
  interrupted_ = std::move(interrupted);
  window_.reset();
}

void WindowRun::keep() const {
  if (window_) window_->keep();
}

}  // namespace texelsort::app
