#pragma once

#include <map>
#include <string>

#include "app/export/plots/plot.h"
#include "app/gui/panels/widgets.h"
#include "app/gui/window/ui.h"
#include "app/session/tuning.h"

namespace texelsort::app {

/// Text fields for the next sweep, and view settings of the tuning workspace that session files do not contain.
struct TuningPanelState {
  bool shows_panel = false;      ///< true to show the panel instead of the plots if there is no space for both
  bool suggested = false;        ///< true if suggestions have already been put into the text fields
  std::uint64_t request_of = 0;  ///< revision of the request that the text fields show
  std::string algorithms, sizes, types, distributions, seconds;
  /// Values to sweep for each parameter, as text; an empty text means the default values.
  std::map<std::string, std::string> axes;
  std::string path;

  HeatMapOptions heat;
  double best_percent = 10;
  bool log = true;   ///< true for logarithmic axes, if the plot allows a choice
  std::string size;  ///< number of keys whose rows are shown; empty to show rows of all numbers
  /// Plot to which the zoomed ranges belong; other plots are not zoomed.
  TuningPicture zoomed = TuningPicture::heat_map;
  /// Ranges of the axes to which the user has zoomed. Unset if all values are visible.
  std::optional<ValueSpan> x, y;
  std::vector<StageBar> stages;  ///< stages of each measurement since the workspace was opened, for the bar chart
  std::string staged;            ///< text that identifies the measurement that was added last to the bar chart
  std::uint64_t rows_of = 0;     ///< revision of the sweep's results from which the dimensions and keys were computed
  std::vector<Dimension> dimensions;  ///< dimensions in which the rows of the sweep differ
  std::vector<std::string> keys;      ///< identifying text of each row, from TrialResult::key()
  std::string drawn_of;  ///< all inputs of the present plot as text; if this text changes, the plot is drawn again
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
/// Returns the text of TrialResult::key() for the session's problem, algorithm and parameters. It identifies the row
/// that the session shows.
std::string key_of(const Session& session);
/// Draws the controls of the present plot in as many rows as necessary. Returns the area below.
Box tuning_controls(Ui& ui, Tuning& tuning, const Box& box);
/// Adds the measurement of the session's run to the bars of stages, unless it has already been added.
void note_stages(TuningPanelState& sight, const Session& session);
/// Draws the plots of the sweep's results.
void tuning_plots(Ui& ui, Session& session, const Box& box);

}  // namespace texelsort::app
