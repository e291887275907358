#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <span>

#include <fmt/ranges.h>

#include "app/cli/commands/export_command.h"
#include "app/cli/options/device_options.h"
#include "app/export/page.h"
#include "app/problem/option_group.h"
#include "app/session/options/view_state_options.h"
#include "compute/algorithms/registry.h"
#include "compute/data/error.h"
#include "compute/data/io/files.h"
#include "compute/data/text/number_format.h"

namespace texelsort::app {

namespace {

struct ExportPageOptions {
  ViewStateOptions view_state;
  DeviceOptions device;
  std::string lesson, output, colormap = "viridis", program;
  bool embed = false;
};

void require_html(const std::string& path) {
  const std::string extension = std::filesystem::path(path).extension().string();
  if (path == "-" || extension == ".html" || extension == ".htm") return data::require_writable(path);
  throw UsageError(fmt::format("-o {}: pages are HTML: choose a name ending in .html", path));
}

/// Throws UsageError for a link address that could run scripts.
void require_page_address(const std::string& address) {
  const std::size_t colon = address.find(':');
  const bool has_scheme = colon != std::string::npos && colon < address.find('/');
  const bool of_pages = address.starts_with("https://") || address.starts_with("http://");
  if ((!has_scheme || of_pages) && address.find('#') == std::string::npos) return;
  throw UsageError(fmt::format(
      "--program {}: expected the address of a page without '#', https://HOST/texelsort/ or a path", address));
}

/// Throws UsageError for options and views that the window and pictures support, but pages do not.
void refuse_other_looks(const CLI::App& command, const ViewState& view_state) {
  constexpr std::array others{"follow",     "trail",   "focus",          "diagram",     "buffer",      "source",
                              "pseudocode", "history", "history-of-key", "fold",        "own-picture", "kernels",
                              "launch",     "block",   "warp",           "instruction", "lane",        "clock"};
  for (const char* name : others) {
    const CLI::Option* option = command.get_option_no_throw(std::string("--") + name);
    if (option == nullptr || option->count() == 0) continue;
    throw UsageError(fmt::format("--{} applies only to the window and to pictures: leave it out for a page", name));
  }
  constexpr std::array views{"window", "network", "texture", "bars", "records"};
  if (command.count("--view") == 0 || std::ranges::find(views, view_state.view) != views.end()) return;
  throw UsageError(
      fmt::format("--view {}: a page can show {}", view_state.view, fmt::join(std::span(views).subspan(1), ", ")));
}

void export_page(const CLI::App& command, ExportPageOptions& options) {
  require_html(options.output);
  require_page_address(options.program);
  const PageOptions page{
      .embed = options.embed, .colormap = colormap_option(options.colormap), .program = options.program};
  std::string text;
  if (options.lesson.empty()) {
    const ViewState view_state = options.view_state.view_state();
    refuse_other_looks(command, view_state);
    const algorithms::Algorithm& algorithm = algorithms::find_algorithm(view_state.algorithm);
    require_used_devices(std::array{&algorithm}, options.device.execution());
    Session session(options.device.device_for(algorithm), options.device.execution());
    text = run_page(session, view_state, page);
  } else {
    constexpr std::array goes_with{"lesson", "output", "embed", "colormap", "program", "shader-dir", "device", "quiet"};
    refuse_beside_lesson(command, goes_with);
    const Lesson lesson = find_lesson(options.lesson);
    Session session(options.device.device_if_any(), options.device.execution());
    text = lesson_page(session, lesson, page);
  }
  data::write_file_atomically(options.output, text);
  if (options.output != "-") fmt::print("{}\n", options.output);
}

}  // namespace

void add_export_page(CLI::App& command) {
  const auto options = std::make_shared<ExportPageOptions>();
  CLI::App* page = command.add_subcommand(
      "page", "Write one HTML file that shows a run or a lesson pass by pass, with claims and questions");
  options->view_state.add_options(*page, "0");
  options->device.add_options(*page);
  const OptionGroup group(*page, "Page");
  group.value("--lesson", "NAME-OR-FILE", options->lesson, "show the steps of this lesson instead of a run",
              lesson_names);
  group.flag("--embed", options->embed, "leave out the heading and the list of passes, for a frame in another page");
  group.value("--colormap", "NAME", options->colormap, "colours of values: viridis (default) or cividis",
              listed("viridis, cividis"));
  group.value("--program", "ADDRESS", options->program, "URL of the browser edition that the page links to");
  group.value("-o,--output", "FILE", options->output, "HTML file to write, or - for standard output")->required();
  page->footer(fmt::format(
      "A run may have up to {} keys. texelsort reads its state back after every pass. The page loads nothing from the "
      "network.\n"
      "Examples:\n"
      "  texelsort export page -d slides-bitonic -a bitonic/grouped-quads -o bitonic.html\n"
      "  texelsort export page --lesson bitonic-merge-sort -o lesson.html\n"
      "  texelsort export page -n 64 -a radix/grs@compute -p digit=2 -p tile=16 --pass 3 --embed -o radix.html",
      data::grouped(most_page_keys)));
  page->callback([page, options] { export_page(*page, *options); });
}

}  // namespace texelsort::app
