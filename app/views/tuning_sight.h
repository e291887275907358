#pragma once

#include <map>
#include <string>

#include "app/panels/widgets.h"
#include "app/tuning/tuning.h"
#include "app/window/ui.h"

namespace texelsort::app {

/// What is typed of the next sweep, and what the eye has set in the workplace for tuning.
struct TuningSight {
  bool suggested = false;  ///< the fields have been filled once
  std::string algorithms, sizes, types, distributions, seconds;
  std::map<std::string, std::string> axes;  ///< values by parameter; empty: the tuned ones
  std::string path;
};

/// The sight of this window, made when it is first asked for.
TuningSight& tuning_sight(Ui& ui);

/// What is asked for, and what has come of it.
void tuning_panel(Ui& ui, Session& session, const Box& box);
/// The results that rank as a list, the fastest of each problem first.
void tuning_ranking(Ui& ui, Session& session, const Box& box);
/// What a row says to who points at it.
std::string row_text(const TrialResult& row);
/// The session's problem, algorithm and parameters, as TrialResult::key() has them.
std::string key_of(const Session& session);
/// Plots of the results.
void tuning_plots(Ui& ui, Session& session, const Box& box);

}  // namespace texelsort::app
