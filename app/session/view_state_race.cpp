#include <fmt/format.h>

#include "app/problem/algorithm_options.h"
#include "app/problem/problem_options.h"
#include "app/problem/shell.h"
#include "app/session/race.h"
#include "app/session/view_state.h"
#include "compute/algorithms/registry.h"
#include "compute/data/error.h"
#include "compute/data/text/number.h"

namespace texelsort::app {

namespace {

/// Reads a lane of a race from text of the form "ID NAME=VALUE ...".
algorithms::Configuration read_lane(const std::string& text) {
  const std::vector<std::string> words = shell_words(text);
  if (words.empty()) throw UsageError("--lane: expected an algorithm, and NAME=VALUE for each of its parameters");
  try {
    return {&algorithms::find_algorithm(words.front()), parse_assignments({words.begin() + 1, words.end()})};
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("--lane {}: {}", words.front(), error.what()));
  }
}

void finish(Race& race) {
  do {
    race.update(0, 1);
  } while (race.busy());
  if (!race.message().empty()) throw UsageError(race.message());
}

}  // namespace

void set_race(Session& session, const ViewState& view_state) {
  if (view_state.view != "race" && view_state.focus != "race") {
    if (view_state.lanes.empty() && view_state.clock.empty()) return;
    throw UsageError("--lane, --clock: these need --view race");
  }
  Race& race = new_race(session);
  if (view_state.lanes.size() > Race::most - 1) {
    throw UsageError(fmt::format("--lane: a race has at most {} lanes in addition to that of -a", Race::most - 1));
  }
  if (!view_state.lanes.empty()) race.keep_first();
  for (const std::string& text : view_state.lanes) {
    if (!race.add(session, read_lane(text))) throw UsageError("--lane " + race.message());
  }
  if (!view_state.clock.empty()) {
    const auto clock = find_race_clock(view_state.clock);
    if (!clock) throw UsageError(fmt::format("--clock {}: choose pass, bytes or time", view_state.clock));
    race.set_clock(*clock);
  }
  finish(race);
  const auto pass = view_state.pass == "end" ? std::nullopt : data::parse_size(view_state.pass);
  if (view_state.pass == "end" || !race.end()) {
    race.to_end();
    finish(race);
  }
  if (pass) race.seek(race.lanes().front()->end_of(race.clock(), *pass));
  if (view_state.pass.empty()) race.seek(0.5 * race.end().value_or(0));
  finish(race);
}

void note_race(Session& session, ViewState& view_state) {
  Race* race = shown_race(session);
  if (race == nullptr || race->lanes().empty()) return;
  const RaceLane& first = *race->lanes().front();
  view_state.algorithm = first.session().algorithm().info().id;
  view_state.parameters = first.session().overrides();
  view_state.pass = race->end() == race->now() ? "end" : std::to_string(first.passes_at(race->clock(), race->now()));
  if (race->clock() != RaceClock::pass) view_state.clock = name(race->clock());
  for (std::size_t i = 1; i < race->lanes().size(); ++i) {
    const Session& lane = race->lanes()[i]->session();
    std::string words = shell_quoted(lane.algorithm().info().id);
    for (const auto& [parameter, value] : lane.overrides()) words += " " + shell_quoted(parameter + "=" + value);
    view_state.lanes.push_back(words);
  }
}

}  // namespace texelsort::app
