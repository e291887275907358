#pragma once

#include <map>
#include <string>

#include "app/export/plots/plot.h"
#include "app/gui/panels/widgets.h"
#include "app/gui/window/ui.h"
#include "app/session/tuning.h"

namespace texelsort::app {

/// Text fields for the next sweep, and view settings of the tuning workspace that are not part of the session.
struct TuningPanelState {
  bool shows_panel = false;  ///< true to show the panel if there is no space for both the panel and the plots
  bool suggested = false;    ///< true once the text fields have been filled with suggestions
  std::string algorithms, sizes, types, distributions, seconds;
  std::map<std::string, std::string> axes;  ///< values to sweep, by parameter; an empty text means the tuned values
  std::string path;

  HeatMapOptions heat;
  double best_percent = 10;
  bool log = true;   ///< true for logarithmic axes, if the plot allows a choice
  std::string size;  ///< number of keys of the rows that are shown; empty to show all numbers
  TuningPicture zoomed = TuningPicture::heat_map;  ///< plot to which the ranges `x` and `y` belong
  /// Ranges of the axes that are visible after zooming; unset if all values are visible.
  std::optional<ValueSpan> x, y;
  std::vector<StageBar> stages;       ///< stages of the measurements that were made while the workspace was visible
  std::string staged;                 ///< description of the measurement that was added last to `stages`
  std::uint64_t rows_of = 0;          ///< revision of the results to which `dimensions` and `keys` belong
  std::vector<Dimension> dimensions;  ///< dimensions in which the rows differ
  std::vector<std::string> keys;      ///< trial keys of all rows
  std::string drawn_of;               ///< all inputs of the present plot as text, from which changes are detected
  Plot plot;
  std::string no_plot;  ///< reason why there is no plot; empty if there is a plot
};

/// Returns the state of the tuning workspace for this window. The first call creates it.
TuningPanelState& tuning_sight(Ui& ui);

/// Draws the text fields for the next sweep, and a summary of its results.
void tuning_panel(Ui& ui, Session& session, const Box& box);
/// Draws the ranked results of the sweep as a list. The fastest result of each problem comes first.
void tuning_ranking(Ui& ui, Session& session, const Box& box);
/// Returns the text of a result's tooltip.
std::string row_text(const TrialResult& row);
/// Returns the trial key of the session's problem, algorithm and parameters, in the form of TrialResult::key().
std::string key_of(const Session& session);
/// Draws the controls of the present plot in as many rows as necessary. Returns the area below.
Box tuning_controls(Ui& ui, Tuning& tuning, const Box& box);
/// Adds a new measurement of the session's run to the bars of stages.
void note_stages(TuningPanelState& sight, const Session& session);
/// Draws the plots of the sweep's results.
void tuning_plots(Ui& ui, Session& session, const Box& box);

}  // namespace texelsort::app
