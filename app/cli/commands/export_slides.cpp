#include <memory>

#include <fmt/format.h>

#include "app/cli/commands/export_command.h"
#include "app/cli/options/output_ending.h"
#include "app/cli/options/picture_options.h"
#include "app/gui/window/offscreen.h"
#include "app/problem/option_group.h"
#include "compute/data/io/files.h"

namespace texelsort::app {

namespace {

struct ExportSlidesOptions {
  PictureOptions picture;
  std::string passes, output;
};

constexpr std::uint64_t most_slides = 1000;

void export_slides(ExportSlidesOptions& options) {
  output_ending(options.output, {{".pdf", "one page per pass"}});
  ViewState view_state = options.picture.view_state();
  const FramePart part = view_state.view == "window" ? slide : FramePart(view_state.view);
  view_state.pass = "0";
  const auto session = options.picture.session(view_state, true);
  const auto passes = chosen_passes(*session, options.passes, 1, most_slides);
  OffscreenWindow window(options.picture.device(), *session, options.picture.size(), options.picture.ui_scale(), part);
  std::vector<Drawing> pages;
  for (const std::uint64_t pass : passes) {
    seek_to(*session, std::to_string(pass));
    pages.push_back(window.drawing());
    pages.back().title = title_of_state(*session);
  }
  data::write_file_atomically(options.output, pdf(pages, session->algorithm().info().title));
  fmt::print("{}\n", options.output);
}

}  // namespace

void add_export_slides(CLI::App& command) {
  const auto options = std::make_shared<ExportSlidesOptions>();
  CLI::App* slides =
      command.add_subcommand("slides", "Write a PDF with one page per pass and its claim, drawn with lines and text");
  options->picture.add_options(*slides, "Slides", "", "1280x720");
  const OptionGroup group(*slides, "Slides");
  group.value("--passes", "LIST", options->passes,
              "passes to draw, such as 1-6 or 0,3,5-end; 0 is the input (default: all but the input)");
  group.value("-o,--output", "FILE", options->output, "PDF file to write")->required();
  slides->footer(
      "A page shows the window in presenter mode without its buttons, or only the view of --view.\n"
      "Examples:\n"
      "  texelsort export slides -d slides-bitonic -a bitonic/grouped-quads --passes 1-6 -o bitonic.pdf\n"
      "  texelsort export slides -n 64 -a sample/randomized@compute --theme light -o buckets.pdf");
  slides->callback([options] { export_slides(*options); });
}

}  // namespace texelsort::app
