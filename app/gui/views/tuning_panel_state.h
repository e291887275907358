#pragma once

#include <map>
#include <string>

#include "app/export/plots/plot.h"
#include "app/gui/panels/widgets.h"
#include "app/gui/window/ui.h"
#include "app/session/tuning.h"

namespace texelsort::app {

/// Text fields of the next sweep, and those view settings of the tuning workspace that are not part of the session.
struct TuningPanelState {
  bool shows_panel = false;  ///< true if the panel is shown when only panel or plots fit
  bool suggested = false;    ///< true if the fields have been filled with suggestions
  std::string algorithms, sizes, types, distributions, seconds;
  std::map<std::string, std::string> axes;  ///< values to sweep by parameter; empty if the tuned ones
  std::string path;

  HeatMapOptions heat;
  double best_percent = 10;
  bool log = true;                                 ///< true for logarithmic axes, where there is a choice
  std::string size;                                ///< number of keys of the visible rows; empty for all numbers
  TuningPicture zoomed = TuningPicture::heat_map;  ///< picture to which the ranges x and y belong
  std::optional<ValueSpan> x, y;                   ///< visible ranges of the axes after zooming
  std::vector<StageBar> stages;                    ///< measurements made while the workspace was visible
  std::string staged;                              ///< description of the measurement that was added last
  std::uint64_t rows_of = 0;                       ///< revision of the results to which `dimensions` and `keys` belong
  std::vector<Dimension> dimensions;               ///< dimensions in which rows differ
  std::vector<std::string> keys;                   ///< trial keys of all rows
  std::string drawn_of;                            ///< all inputs of the present plot as text, to detect changes
  Plot plot;
  std::string no_plot;  ///< reason why there is no plot; empty if there is one
};

/// Returns the state for this window, and creates it at the first call.
TuningPanelState& tuning_sight(Ui& ui);

/// Draws the fields of the sweep and its results.
void tuning_panel(Ui& ui, Session& session, const Box& box);
/// Draws the ranked results as a list, the fastest of each problem first.
void tuning_ranking(Ui& ui, Session& session, const Box& box);
/// Returns the tooltip of a row.
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
