#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/export/drawing.h"
#include "app/tuning/sweeps/dimension.h"

/// Plots of the results of sweeps, independent of ImGui and OpenGL. The same plots are drawn in the window, exported as
/// PNG or SVG, and embedded in reports. A row is one result of a sweep, and plots refer to rows by index.
namespace texelsort::app {

/// Appearance of plots. Lengths are in pixels.
struct PlotStyle {
  float width = 960, height = 600;
  float em = 15;  ///< size of the text in pixels, to which all distances are proportional
  /// Colours of the background, of normal, secondary and faint text, and of rules.
  Colour background, text, dim, faint, line;
  Colour accent, warning;      ///< colour of selected items, and colour of errors
  std::vector<Colour> scale;   ///< evenly spaced colours of the scale on which values are shown, from low to high
  std::vector<Colour> series;  ///< colours that distinguish lines and bars
  /// Function that measures the width of a text in pixels. If unset, the widths are those of the built-in fonts.
  std::function<float(Face, float em, std::string_view)> text_width{};
};

/// Maps the values of an axis to pixels.
struct AxisScale {
  bool log = false;
  double low = 0, high = 1;  ///< values at the two ends of the axis
  float from = 0, to = 0;    ///< pixel positions of the two ends of the axis
  float place(double value) const;
  double value(float place) const;
  bool operator==(const AxisScale&) const = default;
};

struct ValueSpan {
  double low = 0, high = 1;
  bool operator==(const ValueSpan&) const = default;
};

/// Returns the axis's range of values after zooming at the pixel `place`. A `factor` below 1 zooms in.
ValueSpan zoomed(const AxisScale& scale, float place, double factor);
/// Returns the axis's range of values after dragging the plot by a number of pixels.
ValueSpan panned(const AxisScale& scale, float pixels);

/// An area of a plot that reacts to the mouse and represents one row, or the best of several rows.
struct Hit {
  Area area;
  std::vector<Point> line{};  ///< line of the plot that reacts to the mouse; if empty, the whole area reacts
  std::size_t row = 0;
  std::string text;  ///< text of the tooltip, with line breaks
};

/// Distance from the middle of a text line down to its baseline, in ems: half the height of a capital letter.
inline constexpr float middle_to_baseline = 0.36f;

/// A text that the drawing contains in shortened form, and its full version.
struct Shortened {
  std::size_t part = 0;  ///< index of the shortened text in Drawing::parts
  std::string whole;
};

struct Plot {
  Drawing drawing;  ///< picture of the plot; higher than PlotStyle asks for if a list is long
  std::vector<Hit> hits;
  std::vector<Shortened> shortened;
  Area inside;                    ///< area of the plot between the axes
  std::optional<AxisScale> x, y;  ///< scales of the axes that show numbers; unset for other axes
  std::size_t left_out = 0;       ///< number of rows for which the plot has no space
};

/// Returns the topmost mouse area that contains a point, or the nearest line within a few pixels. Returns null if there
/// is neither.
const Hit* hit_at(const Plot& plot, Point at);

/// Quantity that a plot shows. It is the time of a row, or its rank among the rows of the same problem (1 is the
/// fastest).
enum class PlotValue : std::uint8_t { time, rank };
/// Value that a cell with several rows shows: their best time, or the geometric mean of their times.
enum class Folding : std::uint8_t { best, mean };
enum class LineOf : std::uint8_t { algorithm, configuration };

/// Required value of each named dimension. Plots omit rows with another value in one of these dimensions.
using Where = std::map<std::string, std::string>;

struct HeatMapOptions {
  std::string x{}, y{};  ///< dimensions of the axes; an empty name selects the most influential dimension
  PlotValue value = PlotValue::time;
  Folding others = Folding::best;
  Where where{};
  std::string title{};
};

/// Draws one cell per pair of values of two dimensions. Darker cells are faster. Rejected configurations are hatched,
/// wrong ones are crossed out, and cells without measurements are empty. With several problems, times are relative to
/// the fastest time of each problem.
Plot heat_map(std::span<const TrialResult> rows, const HeatMapOptions& options, const PlotStyle& style);

struct ParallelOptions {
  /// Percentage of measured rows to highlight: those with the least time relative to the fastest.
  double best_percent = 10;
  Where where{};
  std::string title{};
};

/// Draws each measured row as a line through its parameter values and its time. Highlights the best rows.
Plot parallel_coordinates(std::span<const TrialResult> rows, const ParallelOptions& options, const PlotStyle& style);

struct ParametersOptions {
  Where where{};
  std::string title{};
};

/// Draws the times of each parameter value's rows: best, quartiles and worst, relative to the fastest time of the row's
/// problem. The most influential parameter is at the top. Influence is the fraction of the variance of the log times
/// that the parameter's values explain.
Plot sorted_parameters(std::span<const TrialResult> rows, const ParametersOptions& options, const PlotStyle& style);

struct ThroughputOptions {
  /// Meaning of each line: an algorithm with its best row per n, or a configuration. If unset, lines are
  /// configurations, unless there are too many.
  std::optional<LineOf> line{};
  bool log_x = true, log_y = true;
  /// Visible ranges of the number of keys, and of keys per second; if unset, all values are visible.
  std::optional<ValueSpan> x{}, y{};
  Where where{};
  std::string title{};
};

/// Draws keys per second over n, with the 95 % intervals of the medians. The shape of the markers shows the backend.
Plot throughput(std::span<const TrialResult> rows, const ThroughputOptions& options, const PlotStyle& style);

struct BoxOptions {
  std::size_t most = 16;  ///< greatest number of rows, from the fastest down
  bool log = true;
  std::optional<ValueSpan> x{};  ///< visible range of times in ms; if unset, all times are visible
  Where where{};
  std::string title{};
};

/// Draws the samples of the fastest rows, grouped by problem: one dot per sample and a box of the quartiles. Whiskers
/// reach the farthest samples within 1.5 times the box (Tukey, Exploratory Data Analysis, 1977). Labels contain only
/// the values in which the rows differ.
Plot box_plots(std::span<const TrialResult> rows, const BoxOptions& options, const PlotStyle& style);

struct RoofOptions {
  /// Bandwidth of a copy in bytes per second; if 0, the highest bandwidth of the plotted rows.
  double bytes_per_second = 0;
  /// Visible ranges of predicted and of measured times in ms; if unset, all times are visible.
  std::optional<ValueSpan> x{}, y{};
  Where where{};
  std::string title{};
};

/// Draws each row's measured time over the time in which a copy moves the row's bytes. On the roof line, both times are
/// equal.
Plot predicted_times(std::span<const TrialResult> rows, const RoofOptions& options, const PlotStyle& style);

/// A bar that shows the times of a run's stages one after the other.
struct StageBar {
  struct Segment {
    std::string name;
    double ms = 0;
  };
  std::string name;
  std::vector<Segment> parts;
  bool ghost = false;  ///< true for a run with the previous settings, whose bar is drawn faintly
  std::size_t row = 0;
};

struct StagesOptions {
  std::optional<ValueSpan> x{};  ///< visible range of times in ms; if unset, all times are visible
  std::string title{};
};

/// Draws bars of consecutive stages. Stages with the same name have the same colour in all bars of the plot.
Plot stacked_stages(std::span<const StageBar> bars, const StagesOptions& options, const PlotStyle& style);

/// A ratio that a paper states, and the measured ratios.
struct RatioRow {
  struct Mark {
    double estimate = 1, low = 1, high = 1;
    std::size_t series = 0;  ///< index in RatiosOptions::series of the name to which the mark belongs
    std::string text;        ///< text of the mark's tooltip
  };
  std::string name;
  std::optional<ValueSpan> expected{};
  std::vector<Mark> marks{};
  std::string without{};  ///< text to draw instead of marks if there are none
};

struct RatiosOptions {
  std::vector<std::string> series{};  ///< names in the legend; marks refer to them by index
  std::string expected{};             ///< text in the legend for the ratios that the paper states: "paper"
  std::string axis{};                 ///< label of the axis: "times as fast"
  std::string title{};
};

/// Draws ratios on one logarithmic axis with a line at 1. Expected ratios are bands, and measured ratios are intervals.
Plot ratio_plot(std::span<const RatioRow> rows, const RatiosOptions& options, const PlotStyle& style);

/// Returns a plot as SVG with tooltips. A non-empty `id_prefix` makes the ids unique in an HTML page.
std::string svg(const Plot& plot, const std::string& id_prefix = {});

}  // namespace texelsort::app
