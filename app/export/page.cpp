#include "app/export/page.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "app/export/page_run.h"
#include "app/export/theme.h"
#include "app/problem/embedded_files.h"
#include "app/session/options/view_state_options.h"
#include "app/session/session_file.h"
#include "app/session/state_url.h"
#include "compute/algorithms/registry.h"
#include "compute/data/error.h"
#include "compute/data/text/number_format.h"
#include "compute/data/text/outgoing_text.h"

namespace texelsort::app {

namespace {

using nlohmann::ordered_json;

/// Returns the colours of the window's theme as custom properties of a style sheet.
std::string theme_properties(ThemeName name) {
  const Theme& t = theme(name);
  const std::array<std::pair<const char*, std::uint32_t>, 18> colours{{{"background", t.background},
                                                                       {"panel", t.panel},
                                                                       {"raised", t.raised},
                                                                       {"hovered", t.hovered},
                                                                       {"line", t.line},
                                                                       {"text", t.text},
                                                                       {"dim", t.dim},
                                                                       {"faint", t.faint},
                                                                       {"accent", t.accent},
                                                                       {"on-accent", t.on_accent},
                                                                       {"minimum", t.minimum},
                                                                       {"maximum", t.maximum},
                                                                       {"decide", t.decide},
                                                                       {"swapped", t.swapped},
                                                                       {"kept", t.kept},
                                                                       {"selected", t.selected},
                                                                       {"warning", t.warning},
                                                                       {"not-a-number", t.not_a_number}}};
  std::string text;
  for (const auto& [property, colour] : colours) {
    const glm::vec4 channels = to_vec4(colour) * 255.0f + 0.5f;
    text += fmt::format("--{}: #{:02x}{:02x}{:02x};", property, static_cast<unsigned>(channels.r),
                        static_cast<unsigned>(channels.g), static_cast<unsigned>(channels.b));
  }
  return text;
}

std::string themes() {
  return fmt::format(
      ":root {{ color-scheme: light dark; {} }}\n@media (prefers-color-scheme: dark) {{ :root {{ {} }} }}\n",
      theme_properties(ThemeName::light), theme_properties(ThemeName::dark));
}

/// Returns JSON text with "<" escaped, so that the text cannot end its enclosing HTML element.
std::string embedded_json(const ordered_json& data) {
  std::string text;
  for (const char c : data::json_text(data)) {
    if (c == '<') {
      text += "\\u003c";
    } else {
      text += c;
    }
  }
  return text;
}

std::string filled(std::string_view skeleton, const std::vector<std::pair<std::string_view, std::string>>& places) {
  std::string page;
  while (true) {
    const std::size_t open = skeleton.find("{{");
    page += skeleton.substr(0, open);
    if (open == std::string_view::npos) return page;
    const std::size_t close = skeleton.find("}}", open);
    const std::string_view name = skeleton.substr(open + 2, close - open - 2);
    for (const auto& [place, text] : places) {
      if (place == name) page += text;
    }
    skeleton.remove_prefix(close + 2);
  }
}

std::string page_of(const std::string& title, ordered_json data, const PageOptions& options) {
  if (!options.program.empty()) {
    data["program"] = options.program;
  } else {
    for (ordered_json& step : data["steps"]) step.erase("fragment");
  }
  std::string script;
  for (const std::string_view part : {"data", "keys", "network", "records", "details", "questions", "page"}) {
    script += embedded_file(fmt::format("page/{}.js", part)).text();
  }
  return filled(embedded_file("page/page.html").text(),
                {{"title", data::xml_text(title)},
                 {"version", TEXELSORT_VERSION},
                 {"kind", options.embed ? "embedded" : "whole"},
                 {"style", themes() + std::string(embedded_file("page/page.css").text())},
                 {"data", embedded_json(data)},
                 {"script", script}});
}

void refuse_many_keys(std::uint64_t n) {
  if (n <= most_page_keys) return;
  throw UsageError(fmt::format("{} are too many for a page, which shows at most {}: choose fewer with -n",
                               data::counted(n, "key"), data::counted(most_page_keys, "key")));
}

/// Opens a view state in the session. Executes the run to its end first, so that all passes are known.
void open(Session& session, const ViewState& view_state) {
  if (view_state.problem.input.empty() && view_state.problem.files.empty() && view_state.problem.values.empty()) {
    refuse_many_keys(generated_n(view_state.problem).value_or(0));
  }
  show(session, view_state);
  refuse_many_keys(session.problem().n());
  if (session.player().total().value_or(0) <= most_page_states) seek_to(session, "end");
  const std::uint64_t states = session.player().total().value_or(0) + 1, n = session.problem().n();
  if (n * states > most_page_states) {
    throw UsageError(fmt::format(
        "a page shows at most {2} in all its states together, but this run has {0} in {1} states: choose fewer "
        "keys with -n",
        data::counted(n, "key"), data::grouped(states), data::grouped(most_page_states)));
  }
  seek_to(session, view_state.pass);
}

PageStops all_stops(const Session& session) {
  PageStops stops;
  for (std::uint64_t pass = 0; pass <= session.player().total().value_or(0); ++pass) stops.insert(pass);
  return stops;
}

ordered_json run_of(Session& session, const ViewState& view_state, const PageStops& stops) {
  ordered_json run = page_run(session, stops);
  if (const auto command = page_command(view_state)) run["command"] = *command;
  return run;
}

/// Collects the runs of all steps of a lesson, so that steps with the same run share its data in the page. Notes the
/// positions that the page shows of each run.
class LessonRuns {
 public:
  std::size_t add(const Session& session, const ViewState& view_state) {
    const auto same = [&view_state](const Entry& entry) {
      return entry.view_state.problem == view_state.problem && entry.view_state.algorithm == view_state.algorithm &&
             entry.view_state.parameters == view_state.parameters;
    };
    auto found = std::ranges::find_if(runs_, same);
    if (found == runs_.end()) found = runs_.insert(found, Entry{view_state, {}});
    const bool whole = session.problem().n() <= most_whole_lesson_keys;
    found->stops.merge(whole ? all_stops(session) : stops_around(session));
    return static_cast<std::size_t>(found - runs_.begin());
  }

