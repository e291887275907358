#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/export/film.h"
#include "app/gui/window/offscreen.h"
#include "app/session/lessons/lesson.h"

/// Files with several pictures of a run or of a lesson. Commands and the window write them by the same functions.
namespace texelsort::app {

/// State of a session that one picture of an export shows: a pass of the run or a step of the open lesson.
struct ExportStop {
  std::uint64_t number = 0;  ///< number of executed passes, or index of the step
  bool answers = false;      ///< true to show the step's question with its answer
  double motion = 1;         ///< progress of the pass's motion: 0 shows the keys before the pass, 1 after it
  bool operator==(const ExportStop&) const = default;
};

/// Returns the positions in a list such as "1-6" or "0,3,5-end", in the list's order. An empty list means all positions
/// from `first`. If the number of passes is unknown, executes the run to its end. Throws UsageError for an invalid
/// list, and for more than `most` positions.
std::vector<ExportStop> chosen_passes(Session& session, const std::string& list, std::uint64_t first,
                                      std::uint64_t most);

/// Returns stops that show each pass in `frames` pictures, in which keys travel to their places. The last picture of a
/// pass shows the keys after it.
std::vector<ExportStop> with_motion(const std::vector<ExportStop>& passes, std::uint64_t frames);

/// Returns all steps of a lesson in order. A step with a question comes twice: first without and then with its answer.
/// Throws UsageError for more than `most` pictures.
std::vector<ExportStop> lesson_stops(const Lesson& lesson, std::uint64_t most);

/// Greatest number of pages of a PDF file, and of frames of a film with pictures of a size.
inline constexpr std::uint64_t most_slides = 1000;
std::uint64_t most_frames(gpu::Extent size);

/// Returns a title for the session's current state, for example "bitonic/fused, stage 2, step 1: every block of 4 keys
/// is sorted".
std::string title_of_state(Session& session);

struct PictureExportOptions {
  std::string file;  ///< path that ends in .pdf for slides, or in .gif, .png or .apng for a film
  std::vector<ExportStop> stops;
  gpu::Extent size{1280, 720};
  float ui_scale = 1;
  std::string part = "window";        ///< name of the part of the window, as in FramePart
  std::uint32_t milliseconds = 1000;  ///< duration of each frame of a film in ms
  /// Returns the path of a PNG file for a stop and the index of its picture. If unset, all pictures are in `file`.
  std::function<std::string(const ExportStop&, std::size_t)> file_of{};
};

/// Writes a film or slides, one picture per call of advance(). If the session has an open lesson, the stops are its
/// steps.
class PictureExport {
 public:
  /// Takes over a session, which must have a device.
  PictureExport(std::unique_ptr<Session> session, PictureExportOptions options);

  /// Draws the next picture, and writes the file after the last one. Returns true while pictures remain. Throws
  /// UsageError for a step that cannot be shown, and for a file that cannot be written.
  bool advance();

  std::size_t done() const { return done_; }
  std::size_t total() const { return options_.stops.size(); }
  const std::string& written() const { return written_; }  ///< Returns the path of the file that was written last.

 private:
  std::string go_to(const ExportStop& stop);
  void write();

  std::unique_ptr<Session> session_;
  PictureExportOptions options_;
  OffscreenWindow window_;
  std::size_t done_ = 0;
  std::string written_;
  std::vector<Drawing> pages_;
  Film film_;
};

}  // namespace texelsort::app
