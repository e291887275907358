#pragma once

#include <map>
#include <string>

#include "app/export/plots/plot.h"
#include "app/gui/panels/widgets.h"
#include "app/gui/window/ui.h"
#include "app/session/tuning.h"

namespace texelsort::app {

/// The typed fields of the next sweep, and the choices of the workspace for tuning that belong to the window alone.
struct TuningPanelState {
  bool shows_panel = false;  ///< where there is room for the panel or the plots
  bool suggested = false;    ///< the fields have been filled once
  std::string algorithms, sizes, types, distributions, seconds;
  std::map<std::string, std::string> axes;  ///< values by parameter; empty: the tuned ones
  std::string path;

  HeatMapOptions heat;
  double best_percent = 10;
  bool log = true;                                 ///< axes with numbers that can be either
  std::string size;                                ///< the number of keys whose rows are shown; empty: all
  TuningPicture zoomed = TuningPicture::heat_map;  ///< the picture that x and y are of
  std::optional<ValueSpan> x, y;                   ///< what zooming has left of the axes
  std::vector<StageBar> stages;                    ///< of what was measured while the workspace was shown
  std::string staged;                              ///< the measurement that was added last, in words
  std::uint64_t rows_of = 0;                       ///< the results' revision that the next two are of
  std::vector<Dimension> dimensions;               ///< in which rows differ
  std::vector<std::string> keys;                   ///< of all rows
  std::string drawn_of;                            ///< all that the plot depends on, in words
  Plot plot;
  std::string no_plot;  ///< why there is none; empty: there is one
};

/// The sight of this window, made when it is first asked for.
TuningPanelState& tuning_sight(Ui& ui);

/// What is asked for, and what has come of it.
void tuning_panel(Ui& ui, Session& session, const Box& box);
/// The results that rank as a list, the fastest of each problem first.
void tuning_ranking(Ui& ui, Session& session, const Box& box);
/// What a row says to who points at it.
std::string row_text(const TrialResult& row);
/// The session's problem, algorithm and parameters, as TrialResult::key() has them.
std::string key_of(const Session& session);
/// What the present picture shows and how, in as many rows as it takes; returns what is left below.
Box tuning_controls(Ui& ui, Tuning& tuning, const Box& box);
/// Takes a new measurement of the session among the bars of stages.
void note_stages(TuningPanelState& sight, const Session& session);
/// Plots of the results.
void tuning_plots(Ui& ui, Session& session, const Box& box);

}  // namespace texelsort::app