  ordered_json write(Session& session) const {
    ordered_json runs = ordered_json::array();
    for (const Entry& entry : runs_) {
      app::open(session, entry.view_state);
      runs.push_back(run_of(session, entry.view_state, entry.stops));
    }
    return runs;
  }

 private:
  struct Entry {
    ViewState view_state;
    PageStops stops;
  };
  std::vector<Entry> runs_;

  /// Returns the positions of the run that the page of a lesson's step shows: input, result, present position and its
  /// neighbours. The next position is necessary because the step's question asks about it.
  static PageStops stops_around(const Session& session) {
    const std::uint64_t here = session.player().position(), end = session.player().total().value_or(0);
    return {0, here == 0 ? 0 : here - 1, here, std::min(here + 1, end), end};
  }
};

/// Returns the URL fragment that opens the browser edition at a view state. Returns nothing for keys or networks from
/// files, because readers of the page do not have the files.
std::optional<std::string> fragment_at(const Session& session, const ViewState& view_state) {
  if (!view_state.problem.input.empty() || !view_state.problem.files.empty()) return std::nullopt;
  try {
    algorithms::find_algorithm_without_files(session.algorithm().info().id);
  } catch (const UsageError&) {
    return std::nullopt;
  }
  ViewState shown = in_window(view_state);
  shown.pass = std::to_string(session.player().position());
  return fragment_of(session_text(shown, {}));
}

ordered_json lesson_step(Session& session, const Lesson& lesson, std::size_t number, LessonRuns& runs) {
  const LessonStep& step = lesson.steps[number];
  ViewState view_state = read_view_state(step.show);
  open(session, view_state);
  ordered_json result{{"run", runs.add(session, view_state)}, {"pass", session.player().position()}};
  result["view"] = view_state.view;
  if (view_state.pin) result["pin"] = *view_state.pin;
  result["caption"] = step.caption;
  if (!step.name.empty()) result["name"] = step.name;
  const std::string name = findable_name_of(lesson);
  if (!is_lesson_file(name)) view_state.lesson = LessonPlace{name, number};
  if (const auto fragment = fragment_at(session, view_state)) result["fragment"] = *fragment;
  if (!step.question) return result;
  const LessonQuestion& question = *step.question;
  const Prediction answered =
      prediction(session, question, question.other.empty() ? ViewState{} : read_view_state(question.other));
  if (answered.question.answer != question.answer) {
    throw UsageError(fmt::format("the answer of the lesson is '{}', but that of the run is '{}'", question.answer,
                                 answered.question.answer));
  }
  result["question"] = page_question(answered);
  return result;
}

}  // namespace

std::string run_page(Session& session, const ViewState& view_state, const PageOptions& options) {
  session.look.colormap = options.colormap;
  ViewState first = view_state;
  if (first.pass.empty()) first.pass = "0";
  open(session, first);
  ordered_json step{{"run", 0}, {"pass", session.player().position()}, {"view", first.view}};
  if (first.pin) step["pin"] = *first.pin;
  if (const auto fragment = fragment_at(session, first)) step["fragment"] = *fragment;
  const std::string title =
      fmt::format("{}: {}", session.algorithm().info().title, data::counted(session.problem().n(), "key"));
  return page_of(title,
                 {{"title", title},
                  {"runs", ordered_json::array({run_of(session, first, all_stops(session))})},
                  {"steps", ordered_json::array({step})}},
                 options);
}

std::string lesson_page(Session& session, const Lesson& lesson, const PageOptions& options) {
  session.look.colormap = options.colormap;
  LessonRuns runs;
  ordered_json steps = ordered_json::array();
  for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
    try {
      steps.push_back(lesson_step(session, lesson, i, runs));
    } catch (const UsageError& error) {
      throw UsageError(fmt::format("{}:{}: step {}: {}", lesson.file, lesson.steps[i].line, i + 1, error.what()));
    }
  }
  return page_of(lesson.title,
                 {{"title", lesson.title},
                  {"lesson", {{"level", lesson.level}, {"minutes", lesson.minutes}, {"source", lesson.source}}},
                  {"runs", runs.write(session)},
                  {"steps", std::move(steps)}},
                 options);
}

}  // namespace texelsort::app
