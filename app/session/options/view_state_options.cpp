#include "app/session/options/view_state_options.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <utility>

#include <fmt/ranges.h>

#include "app/external/external_picture.h"
#include "app/external/report_file.h"
#include "app/problem/option_group.h"
#include "app/problem/parse_error.h"
#include "app/problem/shell.h"
#include "app/session/session_file.h"
#include "app/session/state_url.h"
#include "app/session/tuning.h"
#include "app/session/view_names.h"
#include "compute/algorithms/registry.h"
#include "compute/data/error.h"
#include "compute/data/text/nearest.h"
#include "compute/data/text/number.h"

namespace texelsort::app {

namespace {

/// Returns the names of all views that can be enlarged, and of all workspaces that can replace the views.
std::vector<std::string> focus_names() {
  std::vector<std::string> names = part_names();
  std::erase(names, "window");
  std::erase(names, "algorithms");
  std::erase(names, "teacher");
  names.emplace_back("diagram");
  return names;
}

std::vector<std::string> names_of_diagrams() {
  std::vector<std::string> names;
  for (const DiagramName& diagram : diagram_names()) names.emplace_back(diagram.name);
  return names;
}

/// Throws UsageError if `text` is neither empty nor one of `names`. The message suggests the nearest name.
void require_view(const std::string& option, const std::string& text, const std::vector<std::string>& names) {
  if (text.empty() || std::ranges::find(names, text) != names.end()) return;
  const std::string nearest = data::nearest(text, names);
  throw UsageError(fmt::format("{} {}: there is no such view{} (choose from {})", option, text,
                               nearest.empty() ? "" : fmt::format(", did you mean {}?", nearest),
                               fmt::join(names, ", ")));
}

std::vector<std::string> plot_names() {
  std::vector<std::string> names;
  for (int i = 0; i <= static_cast<int>(TuningPicture::stages); ++i) {
    names.emplace_back(name(static_cast<TuningPicture>(i)));
  }
  std::ranges::move(external_picture_names(), std::back_inserter(names));
  return names;
}

/// Returns the list of views for the help: "window, texture, bars, timing; radix sorts: digits; ...". Views that every
/// algorithm has come first.
std::string views_help() {
  std::string help, diagrams_help;
  for (const std::string& name : part_names()) {
    const auto diagrams = diagram_names();
    const auto diagram = std::ranges::find(diagrams, name, &DiagramName::name);
    if (diagram == diagrams.end()) {
      help += (help.empty() ? "" : ", ") + name;
    } else {
      const bool again = diagram != diagrams.begin() && std::string_view((diagram - 1)->subject) == diagram->subject;
      diagrams_help += again ? ", " + name : fmt::format("; {}: {}", diagram->subject, name);
    }
  }
  return "view that fills the picture, or that is enlarged in the window: " + help + diagrams_help +
         " (default: window)";
}

bool is_flag(const CLI::Option& option) {
  return option.get_expected_max() == 0;
}

std::optional<Follow> parse_follow(std::string_view text) {
  if (text == "place") return Follow::place;
  return text == "key" ? std::optional(Follow::value) : std::nullopt;
}

std::optional<KernelView> parse_kernel_view(std::string_view text) {
  if (text == "threads") return KernelView::threads;
  return text == "words" ? std::optional(KernelView::words) : std::nullopt;
}

double fold_option(const std::string& text) {
  const double fold = data::read_number<double>(text).value_or(-1);
  if (fold >= 0 && fold <= 1) return fold;
  throw UsageError(fmt::format("--fold {}: choose from 0, the line of keys, to 1, the texture", text));
}

/// Adds the display options of a run.
void add_look_options(const OptionGroup& group, ViewState& view_state) {
  RunLook& look = view_state.look;
  group.word("--follow", "object to follow", "place, key", parse_follow, look.follow,
             "what stays pinned from pass to pass (default: key)");
  group.flag("--trail", look.trail, "draw the path of the pinned key through the passes");
  group.value("--view", "VIEW", view_state.view, views_help(), part_names);
  group.value("--focus", "VIEW", view_state.focus, "window: view that is enlarged, or that replaces all others",
              focus_names);
  group.value("--diagram", "VIEW", look.diagram, "diagram to show, if the algorithm has several", names_of_diagrams);
  group.value("--buffer", "NAME", look.buffer, "buffers: buffer of a sort of your own to show (default: the first)");
  group.flag("--source", look.source, "show the source of the pass's shader or kernel instead of the bars");
  group.flag("--pseudocode", look.pseudocode, "show the pseudocode of the algorithm instead of the bars");
  group.flag("--history", look.history, "show what each pass did with the pinned index instead of the bars");
  group.flag("--history-of-key", look.history_of_key,
             "history: show what each pass did with the pinned key instead of its index");
  group.read(
      "--fold", "POSITION", [&look](const std::string& text) { look.fold = fold_option(text); },
      "fold: position from 0, the line of keys, to 1, the texture (default: 1)", {},
      [&look] { return look.fold == 1 ? std::nullopt : std::optional(fmt::format("{:g}", look.fold)); });
  group.flag("--value-colours", look.value_colours, "colour keys by value instead of by digit or bucket");
  group.flag("--own-picture", look.own_picture,
             "records: show the algorithm's diagram instead of the records in memory");
  group.word("--kernels", "kernel view", "threads, words", parse_kernel_view, look.kernels,
             "CPU-executed kernels: show this view instead of the algorithm's diagram");
  ThreadChoice& threads = view_state.threads;
  group.value("--launch", "LAUNCH", threads.launch,
              "threads, words: number of the launch in the pass, from 1 (default: 1)");
  group.value("--block", "BLOCK", threads.block,
              "threads, words: number of the block in the launch, from 0 (default: 0)");
  group.value("--warp", "WARP", threads.warp, "threads, words: number of the warp in the block, from 0 (default: 0)");
  group.value("--instruction", "PLACE", threads.instruction,
              "threads, words: number of the warp's instruction, from 1 (default: the most wasteful one)");
  group.value("--compare-with,--lane", "RUNNER", view_state.lanes,
              "race: algorithm to run next to that of -a, \"ID\" or \"ID NAME=VALUE ...\"; may be repeated");
  group.value("--clock", "CLOCK", view_state.clock, "race: synchronise lanes by pass, bytes or time (default: pass)",
              listed("pass, bytes, time"));
  group.value("--results", "FILE.jsonl", view_state.results,
              "results of a sweep, or report of external-sort --json, to show");
  group.value("--plot", "PLOT", view_state.plot,
              "plot of the results (default: heat map of a sweep, pipeline of external-sort)", plot_names);
}

/// Adds --pass, --pin and the display options. `pass` is the default of --pass in the help. If `pass` is empty, the
/// option --pass is not added.
void add_view_state_options(const OptionGroup& group, ViewState& view_state, const std::string& pass) {
  if (!pass.empty()) {
    group.value("--pass", "PASS", view_state.pass,
                fmt::format("number of passes done: 0 is the input, 'end' the result (default: {})", pass),
                listed("0, end"));
  }
  group.value("--pin", "INDEX", view_state.pin, "pin the element at this index, as a click does");
  add_look_options(group, view_state);
}

}  // namespace

std::string command_line(const ViewState& view_state) {
  AlgorithmOptions algorithm{.id = view_state.algorithm};
  for (const auto& [parameter, value] : view_state.parameters) algorithm.assignments.push_back(parameter + "=" + value);
  ViewState told = view_state;
  if (told.view == ViewState{}.view) told.view.clear();
  CommandWords words{.line = command_line(view_state.problem) + question_options(view_state.problem.questions)};
  algorithm.add_options(OptionGroup(words));
  add_view_state_options(OptionGroup(words), told, "half of them");
  return words.line;
}

void ViewStateOptions::add_options(CLI::App& app, const std::string& pass) {
  app_ = &app;
  add_problem_options(app, problem_);
  add_sequence_options(app, problem_);
  questions_.add_options(app);
  algorithm_.add_options(OptionGroup(app, "Algorithm"));
  add_view_state_options(OptionGroup(app, "View state"), view_state_, pass);
  const auto options = std::as_const(app).get_options();
  std::ranges::copy_if(options, std::back_inserter(all_),
                       [](const CLI::Option* option) { return option->get_single_name() != "help"; });
}

bool ViewStateOptions::any(std::string_view except) const {
  return std::ranges::any_of(
      all_, [&](const CLI::Option* option) { return option->count() > 0 && option->get_single_name() != except; });
}

bool ViewStateOptions::names_a_problem() const {
  return !problem_.input.empty() || !problem_.values.empty() || problem_.n || app_->count("--distribution") > 0;
}

ViewState ViewStateOptions::view_state() const {
  if (is_session_file(problem_.input) || is_address(problem_.input)) return of_file();
  const auto& algorithm = shown_algorithm(algorithm_, questions_);
  ViewState view_state = view_state_;
  require_view("--view", view_state.view, part_names());
  require_view("--focus", view_state.focus, focus_names());
  require_view("--diagram", view_state.look.diagram, names_of_diagrams());
  require_view("--plot", view_state.plot, plot_names());
  if (!view_state.lanes.empty() && view_state.focus.empty() && view_state.view == "window") view_state.focus = "race";
  view_state.problem = problem_;
  if (is_results_file(problem_.input)) {
    view_state.results = problem_.input;
    view_state.problem.input.clear();
  }
  const bool shows_results = !view_state.results.empty() && view_state.focus.empty() && view_state.view == "window";
  if (shows_results) view_state.focus = is_external_report(view_state.results) ? "external" : "tuning";
  if (!names_a_problem() || is_results_file(problem_.input)) {
    const ProblemSpec example = shown_example(algorithm);
    view_state.problem.distribution = example.distribution;
    view_state.problem.n = example.n;
  }
  view_state.problem.questions = questions_.questions();
  view_state.algorithm = algorithm.info().id;
  view_state.parameters = algorithm_.overrides(algorithm, view_state.problem.payload);
  return view_state;
}

ViewState ViewStateOptions::of_file() const {
  // Find the algorithm of -a first, because a link may then name its folder.
  if (is_address(problem_.input) && !algorithm_.id.empty()) algorithms::find_algorithm(algorithm_.id);
  SessionFile file = is_address(problem_.input) ? read_address(problem_.input) : read_session(problem_.input);
  const auto is_given = [this](const std::string& name) {
    const CLI::Option* option = app_->get_option_no_throw("--" + name);
    return option != nullptr && option->count() > 0;
  };
  std::vector<std::string> words;
  for (const std::string& word : file.words) {
    const std::string name = word.starts_with("--") ? word.substr(2, word.find('=') - 2) : "";
    if (name.empty() || !is_given(name)) words.push_back(word);
    if (!name.empty() && is_given(name)) file.origin.lines.erase(name);
  }
  for (const CLI::Option* option : all_) {
    if (option->count() == 0 || option->get_positional()) continue;
    const std::string name = "--" + option->get_lnames().front();
    if (is_flag(*option)) words.push_back(name);
    if (is_flag(*option)) continue;
    for (const std::string& value : option->results()) words.push_back(name + "=" + value);
  }
  ViewState view_state = read_view_state(words);
  view_state.layout = file.layout;
  // A session file may contain a lesson. Keep it only if the file is the only option, because other options change the
  // view state.
  if (std::ranges::count_if(all_, [](const CLI::Option* option) { return option->count() > 0; }) == 1) {
    view_state.lesson = std::move(file.lesson);
  }
  view_state.shaders = std::move(file.shaders);
  view_state.origin = std::move(file.origin);
  return view_state;
}

namespace {

/// Returns the kind of values that an option has, according to its placeholder in the help. An unknown placeholder
/// counts as a file, which links do not accept.
FieldKind kind_of_type(const std::string& type) {
  if (type == "ID") return FieldKind::algorithm;
  if (type == "RUNNER") return FieldKind::runner;
  constexpr std::array values{
      "",     "WORD",  "WORD,WORD,...", "NUMBER", "SIZE",  "NAME", "LIST",  "NAME=VALUE", "L,L,...", "K",   "Q",
      "PASS", "INDEX", "POSITION",      "LAUNCH", "BLOCK", "WARP", "PLACE", "VIEW",       "CLOCK",   "PLOT"};
  const bool is_value =
      std::ranges::find(values, type, [](const char* one) { return std::string_view(one); }) != values.end();
  return is_value ? FieldKind::value : FieldKind::file;
}

/// Parser for the options of a view state. The options belong to a subcommand. Otherwise, error messages would take
/// option values for names of commands.
struct ParsedState {
  CLI::App app{"", "texelsort"};
  ViewStateOptions options;

