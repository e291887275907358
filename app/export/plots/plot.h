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

/// Plots of results. The same drawing is shown in the window and exported as PNG, SVG and in reports. Independent of
/// ImGui and OpenGL. A row is one result of a sweep. Plots refer to it by its index.
namespace texelsort::app {

/// Appearance of plots. Lengths are in pixels.
struct PlotStyle {
  float width = 960, height = 600;
  float em = 15;                              ///< size of the text in pixels; all distances are proportional to it
  Colour background, text, dim, faint, line;  ///< colours of the background, of text, and of rules
  Colour accent, warning;                     ///< colours of selected items; of errors
  std::vector<Colour> scale;                  ///< evenly spaced colours for values, from low to high
  std::vector<Colour> series;                 ///< colours of different lines and bars
  /// Measures the width of a text in pixels. If unset, the widths are those of the built-in fonts.
  std::function<float(Face, float em, std::string_view)> text_width{};
};

/// Mapping from an axis's values to pixels.
struct AxisScale {
  bool log = false;
  double low = 0, high = 1;  ///< values at the ends
  float from = 0, to = 0;    ///< pixel positions of the ends
  float place(double value) const;
  double value(float place) const;
  bool operator==(const AxisScale&) const = default;
};

struct ValueSpan {
  double low = 0, high = 1;
  bool operator==(const ValueSpan&) const = default;
};

/// Returns the range of values after zooming at pixel `place`. A `factor` below 1 zooms in.
ValueSpan zoomed(const AxisScale& scale, float place, double factor);
/// Returns the range of values after dragging by a number of pixels.
ValueSpan panned(const AxisScale& scale, float pixels);

/// An area of a plot that shows a row, or the best of several rows.
struct Hit {
  Area area;
  std::vector<Point> line{};  ///< line that reacts to the mouse; the whole area if empty
  std::size_t row = 0;
  std::string text;  ///< text of the tooltip, with line breaks
};

/// Distance in ems from the middle of a text line to its baseline: half the height of a capital letter.
inline constexpr float middle_to_baseline = 0.36f;

/// A text that was shortened in the drawing, and its full version.
struct Shortened {
  std::size_t part = 0;  ///< index of the part in the drawing
  std::string whole;
};

struct Plot {
  Drawing drawing;  ///< the picture; higher than the style's height if a list is long
  std::vector<Hit> hits;
  std::vector<Shortened> shortened;
  Area inside;                    ///< area between the axes
  std::optional<AxisScale> x, y;  ///< scales of numeric axes
  std::size_t left_out = 0;       ///< number of rows that are not shown for lack of space
};

/// Returns the topmost hit that contains a point, or the nearest line within a few pixels. Null if there is none.
const Hit* hit_at(const Plot& plot, Point at);

enum class PlotValue : std::uint8_t { time, rank };  ///< time, or rank among the rows of one problem; 1 is the fastest
enum class Folding : std::uint8_t { best, mean };  ///< value of several rows in one cell: their best or geometric mean
enum class LineOf : std::uint8_t { algorithm, configuration };

/// Required value of each named dimension. Rows with other values are not shown.
using Where = std::map<std::string, std::string>;

struct HeatMapOptions {
  std::string x{}, y{};  ///< dimensions of the axes; if empty, the most influential ones
  PlotValue value = PlotValue::time;
  Folding others = Folding::best;
  Where where{};
  std::string title{};
};

/// Draws one cell per pair of values; darker is faster. Rejected configurations are hatched, wrong ones are crossed
/// out, and cells without measurements are empty. With several problems, times are relative to each problem's fastest.
Plot heat_map(std::span<const TrialResult> rows, const HeatMapOptions& options, const PlotStyle& style);

struct ParallelOptions {
  double best_percent = 10;  ///< percentage of measured rows to highlight, by time relative to the fastest
  Where where{};
  std::string title{};
};

/// Draws each measured row as a line through its parameter values to its time at the right, with the best rows
/// highlighted.
Plot parallel_coordinates(std::span<const TrialResult> rows, const ParallelOptions& options, const PlotStyle& style);

struct ParametersOptions {
  Where where{};
  std::string title{};
};

/// Draws, for each parameter value, the best, quartiles and worst of its rows' times relative to the fastest of their
/// problem. The most influential parameter is at the top. Influence is the fraction of the variance of the log times
/// that the values explain.
Plot sorted_parameters(std::span<const TrialResult> rows, const ParametersOptions& options, const PlotStyle& style);

struct ThroughputOptions {
  std::optional<LineOf> line{};  ///< line per algorithm (best per n) or configuration (default if few)
  bool log_x = true, log_y = true;
  std::optional<ValueSpan> x{}, y{};  ///< ranges of keys and of keys per second; everything by default
  Where where{};
  std::string title{};
};

/// Draws keys per second over n, with the 95 % intervals of the medians. The marker shape shows the backend.
Plot throughput(std::span<const TrialResult> rows, const ThroughputOptions& options, const PlotStyle& style);

struct BoxOptions {
  std::size_t most = 16;  ///< greatest number of rows; the fastest are shown
  bool log = false;
  std::optional<ValueSpan> x{};  ///< range of times in ms
  Where where{};
  std::string title{};
};

/// Draws the raw samples of the fastest rows: one dot per sample, quartiles as a box, whiskers to the farthest samples
/// within 1.5 times the box (Tukey, Exploratory Data Analysis, 1977). Groups the rows by problem.
Plot box_plots(std::span<const TrialResult> rows, const BoxOptions& options, const PlotStyle& style);

struct RoofOptions {
  double bytes_per_second = 0;        ///< bandwidth of a copy; if 0, the highest bandwidth of these rows
  std::optional<ValueSpan> x{}, y{};  ///< ranges of predicted and of measured times in ms
  Where where{};
  std::string title{};
};

/// Draws the measured time over the time to move the bytes at this bandwidth. The two are equal on the roof line.
Plot predicted_times(std::span<const TrialResult> rows, const RoofOptions& options, const PlotStyle& style);

/// A bar made of stages.
struct StageBar {
  struct Segment {
    std::string name;
    double ms = 0;
  };
  std::string name;
  std::vector<Segment> parts;
  bool ghost = false;  ///< true for values of the previous setting, which are drawn faintly
  std::size_t row = 0;
};

struct StagesOptions {
  std::optional<ValueSpan> x{};  ///< range of times in ms
  std::string title{};
};

/// Draws bars of consecutive stages. Stages with the same name have the same colour in all bars.
Plot stacked_stages(std::span<const StageBar> bars, const StagesOptions& options, const PlotStyle& style);

/// An expected ratio and the measured ratios.
struct RatioRow {
  struct Mark {
    double estimate = 1, low = 1, high = 1;
    std::size_t series = 0;  ///< index of the row's name in RatiosOptions::series
    std::string text;        ///< text of the tooltip
  };
  std::string name;
  std::optional<ValueSpan> expected{};
  std::vector<Mark> marks{};
  std::string without{};  ///< text in place of the marks if there are none
};

struct RatiosOptions {
  std::vector<std::string> series{};  ///< series names for the legend
  std::string expected{};             ///< legend text for expected ratios: "paper"
  std::string axis{};                 ///< label of the axis: "times as fast"
  std::string title{};
};

/// Draws ratios on one log axis with a line at 1: expected ratios as bands, measured ratios as intervals.
Plot ratio_plot(std::span<const RatioRow> rows, const RatiosOptions& options, const PlotStyle& style);

/// Returns the plot as SVG with tooltips. See SvgForm for `id_prefix`.
std::string svg(const Plot& plot, const std::string& id_prefix = {});

}  // namespace texelsort::app
