#include <memory>
#include <optional>

#include <fmt/format.h>

#include "app/cli/commands/commands.h"
#include "app/cli/commands/picture_comparison.h"
#include "app/cli/options/output_ending.h"
#include "app/cli/options/picture_options.h"
#include "app/export/png.h"
#include "app/gui/window/picture_export.h"
#include "app/problem/option_group.h"
#include "app/session/options/lesson_options.h"
#include "app/session/run_timer.h"
#include "app/session/session_file.h"
#include "compute/data/error.h"
#include "compute/data/io/files.h"

namespace texelsort::app {

namespace {

struct RenderOptions {
  PictureOptions picture;
  LessonStartOptions lesson_player;
  PictureComparison comparison;
  std::optional<std::string> output;
  bool presenter = false, measure = false;
  std::optional<std::uint64_t> hover;
  double motion = 1;
};

void measure(Session& session) {
  workspace<RunTimer>(session).measure(session);
  while (workspace<RunTimer>(session).measuring()) session.update(0);
  if (!session.message().empty()) throw InternalError(session.message());
}

/// Returns the ending of the output path, or nothing without an output path. Throws UsageError for incompatible options
/// of output and comparison.
std::string prepare_output(RenderOptions& options) {
  if (!options.output && !options.comparison.wanted())
    throw UsageError(
        "render has nothing to do: name a file with -o FILE or "
        "--expected FILE");
  options.comparison.prepare(options.picture.size(), options.output);
  if (!options.output) return "";
  return output_ending(*options.output,
                       {{".png", "pixels"}, {".svg", "lines and text"}, {".texelsort", "the view state"}},
                       "'texelsort export' makes films, slides and pages");
}

void render(RenderOptions& options) {
  const std::string ending = prepare_output(options);
  const ViewState view_state = options.picture.view_state();
  const LessonStart lesson_player = options.lesson_player.start(options.picture.chooses_view_state());
  const bool measured = options.measure || view_state.view == "timing";
  const auto session = options.picture.session(view_state, options.presenter, measured);
  begin(*session, lesson_player);
  if (!(options.motion >= 0 && options.motion <= 1)) {
    throw UsageError(fmt::format("--motion {:g}: choose from 0, before the pass, to 1, after it", options.motion));
  }
  if (options.motion < 1) session->hold_motion(options.motion);
  if (options.hover) session->hold_hover(pair_at(*session, "--hover", *options.hover));
  if (options.output && is_session_file(*options.output)) {
    save_session(*session, *options.output);
    fmt::print("{}\n", *options.output);
    return;
  }
  if (measured) measure(*session);
  OffscreenWindow window(options.picture.device(), *session, options.picture.size(), options.picture.ui_scale(),
                         view_state.view);
  if (ending == ".svg") {
    Drawing drawn = window.drawing();
    drawn.title = title_of_state(*session);
    data::write_file_atomically(*options.output, svg(drawn));
    fmt::print("{}\n", *options.output);
    return;
  }
  const Picture picture = window.picture();
  if (options.output) {
    write_png(*options.output, picture);
    fmt::print("{}\n", *options.output);
  }
  if (options.comparison.wanted()) options.comparison.compare(picture);
}

}  // namespace

void add_render_command(CLI::App& app) {
  auto options = std::make_shared<RenderOptions>();
  auto* command =
      app.add_subcommand("render", "Draw the window or one view of any pass to a picture file, without a display");
  options->picture.add_options(*command, "Picture", "half of all passes", "1600x900");
  options->lesson_player.add_options(*command);
  const OptionGroup group(*command, "Picture");
  group.flag("--presenter", options->presenter, "draw presenter mode: one view and its claim, large");
  group.flag("--measure", options->measure, "measure first, so that the timing panel has bars");
  group.value("--hover", "INDEX", options->hover, "draw as if the mouse pointed at this index");
  group.value("--motion", "FRACTION", options->motion,
              "draw keys on the way to their places: from 0, before the pass, to 1, after it (default: 1)");
  group.value(
      "-o,--output", "FILE", options->output,
      "file to write: .png; .svg with lines and text, and pixels where the GPU draws; .texelsort for the view state");
  options->comparison.add_options(OptionGroup(*command, "Comparison"));
  command->footer(
      "Examples:\n"
      "  texelsort render -o window.png\n"
      "  texelsort render -n 64 --pass 12 --pin 21 --theme light -o step.png\n"
      "  texelsort render photo.jpg --view texture --pass end --size 1920x1080 -o sorted.png\n"
      "  texelsort render -n 16 --view network -o network.svg\n"
      "  texelsort render -k 2 --view bits --pass end -o bits.png\n"
      "  texelsort render -n 4096 -a select/histogram@compute --median --view histogram -o digits.png\n"
      "  texelsort render -n 64 -a radix/grs@compute -p digit=2 -p tile=16 --view digits --pass 3 -o scatter.png\n"
      "  texelsort render -n 12 --payload record:3 --layout hybrid -a std/sort@cpu --view records -o records.png\n"
      "  texelsort render -n 64 -a merge/multiway@cpu --sequences 4 --view sequences --pass 8 -o merge.png\n"
      "  texelsort render -n 256 -a sample/randomized@compute --view buckets --pass end -o buckets.png\n"
      "  texelsort render -n 64 -a quick/parallel@cuda --view parts --pass 2 -o counts.png\n"
      "  texelsort render -n 64 --view fold --pass 17 --fold 0.5 -o fold.png\n"
      "  texelsort render -n 1024 -a merge/warpsort@cuda --view threads --pass 1 --warp 2 -o threads.png\n"
      "  texelsort render -n 4096 -a radix/onesweep@cuda -p passes=all --view words --pass 1 -o words.png\n"
      "  texelsort render --lesson radix-sort --step 3 --presenter -o step.png\n"
      "  texelsort render -n 64 --pass 12 --pin 21 --theme light --expected step.png --difference marked.png\n"
      "  texelsort render -n 256 -a bitonic/fused --view race --lane bitonic/grouped-quads --clock bytes -o race.png");
  command->callback([options] { render(*options); });
}

}  // namespace texelsort::app
