#include <array>
#include <memory>

#include <fmt/format.h>

#include "app/cli/commands/export_command.h"
#include "app/cli/options/output_ending.h"
#include "app/cli/options/picture_options.h"
#include "app/gui/window/picture_export.h"
#include "app/problem/option_group.h"
#include "app/session/options/lesson_options.h"

namespace texelsort::app {

namespace {

struct ExportSlidesOptions {
  PictureOptions picture;
  std::string lesson, passes, output;
};

void export_slides(const CLI::App& command, ExportSlidesOptions& options) {
  output_ending(options.output, {{".pdf", "one page per pass"}});
  PictureExportOptions slides{.file = options.output,
                              .stops = {},
                              .size = options.picture.size(),
                              .ui_scale = options.picture.ui_scale(),
                              .part = std::string(slide)};
  std::unique_ptr<Session> session;
  if (options.lesson.empty()) {
    ViewState view_state = options.picture.view_state();
    if (view_state.view != "window") slides.part = view_state.view;
    view_state.pass = "0";
    session = options.picture.session(view_state, true);
    slides.stops = chosen_passes(*session, options.passes, 1, most_slides);
  } else {
    constexpr std::array goes_with{"lesson",   "output",     "size",   "theme", "colormap",
                                   "ui-scale", "shader-dir", "device", "quiet"};
    refuse_beside_lesson(command, goes_with);
    const Lesson lesson = find_lesson(options.lesson);
    slides.stops = lesson_stops(lesson, most_slides);
    session = options.picture.lesson_session(lesson);
  }
  PictureExport writer(std::move(session), std::move(slides));
  while (writer.advance()) {
  }
  fmt::print("{}\n", options.output);
}

}  // namespace

void add_export_slides(CLI::App& command) {
  const auto options = std::make_shared<ExportSlidesOptions>();
  CLI::App* slides =
      command.add_subcommand("slides", "Write a PDF with one page per pass and its claim, drawn with lines and text");
  options->picture.add_options(*slides, "Slides", "", "1280x720");
  const OptionGroup group(*slides, "Slides");
  group.value("--lesson", "NAME-OR-FILE", options->lesson,
              "draw the steps of this lesson instead of a run; a question has one page, its answer the next",
              lesson_names);
  group.value("--passes", "LIST", options->passes,
              "passes to draw, such as 1-6 or 0,3,5-end; 0 is the input (default: all but the input)");
  group.value("-o,--output", "FILE", options->output, "PDF file to write")->required();
  slides->footer(
      "A page shows the window in presenter mode without its buttons, or only the view of --view.\n"
      "Examples:\n"
      "  texelsort export slides -d slides-bitonic -a bitonic/grouped-quads --passes 1-6 -o bitonic.pdf\n"
      "  texelsort export slides --lesson bitonic-merge-sort -o lesson.pdf\n"
      "  texelsort export slides -n 64 -a sample/randomized@compute --theme light -o buckets.pdf");
  slides->callback([slides, options] { export_slides(*slides, *options); });
}

}  // namespace texelsort::app
