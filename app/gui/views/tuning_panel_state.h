#pragma once

#include <map>
#include <string>

#include "app/export/plots/plot.h"
#include "app/gui/panels/widgets.h"
#include "app/gui/window/ui.h"
#include "app/session/tuning.h"

namespace texelsort::app {

/// Text fields of the next sweep, and view settings of the tuning workspace outside the session.
struct TuningPanelState {
  bool shows_panel = false;  ///< show the panel instead of the plots if only one fits
  bool suggested = false;    ///< the fields have been filled with suggestions
  std::string algorithms, sizes, types, distributions, seconds;
  std::map<std::string, std::string> axes;  ///< values by parameter; empty for the tuned ones
  std::string path;

  HeatMapOptions heat;
  double best_percent = 10;
  bool log = true;                                 ///< logarithmic, for axes that can be either
  std::string size;                                ///< number of keys of the visible rows; empty for all
  TuningPicture zoomed = TuningPicture::heat_map;  ///< picture that x and y apply to
  std::optional<ValueSpan> x, y;                   ///< visible ranges of the axes after zooming
  std::vector<StageBar> stages;                    ///< measurements made while the workspace was visible
  std::string staged;                              ///< description of the last added measurement
  std::uint64_t rows_of = 0;                       ///< revision of the results that the next two belong to
  std::vector<Dimension> dimensions;               ///< in which rows differ
  std::vector<std::string> keys;                   ///< of all rows
  std::string drawn_of;                            ///< all inputs of the present plot, as text
  Plot plot;
  std::string no_plot;  ///< why there is no plot; empty if there is one
};

/// Returns the state for this window, and creates it at the first call.
TuningPanelState& tuning_sight(Ui& ui);

/// Draws the fields of the sweep and its results.
void tuning_panel(Ui& ui, Session& session, const Box& box);
/// Draws the ranked results as a list, the fastest of each problem first.
void tuning_ranking(Ui& ui, Session& session, const Box& box);
/// Returns a row's tooltip.
std::string row_text(const TrialResult& row);
/// Returns the key of the session's problem, algorithm and parameters, in the form of TrialResult::key().
std::string key_of(const Session& session);
/// Draws the controls of the present picture in as many rows as necessary. Returns the remaining area.
Box tuning_controls(Ui& ui, Tuning& tuning, const Box& box);
/// Adds a new measurement of the session to the stage bars.
void note_stages(TuningPanelState& sight, const Session& session);
/// Draws plots of the results.
void tuning_plots(Ui& ui, Session& session, const Box& box);

}  // namespace texelsort::app