  explicit ParsedState(std::vector<std::string> words) {
    CLI::App* command = app.add_subcommand("render");
    options.add_options(*command, "half of them");
    words.insert(words.begin(), "render");
    std::ranges::reverse(words);
    try {
      app.parse(std::move(words));
    } catch (const CLI::ParseError& error) {
      throw UsageError(describe(app, error));
    }
  }

  std::vector<GivenOption> given(bool all) {
    std::vector<GivenOption> given;
    for (const CLI::Option* option : std::as_const(*app.get_subcommand("render")).get_options()) {
      if (option->get_single_name() == "help" || (!all && option->count() == 0)) continue;
      const bool named = !option->get_positional();
      // In "WORD:{a,b}", the text after the colon comes from validators.
      const std::string whole = option->get_type_name(), type = whole.substr(0, whole.find(':'));
      given.push_back({.name = named ? option->get_lnames().front() : "input",
                       .flag = is_flag(*option),
                       .assigns = type == "NAME=VALUE",
                       .text = !named || type == "LIST",
                       .kind = named ? kind_of_type(type) : FieldKind::file,
                       .values = option->results()});
    }
    return given;
  }
};

}  // namespace

std::vector<GivenOption> view_state_options() {
  return ParsedState({}).given(true);
}

std::vector<GivenOption> given_options(const std::string& line) {
  return ParsedState(shell_words(line)).given(false);
}

ViewState read_view_state(const std::vector<std::string>& words) {
  return ParsedState(words).options.view_state();
}

ViewState read_view_state(const std::string& line) {
  return read_view_state(shell_words(line));
}

}  // namespace texelsort::app
