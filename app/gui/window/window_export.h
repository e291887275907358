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

/// Writes a file, or begins to write it and continues between the frames of the window. Throws UsageError for a run
/// that the file cannot contain and for other endings, and UnavailableError in a web page.
void start_export(Ui& ui, Session& session, ExportKind kind, const std::string& path);

/// Shows the progress of an export, its end, or the reason of its failure. The window calls this in every frame.
void follow_export(Ui& ui, Session& session);

/// Ends a running export without a file. Returns false if no export is running.
bool cancel_export(const Session& session);

}  // namespace texelsort::app
