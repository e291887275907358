#include "app/gui/window/teacher_window.h"

#include "compute/data/error.h"

namespace texelsort::app {

struct TeacherWindow::Native {};

TeacherWindow::TeacherWindow(gpu::Device&, Surface&, std::optional<float>) {
  throw UnavailableError("a web page has only one window: the teacher's window needs the desktop program");
}

TeacherWindow::~TeacherWindow() = default;

bool TeacherWindow::closing() const {
  return true;
}

std::vector<Key> TeacherWindow::take_keys() {
  return {};
}

bool TeacherWindow::take_activity() {
  return false;
}

void TeacherWindow::draw(Session&) {}

}  // namespace texelsort::app
