#pragma once

#include <cstdint>
#include <string>

namespace texelsort::app {

struct Ui;
class Session;

/// Files that the window writes of the run, or of the open lesson: a picture of the window, and the files that the
/// command `export` writes.
enum class ExportKind : std::uint8_t { page, slides, film, picture };

/// Returns the ending of a kind's files, such as ".pdf".
const char* ending_of(ExportKind kind);

/// Starts to write the file `path`. Pages and pictures are complete when the function returns. Slides and films are
/// drawn later, one picture between two frames of the window. Throws UsageError if the ending of `path` does not belong
/// to `kind`, or if the run is too large for one file. Throws UnavailableError in the browser edition and without an
/// OpenGL device.
void start_export(Ui& ui, Session& session, ExportKind kind, const std::string& path);

/// Shows the progress of an export, its end, or the reason of its failure. The window calls this in every frame.
void follow_export(Ui& ui, Session& session);

/// Ends a running export without a file. Returns false if no export is running.
bool cancel_export(const Session& session);

}  // namespace texelsort::app
