#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "app/cli/commands/export_command.h"
#include "app/cli/options/output_ending.h"
#include "app/cli/options/picture_options.h"
#include "app/export/film.h"
#include "app/export/png.h"
#include "app/gui/window/offscreen.h"
#include "app/problem/option_group.h"
#include "compute/data/error.h"
#include "compute/data/io/files.h"

namespace texelsort::app {

namespace {

struct ExportFilmOptions {
  PictureOptions picture;
  std::string passes, output;
  double tempo = 1;
  std::uint64_t frames = 1;
};

/// Greatest number of pixels in all frames of a film together. This many pixels need 1 GiB of memory.
constexpr std::uint64_t most_film_pixels = std::uint64_t{1} << 28;
/// Greatest number of frames per pass.
constexpr std::uint64_t most_frames = 60;
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

void export_film(ExportFilmOptions& options) {
  const auto name = numbered(options.output);
  const std::string ending =
      name ? output_ending(options.output, {{".png", "numbered pictures"}})
           : output_ending(options.output, {{".gif", "an animated GIF"},
                                            {".png", "an animated PNG, or with %04d in its name numbered pictures"},
                                            {".apng", "an animated PNG"}});
  if (!(options.tempo >= shortest_tempo && options.tempo <= longest_tempo)) {
    throw UsageError(
        fmt::format("--tempo {:g}: expected {} to {} seconds per pass", options.tempo, shortest_tempo, longest_tempo));
  }
  if (options.frames < 1 || options.frames > most_frames) {
    throw UsageError(fmt::format("--frames {}: expected 1 to {} frames per pass", options.frames, most_frames));
  }
  ViewState view_state = options.picture.view_state();
  const FramePart part = view_state.view == "window" ? slide : FramePart(view_state.view);
  view_state.pass = "0";
  const gpu::Extent size = options.picture.size();
  const auto session = options.picture.session(view_state, true);
  const std::uint64_t pixels = std::uint64_t{size.width} * size.height;
  const auto passes = chosen_passes(*session, options.passes, 0,
                                    (name ? most_film_pixels : most_film_pixels / pixels) / options.frames);
  OffscreenWindow window(options.picture.device(), *session, size, options.picture.ui_scale(), part);
  Film film{.frames = {},
            .milliseconds =
                static_cast<std::uint32_t>(std::lround(1000 * options.tempo / static_cast<double>(options.frames)))};
  for (const std::uint64_t pass : passes) {
    seek_to(*session, std::to_string(pass));
    for (std::uint64_t frame = 1; frame <= options.frames; ++frame) {
      // The last frame of a pass shows the keys at their places.
      session->hold_motion(static_cast<double>(frame) / static_cast<double>(options.frames));
      if (name) {
        if (pass == 0 && frame < options.frames) continue;
        const std::string file = name->of(pass * options.frames + frame - options.frames);
        write_png(file, window.picture());
        fmt::print("{}\n", file);
      } else {
        film.frames.push_back(window.picture());
      }
    }
  }
  if (name) return;
  data::write_file_atomically(options.output, ending == ".gif" ? gif(film) : animated_png(film));
  fmt::print("{}\n", options.output);
}

}  // namespace

void add_export_film(CLI::App& command) {
  const auto options = std::make_shared<ExportFilmOptions>();
  CLI::App* film = command.add_subcommand(
      "film", "Write an animated GIF or PNG, or numbered pictures, with one frame per pass and its claim");
  options->picture.add_options(*film, "Film", "", "960x540");
  const OptionGroup group(*film, "Film");
  group.value("--passes", "LIST", options->passes,
              "passes to draw, such as 1-6 or 0,3,5-end; 0 is the input (default: all)");
  group.value("--tempo", "SECONDS", options->tempo, "seconds per pass, 0.02 to 60 (default: 1)");
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
      "  texelsort export film -n 64 -a radix/grs@compute -p digit=2 -p tile=16 --view digits --tempo 2 -o digits.png\n"
      "  texelsort export film -d slides-bitonic -a bitonic/compute --frames 12 -o motion.png\n"
      "  texelsort export film -n 256 -a bitonic/compute --passes 0-10 --size 1920x1080 -o frame-%04d.png");
  film->callback([options] { export_film(*options); });
}

}  // namespace texelsort::app
