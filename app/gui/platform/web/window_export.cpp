#include "app/gui/window/window_export.h"

#include "compute/data/error.h"

namespace texelsort::app {

const char* ending_of(ExportKind) {
  return "";
}

void start_export(Ui&, Session&, ExportKind, const std::string&) {
  throw UnavailableError("exports need the desktop program");
}

void follow_export(Ui&, Session&) {}

bool cancel_export(const Session&) {
  return false;
}

}  // namespace texelsort::app
