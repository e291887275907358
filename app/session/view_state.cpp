#include "app/session/view_state.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

#include <fmt/format.h>

#include "app/external/external_work.h"
#include "app/external/report_file.h"
#include "app/problem/execution_options.h"
#include "app/problem/plain_message.h"
#include "app/session/external_workspace.h"
#include "app/session/lesson_player.h"
#include "app/session/tuning.h"
#include "app/session/view_names.h"
#include "compute/data/error.h"
#include "compute/data/text/number.h"
#include "compute/data/text/number_format.h"
#include "compute/gpu/program_cache.h"

namespace texelsort::app {

namespace {

constexpr std::array enlarged_names{std::pair{Focus::texture, "texture"}, std::pair{Focus::bars, "bars"},
                                    std::pair{Focus::diagram, "diagram"}, std::pair{Focus::timing, "timing"}};

/// Texts that replace the bars.
using TextName = std::pair<std::string_view, bool RunLook::*>;
constexpr std::array text_names{TextName{"source", &RunLook::source}, TextName{"pseudocode", &RunLook::pseudocode},
                                TextName{"history", &RunLook::history}};

/// Calls `action`. If it throws an error, adds the file and line of the view state to the error's message.
template <class Action>
void saying_where(const ViewState& view_state, Action&& action) {
  if (!view_state.origin) return action();
  try {
    action();
  } catch (const UsageError& error) {
    throw UsageError(view_state.origin->placed(error.what()));
  }
}

void settle(Session& session) {
  while (session.player().advance(std::chrono::hours(1))) {
  }
}

void choose_threads(Session& session, const ThreadChoice& asked) {
  session.chosen_block = {};
  if (!asked.any()) return;
  if (asked.launch == std::uint64_t{0} || asked.instruction == std::uint64_t{0}) {
    throw UsageError("--launch, --instruction: numbers start at 1");
  }
  BlockChoice choice{.launch = asked.launch.value_or(1) - 1,
                     .block = static_cast<unsigned>(asked.block.value_or(0)),
                     .warp = static_cast<unsigned>(asked.warp.value_or(0)),
                     .instruction = {}};
  if (asked.instruction) choice.instruction = *asked.instruction - 1;
  session.chosen_block = choice;
  const BlockRecording* block = session.block_recording();
  if (block == nullptr) {
    throw UsageError("--launch, --block, --warp, --instruction: these need a pass whose kernels the CPU executes");
  }
  if (block->warps.empty()) throw UsageError("--launch, --block, --warp, --instruction: this pass launches no kernel");
  if (session.chosen_block == choice) return;
  throw UsageError(fmt::format(
      "--launch, --block, --warp, --instruction: launch {} of {} has blocks 0 to {} with warps 0 to {}, and warp {} has "
      "instructions 1 to {}",
      session.chosen_block.launch + 1, block->recording.launches.size(), block->launch().blocks - 1,
      block->warps.size() - 1, session.chosen_block.warp, block->warps[session.chosen_block.warp].instructions.size()));
}

/// Enlarges the view that is called `name`, or shows the workspace with this name instead of all views.
void enlarge(Session& session, const std::string& name) {
  Look& look = session.look;
  if (name.empty()) return;
  const auto view = std::ranges::find(enlarged_names, name, [](const auto& one) { return std::string(one.second); });
  if (view != enlarged_names.end()) {
    look.focus = view->first;
  } else if (std::ranges::find(workspace_names(), name) != workspace_names().end()) {
    look.workspace = name;
  } else if (const auto text = std::ranges::find(text_names, name, &TextName::first); text != text_names.end()) {
    if (!(look.*text->second)) toggle_text(look, text->second);
    look.focus = Focus::bars;
  } else {
    look.focus = Focus::diagram;
    look.diagram = name;
    if (name == "threads") look.kernels = KernelView::threads;
    if (name == "words") look.kernels = KernelView::words;
  }
}

/// Opens the results of a sweep, or the report of an external sort, that the view state names. Selects the plot that
/// the view state names.
void show_results(Session& session, const ViewState& view_state) {
  if (const auto picture = find_external_picture(view_state.plot)) {
    workspace<ExternalWorkspace>(session).picture = *picture;
  } else if (!view_state.plot.empty()) {
    workspace<Tuning>(session).picture = find_picture(view_state.plot).value();
  }
  if (view_state.results.empty()) return;
  if (is_external_report(view_state.results)) {
    ExternalWork& work = workspace<ExternalWorkspace>(session);
    if (!work.open(view_state.results)) throw UsageError(work.message());
  } else if (!workspace<Tuning>(session).open(view_state.results)) {
    throw UsageError(workspace<Tuning>(session).message());
  }
}

void choose_looks(Session& session, const ViewState& view_state) {
  Look& look = session.look;
  look.focus = Focus::none;
  look.workspace.clear();
  static_cast<RunLook&>(look) = view_state.look;
  if (view_state.layout) {
    look.views = view_state.layout->views;
    look.panels = view_state.layout->panels;
  }
  session.set_fold(view_state.look.fold);
  enlarge(session, view_state.focus);
}

std::string focus_of(const Look& look) {
  // The start page shows no view state, so there is no command that opens it.
  if (look.workspace == "start") return "";
  if (!look.workspace.empty()) return look.workspace;
  const auto view = std::ranges::find(enlarged_names, look.focus, &std::pair<Focus, const char*>::first);
  return view == enlarged_names.end() ? std::string() : view->second;
}

ThreadChoice threads_of(const Session& session) {
  const BlockChoice& chosen = session.chosen_block;
  if (!session.has_threads() || chosen == BlockChoice{}) return {};
  ThreadChoice threads{.launch = chosen.launch + 1, .block = chosen.block, .warp = chosen.warp, .instruction = {}};
  if (chosen.instruction) threads.instruction = *chosen.instruction + 1;
  return threads;
}

}  // namespace

void seek_to(Session& session, const std::string& pass) {
  auto& player = session.player();
  if (!player.total()) {
    // Execute the run to its end, because some runs know their number of passes only there.
    session.to_end();
    settle(session);
  }
  if (pass == "end") {
    session.to_end();
  } else if (pass.empty()) {
    session.seek(player.total().value_or(0) / 2);
  } else {
    const auto number = data::parse_size(pass);
    if (!number) throw UsageError(fmt::format("--pass {}: expected a number of passes, or 'end'", pass));
    if (player.total() && *number > *player.total()) {
      throw UsageError(
          fmt::format("--pass {}: this run has passes 0 (the input) to {}", pass, data::grouped(*player.total())));
    }
    session.seek(*number);
  }
  settle(session);
  player.test_result();
}

Pair pair_at(const Session& session, const std::string& option, std::uint64_t index) {
  const std::uint64_t n = session.problem().n();
  if (index >= n) {
    throw UsageError(fmt::format("{} {}: the input has {}, numbered from 0", option, index, data::counted(n, "key")));
  }
  return pair_of(session.player(), index);
}

std::string StateOrigin::placed(const std::string& message) const {
  if (is_link) return fmt::format("{}: {}", file, plain_message(message));
  const auto is_about = [&message](const std::string& key) {
    if (const std::size_t point = key.find('.'); point != std::string::npos) {
      return message.find("parameter " + key.substr(point + 1)) != std::string::npos ||
             message.find("'" + key.substr(point + 1) + "'") != std::string::npos ||
             message.starts_with(key.substr(point + 1) + " ");
    }
    std::string option = key;
    std::ranges::replace(option, '_', '-');
    return message.starts_with("--" + option);
  };
  auto found = std::ranges::find_if(lines, is_about, &std::pair<const std::string, std::size_t>::first);
  constexpr std::array sources{"input", "input_values", "algorithm", "distribution", "count"};
  for (auto source = sources.begin(); found == lines.end() && source != sources.end(); ++source) {
    found = lines.find(*source);
  }
  return fmt::format("{}:{}: {}", file, found == lines.end() ? 1 : found->second, plain_message(message));
}

void use_shaders(Session& session, const ViewState& view_state) {
  gpu::Device* device = session.device();
  if (view_state.shaders.empty() || device == nullptr) return;
  gpu::ProgramCache& programs = device->programs();
  if (programs.library().directory() == view_state.shaders) return;
  programs.set_directory(view_state.shaders);
  while (programs.reload()) {
  }
}

void show(Session& session, const ViewState& view_state) {
  saying_where(view_state, [&] {
    use_shaders(session, view_state);
    session.open(view_state.problem, view_state.algorithm, view_state.parameters);
    session.set_playing(false);
    seek_to(session, view_state.pass);
    look_at(session, view_state);
  });
}

void open_in_window(Session& session, const ViewState& view_state) {
  if (view_state.lesson) {
    LessonPlayer& lesson_player = workspace<LessonPlayer>(session);
    if (lesson_player.open(session, view_state.lesson->name)) lesson_player.go_to(session, view_state.lesson->step);
    // The saved view state may be that of the open lesson's step. In this case, keep the lesson and apply only the
    // display options.
    if (lesson_player.lesson() != nullptr && command_line(view_state_of(session)) == command_line(view_state)) {
      return look_at(session, in_window(view_state));
    }
  }
  if (view_state.pass != "0") return show(session, in_window(view_state));
  saying_where(view_state, [&] {
    use_shaders(session, view_state);
    session.open(view_state.problem, view_state.algorithm, view_state.parameters);
    session.set_playing(false);
    session.seek(0);
    look_at(session, in_window(view_state));
  });
}

void look_at(Session& session, const ViewState& view_state) {
  session.pin(std::nullopt);
  if (view_state.pin) session.pin(pair_at(session, "--pin", *view_state.pin));
  choose_looks(session, view_state);
  choose_threads(session, view_state.threads);
  set_race(session, view_state);
  show_results(session, view_state);
}

ViewState in_window(ViewState view_state) {
  const std::string& view = view_state.view;
  if (view != "window" && view != "algorithms" && view != "teacher") view_state.focus = view;
  view_state.view = "window";
  return view_state;
}

void write_out_keys(const Session& session, ProblemSpec& spec) {
  constexpr std::uint64_t most = 4096;  // greatest length of a line that every shell accepts
  const algorithms::Problem& problem = session.problem();
  if (problem.n() > most) {
    const char* source = spec.input == "-" ? "standard input cannot be read twice" : "a link cannot contain a file";
    throw UsageError(fmt::format("{}, and the command or link cannot contain {} keys: {}", source,
                                 data::grouped(problem.n()),
                                 spec.input == "-" ? "read the keys from a file" : "save the session instead"));
  }
  forget_reading(spec);
  spec.input.clear();
  spec.values = problem.n() == 0 ? " " : "";
  for (std::uint64_t i = 0; i < problem.n(); ++i) spec.values += (i > 0 ? "," : "") + data::text(problem.keys, i);
  spec.type = problem.type();
}

ViewState view_state_of(Session& session) {
  const Player& player = session.player();
  ViewState view_state{.problem = session.spec(), .algorithm = session.algorithm().info().id};
  view_state.problem.questions = session.questions();
  if (session.sequences() == 0) view_state.problem.sequences = 0;
  if (view_state.problem.input == "-") write_out_keys(session, view_state.problem);
  view_state.parameters = session.overrides();
  view_state.pass = player.at_end() && player.target() > 0 ? "end" : std::to_string(player.target());
  if (session.pinned()) view_state.pin = session.pinned()->index;
  view_state.focus = focus_of(session.look);
  view_state.look = static_cast<const RunLook&>(session.look);
  // If the enlarged view is a diagram, store the diagram's name.
  if (view_state.focus == "diagram" && !view_state.look.diagram.empty())
    view_state.focus = std::exchange(view_state.look.diagram, {});
  view_state.threads = threads_of(session);
  note_race(session, view_state);
  if (session.look.workspace == "external") {
    view_state.results = workspace<ExternalWorkspace>(session).file();
    view_state.plot = name(workspace<ExternalWorkspace>(session).picture);
  }
  if (session.look.workspace == "tuning") {
    view_state.results = workspace<Tuning>(session).file();
    view_state.plot = name(workspace<Tuning>(session).picture);
  }
  view_state.layout = WindowLayout{session.look.views, session.look.panels};
  view_state.layout->panels.page = false;
  if (const Lesson* lesson = workspace<LessonPlayer>(session).lesson()) {
    view_state.lesson = LessonPlace{findable_name_of(*lesson), workspace<LessonPlayer>(session).step_number()};
  }
  return view_state;
}

std::string device_options(gpu::Device* device, const cuda::ExecutionOptions& execution) {
  const auto shaders = device == nullptr ? std::nullopt : device->programs().library().directory();
  return command_line(execution, shaders ? std::optional(shaders->string()) : std::nullopt);
}

std::string window_command(Session& session) {
  return "texelsort " + command_line(view_state_of(session)) + device_options(session.device(), session.execution());
}

}  // namespace texelsort::app
