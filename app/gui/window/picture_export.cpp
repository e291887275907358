#include "app/gui/window/picture_export.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/export/png.h"
#include "app/session/lesson_player.h"
#include "app/session/session.h"
#include "app/session/view_state.h"
#include "compute/data/error.h"
#include "compute/data/io/files.h"
#include "compute/data/text/number.h"

namespace texelsort::app {

namespace {

/// Reads one position from a list of passes, such as "3" or "end". Throws UsageError for other text.
std::uint64_t one_pass(const std::string& list, const std::string& text, std::uint64_t total) {
  if (text == "end") return total;
  const auto number = data::parse_size(text);
  if (!number) {
    throw UsageError(fmt::format("--passes {}: expected numbers of passes, such as 1-6 or 0,3,5-end", list));
  }
  if (*number > total) {
    throw UsageError(fmt::format("--passes {}: this run has passes 0 (the input) to {}", list, total));
  }
  return *number;
}

}  // namespace

std::vector<ExportStop> chosen_passes(Session& session, const std::string& list, std::uint64_t first,
                                      std::uint64_t most) {
  // Execute the run to its end, because some runs know their number of passes only then.
  if (!session.player().total()) seek_to(session, "end");
  const std::uint64_t total = session.player().total().value_or(session.player().position());
  std::vector<ExportStop> passes;
  const auto add = [&](std::uint64_t low, std::uint64_t high) {
    if (low > high)
      throw UsageError(fmt::format("--passes {}: {} is larger than {}, so the range is empty", list, low, high));
    if (high - low >= most - std::min<std::uint64_t>(most, passes.size())) {
      throw UsageError(fmt::format("one file of this size cannot contain {} passes: choose at most {} with --passes",
                                   high - low + 1 + passes.size(), most));
    }
    for (std::uint64_t pass = low; pass <= high; ++pass) passes.push_back({pass});
  };
  if (list.empty()) {
    add(std::min(first, total), total);
    return passes;
  }
  for (std::size_t at = 0; at <= list.size();) {
    const std::size_t comma = std::min(list.find(',', at), list.size());
    const std::string range = list.substr(at, comma - at);
    const std::size_t dash = range.find('-');
    add(one_pass(list, range.substr(0, dash), total),
        one_pass(list, dash == std::string::npos ? range : range.substr(dash + 1), total));
    at = comma + 1;
  }
  return passes;
}

std::vector<ExportStop> with_motion(const std::vector<ExportStop>& passes, std::uint64_t frames) {
  std::vector<ExportStop> stops;
  for (const ExportStop& pass : passes) {
    for (std::uint64_t frame = 1; frame <= frames; ++frame) {
      stops.push_back({pass.number, false, static_cast<double>(frame) / static_cast<double>(frames)});
    }
  }
  return stops;
}

std::vector<ExportStop> lesson_stops(const Lesson& lesson, std::uint64_t most) {
  std::vector<ExportStop> stops;
  for (std::size_t step = 0; step < lesson.steps.size(); ++step) {
    stops.push_back({step});
    if (lesson.steps[step].question) stops.push_back({step, true});
  }
  if (stops.size() <= most) return stops;
  throw UsageError(
      fmt::format("the lesson needs {} pictures, but one file of this size can contain {}: choose a "
                  "smaller --size",
                  stops.size(), most));
}

std::uint64_t most_frames(gpu::Extent size) {
  // This many pixels of all frames together need 1 GiB of memory.
  constexpr std::uint64_t most_film_pixels = std::uint64_t{1} << 28;
  return most_film_pixels / (std::uint64_t{size.width} * size.height);
}

std::string title_of_state(Session& session) {
  const std::string& id = session.algorithm().info().id;
  const algorithms::PassRecord* record = session.player().record();
  if (record == nullptr) return id + ", input";
  const algorithms::PassHeader& header = record->header;
  return fmt::format("{}, pass {}: {}, {}", id, header.index + 1, header.stage, header.label);
}

PictureExport::PictureExport(std::unique_ptr<Session> session, PictureExportOptions options)
    : session_(std::move(session)),
      options_(std::move(options)),
      window_(*session_->device(), *session_, options_.size, options_.ui_scale, options_.part),
      film_{.frames = {}, .milliseconds = options_.milliseconds} {}

/// Shows a stop and returns its title.
std::string PictureExport::go_to(const ExportStop& stop) {
  LessonPlayer& player = workspace<LessonPlayer>(*session_);
  if (player.lesson() == nullptr) {
    seek_to(*session_, std::to_string(stop.number));
    session_->hold_motion(stop.motion);
    return title_of_state(*session_);
  }
  if (stop.answers) {
    player.quiz.show_answer(*session_);
  } else {
    player.go_to(*session_, stop.number);
  }
  if (!player.trouble().empty()) throw UsageError(player.trouble());
  return fmt::format("{}, step {}{}", player.lesson()->title, stop.number + 1, stop.answers ? ": answer" : "");
}

bool PictureExport::advance() {
  if (done_ == total()) return false;
  const ExportStop& stop = options_.stops[done_];
  std::string title = go_to(stop);
  if (options_.file_of) {
    written_ = options_.file_of(stop, done_);
    write_png(written_, window_.picture());
  } else if (options_.file.ends_with(".pdf")) {
    pages_.push_back(window_.drawing());
    pages_.back().title = std::move(title);
  } else {
    film_.frames.push_back(window_.picture());
  }
  if (++done_ < total()) return true;
  if (!options_.file_of) write();
  return false;
}

void PictureExport::write() {
  const Lesson* lesson = workspace<LessonPlayer>(*session_).lesson();
  data::write_file_atomically(options_.file,
                              !pages_.empty()
                                  ? pdf(pages_, lesson != nullptr ? lesson->title : session_->algorithm().info().title)
                              : options_.file.ends_with(".gif") ? gif(film_)
                                                                : animated_png(film_));
  written_ = options_.file;
}

}  // namespace texelsort::app
