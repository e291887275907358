#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "app/cli/commands/export_command.h"
#include "app/cli/options/output_ending.h"
#include "app/cli/options/picture_options.h"
#include "app/gui/window/picture_export.h"
#include "app/problem/option_group.h"
#include "app/session/options/lesson_options.h"
#include "compute/data/error.h"

namespace texelsort::app {

namespace {

struct ExportFilmOptions {
  PictureOptions picture;
  std::string lesson, passes, output;
  std::optional<double> tempo;
  std::uint64_t frames = 1;
};

/// Greatest number of frames per pass.
constexpr std::uint64_t most_frames_per_pass = 60;
constexpr double shortest_tempo = 0.02, longest_tempo = 60;

/// A file name with a placeholder for the frame's number, such as "out/frame-%04d.png", split at the placeholder.
struct NumberedName {
  std::string before, after;
  int digits = 1;
  std::string of(std::uint64_t number) const { return fmt::format("{}{:0{}}{}", before, number, digits, after); }
};

/// Splits a path at its placeholder such as "%04d". Returns nothing if the path contains no %. Throws UsageError for a
/// second % or any other placeholder.
std::optional<NumberedName> numbered(const std::string& path) {
  const std::size_t percent = path.find('%');
  if (percent == std::string::npos) return std::nullopt;
  std::size_t end = percent + 1;
  while (end < path.size() && path[end] >= '0' && path[end] <= '9') ++end;
  const std::string width = path.substr(percent + 1, end - percent - 1);
  const bool good =
      end < path.size() && path[end] == 'd' && width.size() <= 2 && path.find('%', end) == std::string::npos;
  if (!good) throw UsageError(fmt::format("-o {}: the name of numbered pictures needs exactly one %d or %04d", path));
  return NumberedName{path.substr(0, percent), path.substr(end + 1), width.empty() ? 1 : std::max(1, std::stoi(width))};
}

void export_film(const CLI::App& command, ExportFilmOptions& options) {
  const auto name = numbered(options.output);
  name ? output_ending(options.output, {{".png", "numbered pictures"}})
       : output_ending(options.output, {{".gif", "an animated GIF"},
                                        {".png", "an animated PNG, or with %04d in its name numbered pictures"},
                                        {".apng", "an animated PNG"}});
  const double tempo = options.tempo.value_or(options.lesson.empty() ? 1 : 5);
  if (!(tempo >= shortest_tempo && tempo <= longest_tempo)) {
    throw UsageError(
        fmt::format("--tempo {:g}: expected {} to {} seconds per pass", tempo, shortest_tempo, longest_tempo));
  }
  const std::uint64_t frames = options.frames;
  if (frames < 1 || frames > most_frames_per_pass) {
    throw UsageError(fmt::format("--frames {}: expected 1 to {} frames per pass", frames, most_frames_per_pass));
  }
  PictureExportOptions film{
      .file = options.output,
      .stops = {},
      .size = options.picture.size(),
      .ui_scale = options.picture.ui_scale(),
      .part = std::string(slide),
      .milliseconds = static_cast<std::uint32_t>(std::lround(1000 * tempo / static_cast<double>(frames)))};
  constexpr std::uint64_t most_pictures = std::uint64_t{1} << 28;
  const std::uint64_t most = name ? most_pictures : most_frames(film.size);
  std::unique_ptr<Session> session;
  if (options.lesson.empty()) {
    ViewState view_state = options.picture.view_state();
    if (view_state.view != "window") film.part = view_state.view;
    view_state.pass = "0";
    session = options.picture.session(view_state, true);
    film.stops = with_motion(chosen_passes(*session, options.passes, 0, most / frames), frames);
    if (name) {
      if (film.stops.front().number == 0) film.stops.erase(film.stops.begin(), film.stops.begin() + frames - 1);
      film.file_of = [name = *name, frames](const ExportStop& stop, std::size_t) {
        const auto last = std::lround((1 - stop.motion) * static_cast<double>(frames));
        return name.of(stop.number * frames - static_cast<std::uint64_t>(last));
      };
    }
  } else {
    constexpr std::array goes_with{"lesson",   "tempo",    "output",     "size",   "theme",
                                   "colormap", "ui-scale", "shader-dir", "device", "quiet"};
    refuse_beside_lesson(command, goes_with);
    const Lesson lesson = find_lesson(options.lesson);
    film.stops = lesson_stops(lesson, most);
    session = options.picture.lesson_session(lesson);
    if (name) film.file_of = [name = *name](const ExportStop&, std::size_t picture) { return name.of(picture + 1); };
  }
  PictureExport writer(std::move(session), std::move(film));
  for (bool more = true; more;) {
    more = writer.advance();
    if (name || !more) fmt::print("{}\n", writer.written());
  }
}

}  // namespace

void add_export_film(CLI::App& command) {
  const auto options = std::make_shared<ExportFilmOptions>();
  CLI::App* film = command.add_subcommand(
      "film", "Write an animated GIF or PNG, or numbered pictures, with one frame per pass and its claim");
  options->picture.add_options(*film, "Film", "", "960x540");
  const OptionGroup group(*film, "Film");
  group.value("--lesson", "NAME-OR-FILE", options->lesson,
              "draw the steps of this lesson instead of a run; a question has one frame, its answer the next",
              lesson_names);
  group.value("--passes", "LIST", options->passes,
              "passes to draw, such as 1-6 or 0,3,5-end; 0 is the input (default: all)");
  group.value("--tempo", "SECONDS", options->tempo,
              "seconds per pass, 0.02 to 60 (default: 1, or 5 per step of a lesson)");
  group.value("--frames", "FRAMES", options->frames,
              "frames per pass, in which keys travel to their places, 1 to 60 (default: 1, so that keys jump)");
  group
      .value("-o,--output", "FILE", options->output,
             "file to write: FILE.gif, FILE.png, or FILE-%04d.png for one file per pass")
      ->required();
  film->footer(
      "A frame shows the window in presenter mode without its buttons, or only the view of --view.\n"
      "Examples:\n"
      "  texelsort export film -d slides-bitonic -a bitonic/grouped-quads --focus network -o bitonic.gif\n"
      "  texelsort export film --lesson bitonic-merge-sort --tempo 8 -o lesson.gif\n"
      "  texelsort export film -n 64 -a radix/grs@compute -p digit=2 -p tile=16 --view digits --tempo 2 -o digits.png\n"
      "  texelsort export film -d slides-bitonic -a bitonic/compute --frames 12 -o motion.png\n"
      "  texelsort export film -n 256 -a bitonic/compute --passes 0-10 --size 1920x1080 -o frame-%04d.png");
  film->callback([film, options] { export_film(*film, *options); });
}

}  // namespace texelsort::app
