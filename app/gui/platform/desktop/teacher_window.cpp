#include "app/gui/window/teacher_window.h"

#include "app/gui/window/interface.h"
#include "app/gui/window/surface.h"
#include "compute/gpu/raw_gl_scope.h"

namespace texelsort::app {

struct TeacherWindow::Native {
  gpu::Device& device;
  Surface& main;
  std::optional<float> asked_scale;
  Surface surface;
  std::optional<Interface> interface {};
  float scale = 0;

  /// Makes the context of this window current until the end of a scope, and then that of the main window.
  class Current {
   public:
    explicit Current(Native& window) : main_(window.main) { window.surface.make_current(); }
    ~Current() { main_.make_current(); }
    Current(const Current&) = delete;
    Current& operator=(const Current&) = delete;

   private:
    Surface& main_;
  };
};

TeacherWindow::TeacherWindow(gpu::Device& device, Surface& main, std::optional<float> ui_scale)
    : native_(new Native{device, main, ui_scale, Surface("Teacher's window - texelsort", 900, 600, main)}) {
  main.make_current();
}

TeacherWindow::~TeacherWindow() {
  const Native::Current current(*native_);
  native_->interface.reset();
}

bool TeacherWindow::closing() const {
  return native_->surface.closing();
}

std::vector<Key> TeacherWindow::take_keys() {
  return native_->surface.take_keys();
}

bool TeacherWindow::take_activity() {
  return native_->surface.take_activity();
}

void TeacherWindow::draw(Session& session) {
  const gpu::Extent extent = native_->surface.framebuffer();
  if (extent.width == 0 || extent.height == 0) return;
  const Native::Current current(*native_);
  const float scale = native_->asked_scale.value_or(native_->surface.content_scale());
  if (!native_->interface || native_->scale != scale) {
    native_->interface.reset();
    native_->interface.emplace(native_->device, scale);
    native_->scale = scale;
  }
  Interface& interface = *native_->interface;
  ImGuiIO& io = interface.io();
  io.DisplaySize = {static_cast<float>(extent.width), static_cast<float>(extent.height)};
  interface.build(session, teacher);
  gpu::with_default_framebuffer(native_->device, extent, to_vec4(interface.theme().background),
                                [&] { interface.draw(); });
  native_->surface.swap();
  native_->device.check_errors("drawing the teacher's window");
}

}  // namespace texelsort::app
