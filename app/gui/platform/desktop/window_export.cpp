#include "app/gui/window/window_export.h"

#include <array>
#include <filesystem>
#include <memory>
#include <utility>

#include <fmt/format.h>
#include <imgui.h>

#include "app/export/page.h"
#include "app/export/png.h"
#include "app/gui/window/picture_export.h"
#include "app/gui/window/ui.h"
#include "app/problem/plain_message.h"
#include "app/session/lesson_player.h"
#include "app/session/run_timer.h"
#include "compute/data/error.h"
#include "compute/data/io/files.h"

namespace texelsort::app {

namespace {

constexpr std::array<const char*, 4> endings{".html", ".pdf", ".gif", ".png"};

/// Keeps the present ImGui context, because an export draws with its own.
class KeptContext {
 public:
  KeptContext() = default;
  ~KeptContext() { ImGui::SetCurrentContext(context_); }
  KeptContext(const KeptContext&) = delete;
  KeptContext& operator=(const KeptContext&) = delete;

 private:
  ImGuiContext* context_ = ImGui::GetCurrentContext();
};

/// Export that draws one picture between two frames of the window.
class WindowExport : public Workspace {
 public:
  void start(std::unique_ptr<PictureExport> work) {
    cancel();
    work_ = std::move(work);
  }
  void cancel() {
    const KeptContext kept;
    work_.reset();
  }
  const PictureExport* work() const { return work_.get(); }
  /// Returns the path of the finished file once, and then an empty string.
  std::string take_written() { return std::exchange(written_, {}); }

  ~WindowExport() override { cancel(); }
  void frame(Session& session, double) override {
    if (!work_) return;
    const KeptContext kept;
    try {
      if (work_->advance()) return;
      written_ = work_->written();
    } catch (const Error& error) {
      session.report(plain_message(error.what()));
    }
    work_.reset();
  }
  bool has_work(const Session&) const override { return work_ != nullptr; }

 private:
  std::unique_ptr<PictureExport> work_;
  std::string written_;
};

/// Returns a second session in presenter mode with the run or the lesson of the window's session, on the same device.
std::unique_ptr<Session> copy_of(Session& session, const Lesson* lesson) {
  ViewState view_state = view_state_of(session);
  view_state.shaders.clear();  // the device already uses these shaders
  view_state.lesson.reset();
  view_state.view = "window";
  auto copy = std::make_unique<Session>(session.device(), session.execution());
  copy->look.theme = session.look.theme;
  copy->look.colormap = session.look.colormap;
  copy->look.presenter = true;
  workspace<RunTimer>(*copy).predicts = false;
  show(*copy, view_state);
  if (lesson != nullptr) workspace<LessonPlayer>(*copy).open(*copy, *lesson);
  return copy;
}

void start_pictures(Session& session, const Lesson* lesson, ExportKind kind, const std::string& path) {
  const bool film = kind == ExportKind::film;
  PictureExportOptions options{.file = path,
                               .stops = {},
                               .size = film ? gpu::Extent{960, 540} : gpu::Extent{1280, 720},
                               .part = std::string(slide),
                               .milliseconds = lesson != nullptr ? 5000u : 1000u};
  const std::uint64_t most = film ? most_frames(options.size) : most_slides;
  auto copy = copy_of(session, lesson);
  options.stops = lesson != nullptr ? lesson_stops(*lesson, most) : chosen_passes(*copy, "", film ? 0 : 1, most);
  workspace<WindowExport>(session).start(std::make_unique<PictureExport>(std::move(copy), std::move(options)));
}

void write_page(Session& session, const Lesson* lesson, const std::string& path) {
  Session own(session.device(), session.execution());
  ViewState view_state = view_state_of(session);
  view_state.shaders.clear();
  const PageOptions options{.embed = false, .colormap = session.look.colormap};
  data::write_file_atomically(
      path, lesson != nullptr ? lesson_page(own, *lesson, options) : run_page(own, view_state, options));
}

/// Writes a picture of the window as it is, without the palette and messages.
void write_picture(const Ui& ui, Session& session, const std::string& path) {
  const gpu::Extent size{static_cast<std::uint32_t>(ui.window.x * ui.scale),
                         static_cast<std::uint32_t>(ui.window.y * ui.scale)};
  OffscreenWindow window(*session.device(), session, size, ui.scale,
                         session.look.presenter ? slide : FramePart("window"));
  write_png(path, window.picture());
}

}  // namespace

const char* ending_of(ExportKind kind) {
  return endings.at(static_cast<std::size_t>(kind));
}

void start_export(Ui& ui, Session& session, ExportKind kind, const std::string& path) {
  const KeptContext kept;
  if (!path.ends_with(ending_of(kind))) {
    throw UsageError(fmt::format("{}: choose a name that ends in {}", path, ending_of(kind)));
  }
  if (session.device() == nullptr) throw UnavailableError("pictures need an OpenGL device");
  const std::string file = std::filesystem::absolute(path).lexically_normal().string();
  data::require_writable(file);
  const Lesson* lesson = workspace<LessonPlayer>(session).lesson();
  if (kind == ExportKind::film || kind == ExportKind::slides) return start_pictures(session, lesson, kind, file);
  if (kind == ExportKind::page) write_page(session, lesson, file);
  if (kind == ExportKind::picture) write_picture(ui, session, file);
  ui.said = "Saved: " + file;
}

void follow_export(Ui& ui, Session& session) {
  auto* exporting = find_workspace<WindowExport>(session);
  if (exporting == nullptr) return;
  if (const PictureExport* work = exporting->work()) {
    ui.said = fmt::format("Exporting: {} of {} pictures (Esc cancels)", grouped(work->done()), grouped(work->total()));
  } else if (const std::string file = exporting->take_written(); !file.empty()) {
    ui.said = "Saved: " + file;
  } else if (ui.said.starts_with("Exporting:")) {
    ui.said.clear();
  }
}

bool cancel_export(const Session& session) {
  auto* exporting = find_workspace<WindowExport>(session);
  if (exporting == nullptr || exporting->work() == nullptr) return false;
  exporting->cancel();
  return true;
}

}  // namespace texelsort::app
