#include <exception>
#include <filesystem>
#include <memory>

#include "app/cli/commands/commands.h"
#include "app/cli/commands/job_runner.h"
#include "app/cli/options/shader_folder.h"
#include "app/gui/window/run_window.h"
#include "app/gui/window/surface.h"
#include "app/problem/execution_options.h"
#include "app/problem/parse_error.h"
#include "app/problem/shell.h"
#include "app/problem/state_file.h"
#include "app/session/options/lesson_options.h"
#include "app/session/options/shown_algorithm.h"
#include "app/session/options/view_state_options.h"
#include "app/session/recent.h"
#include "app/session/state_url.h"
#include "compute/algorithms/registry.h"
#include "compute/data/error.h"
#include "compute/data/text/number.h"

namespace texelsort::app {

namespace {

struct WindowCommand {
  ViewStateOptions view_state;
  bool fresh = false;  ///< true to ignore the view state of the last window
  LessonStartOptions lesson_player;
  WindowOptions window;
};

/// Continues with the view state that the last window saved. Ignores a file that cannot be read.
void take_last_state(WindowOptions& window) {
  const auto path = last_state();
  if (!path) return;
  try {
    window.view_state = read_view_state(std::vector<std::string>{*path});
    window.returns = true;
  } catch (const std::exception& error) {
    window.fallen_back = error.what();
    set_aside(*path, error.what());
  }
}

/// Throws UsageError if the input file does not exist, because its name may be a mistyped command.
void require_input_exists(const CLI::App& app, const std::string& input) {
  std::error_code ignored;
  if (input.empty() || input == "-" || is_address(input) || std::filesystem::exists(input, ignored)) return;
  throw UsageError(describe_unknown_command(app, input) + "; see texelsort --help");
}

/// Returns the options of the window's command line as words for `texelsort render`, which accepts the same options,
/// except those for the start of the window and for a second window.
std::string given_words(const CLI::App& app) {
  std::string words;
  for (const CLI::Option* option : app.get_options()) {
    const std::string& own = option->get_single_name();
    if (option->count() == 0 || own == "fresh" || own == "teacher-view") continue;
    if (option->get_positional()) {
      for (const std::string& value : option->results()) words += " " + shell_quoted(value);
    } else if (option->get_expected_max() == 0) {  // a flag has no value
      words += " --" + option->get_lnames().front();
    } else {
      const std::string name = option->get_lnames().front();
      for (const std::string& value : option->results()) words += fmt::format(" --{} {}", name, shell_quoted(value));
    }
  }
  return words;
}

/// Handles a missing display. Without options, prints a trace in the terminal. With options, which describe a picture,
/// only suggests the render command.
int without_window(const CLI::App& app, const NoDisplayError& error) {
  if (const std::string words = given_words(app); !words.empty()) {
    throw UnavailableError(
        fmt::format("{}: use 'texelsort render{} -o window.png' to draw the window to a file", error.reason(), words));
  }
  JobOptions options;
  const bool drawn = options.device.device_if_any() != nullptr;
  options.algorithm.id = drawn ? default_window_algorithm : "bitonic/reference@cpu";
  fmt::print(stderr,
             "texelsort: {}. This command traces the example with {} instead. 'texelsort render -o window.png' draws "
             "the window, 'texelsort doctor' reports what is missing\n",
             error.reason(), options.algorithm.id);
  options.problem = shown_example(algorithms::find_algorithm(options.algorithm.id));
  options.trace = true;
  run_job(options);
  return 0;
}

int open_window(const CLI::App& app, WindowCommand& command) {
  require_input_exists(app, command.view_state.input());
  WindowOptions& window = command.window;
  const bool named = command.view_state.any();
  window.lesson_player = command.lesson_player.start(named);
  window.view_state = command.view_state.view_state();
  if (!named && !window.lesson_player.any()) {
    if (!command.fresh) take_last_state(window);
    window.start_page = !window.returns;
  }
  if (const auto folder = open_shader_folder(window.shader_directory)) say_replaced_shaders(*folder);
  if (window.view_state.pass.empty()) window.view_state.pass = "0";
  if (window.shader_directory) window.view_state.shaders.clear();
  try {
    return run_window(window);
  } catch (const NoDisplayError& error) {
    return without_window(app, error);
  }
}

}  // namespace

std::function<int()> add_window_options(CLI::App& app) {
  auto command = std::make_shared<WindowCommand>();
  command->view_state.add_options(app, "0");
  command->lesson_player.add_options(app);
  const OptionGroup group(app, "Window");
  WindowOptions& window = command->window;
  group.read(
      "--theme", "NAME", [&window](const std::string& text) { window.theme = theme_option(text); },
      "colour theme: dark or light (default: as last time)", listed("dark, light"));
  group
      .value("--ui-scale", "FACTOR", window.ui_scale,
             "size of text and widgets, 0.5 to 4 (default: that of the monitor)")
      // Check the factor here, because CLI11's range check accepts nan.
      ->check([](const std::string& word) -> std::string {
        const double factor = data::read_number<double>(word).value_or(0);
        return factor >= 0.5 && factor <= 4 ? "" : fmt::format("expected a factor from 0.5 to 4, found {}", word);
      });
  group.flag("--fresh", command->fresh, "start with the start page, not with the state of the last window");
  group.flag("--presenter", window.presenter, "fill the window with one view and its claim, for a projector");
  group.flag("--teacher-view", window.teacher_view,
             "open a second window for the teacher: notes, answer, votes and next step");
  add_shader_folder_option(group, window.shader_directory,
                           "read shaders from this folder before the built-in ones, and again after each change",
                           [&window](const std::string& folder) { window.shader_directory = folder; });
  add_kernel_device_option(group, window.execution);
  return [&app, command] { return open_window(app, *command); };
}

}  // namespace texelsort::app
