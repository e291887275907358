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

/// Plots of results: the same drawing goes to the window, to PNG, to SVG and into reports. Nothing here knows ImGui or
/// OpenGL. A row is one of a sweep's results, and its index is how plots name it.
namespace texelsort::app {

/// How plots look. Lengths are pixels.
struct PlotStyle {
  float width = 960, height = 600;
  float em = 15;                              ///< of the texts; every distance follows it
  Colour background, text, dim, faint, line;  ///< of the picture, of words, of rules
  Colour accent, warning;                     ///< what is chosen; what is wrong
  std::vector<Colour> scale;                  ///< of values, from the lowest to the highest, evenly spaced
  std::vector<Colour> series;                 ///< of lines and bars that are to be told apart
  /// How wide a text is; the program's own fonts unless it is something else.
  std::function<float(Face, float em, std::string_view)> text_width{};
};

/// How an axis places its values.
struct AxisScale {
  bool log = false;
  double low = 0, high = 1;  ///< values at the ends
  float from = 0, to = 0;    ///< pixels of these ends
  float place(double value) const;
  double value(float place) const;
  bool operator==(const AxisScale&) const = default;
};

struct ValueSpan {
  double low = 0, high = 1;
  bool operator==(const ValueSpan&) const = default;
};

/// The values that an axis shows when the wheel turns over `place`: `factor` below 1 shows fewer of them.
ValueSpan zoomed(const AxisScale& scale, float place, double factor);
/// When it is dragged by that many pixels.
ValueSpan panned(const AxisScale& scale, float pixels);

/// Where a row, or several of which it is the best, is drawn.
struct Hit {
  Area area;
  std::vector<Point> line{};  ///< what is to be pointed at is along these; empty: all of the area
  std::size_t row = 0;
  std::string text;  ///< of its tooltip, lines
};

/// Ems between a text's middle and its baseline: half of a capital letter.
inline constexpr float middle_to_baseline = 0.36f;

/// A text of the drawing that had to be shortened, and what it says in whole.
struct Shortened {
  std::size_t part = 0;  ///< index of the drawing's part
  std::string whole;
};

struct Plot {
  Drawing drawing;  ///< lists with more lines than the style has room for are higher than it
  std::vector<Hit> hits;
  std::vector<Shortened> shortened;
  Area inside;                    ///< what lies between the axes
  std::optional<AxisScale> x, y;  ///< of axes with numbers
  std::size_t left_out = 0;       ///< rows for which there was no room
};

/// What lies there; the uppermost, or the nearest line within a few pixels. Null if nothing does.
const Hit* hit_at(const Plot& plot, Point at);

enum class PlotValue : std::uint8_t { time, rank };  ///< of rows of one problem; 1 is the fastest
enum class Folding : std::uint8_t { best, mean };    ///< what of rows that share a place is shown; means are geometric
enum class LineOf : std::uint8_t { algorithm, configuration };

/// Rows of these values alone, by dimension.
using Where = std::map<std::string, std::string>;

struct HeatMapOptions {
  std::string x{}, y{};  ///< dimensions; empty: the two that matter most
  PlotValue value = PlotValue::time;
  Folding others = Folding::best;
  Where where{};
  std::string title{};
};

/// A cell for every pair of values; the lower, the darker. What was refused is hatched, what was wrong is crossed out,
/// what was not measured yet is empty. Times of several problems are shown relative to the fastest of each.
Plot heat_map(std::span<const TrialResult> rows, const HeatMapOptions& options, const PlotStyle& style);

struct ParallelOptions {
  double best_percent = 10;  ///< as many of the measured rows, by their time over the fastest of their problem
  Where where{};
  std::string title{};
};

/// A line for every measured row through its values, and its time at the right; the best ones stand out.
Plot parallel_coordinates(std::span<const TrialResult> rows, const ParallelOptions& options, const PlotStyle& style);

struct ParametersOptions {
  Where where{};
  std::string title{};
};

/// How the rows of each value do: best, quartiles and worst of their times over the fastest of their problem. What
/// matters most stands above: the share of the variance of the times' logarithms that lies between its values.
Plot sorted_parameters(std::span<const TrialResult> rows, const ParametersOptions& options, const PlotStyle& style);

struct ThroughputOptions {
  std::optional<LineOf> line{};  ///< algorithms at their best for each n, or every configuration; the latter if few
  bool log_x = true, log_y = true;
  std::optional<ValueSpan> x{}, y{};  ///< keys; keys a second; all there are
  Where where{};
  std::string title{};
};

/// Keys a second against n, with the 95 % intervals of the medians. The markers' shapes tell the backends apart.
Plot throughput(std::span<const TrialResult> rows, const ThroughputOptions& options, const PlotStyle& style);

struct BoxOptions {
  std::size_t most = 16;  ///< of the fastest rows
  bool log = false;
  std::optional<ValueSpan> x{};  ///< milliseconds
  Where where{};
  std::string title{};
};

/// The raw samples of the fastest rows: every sample a dot, quartiles as a box, whiskers to the farthest samples within
/// 1.5 times the box (Tukey, Exploratory Data Analysis, 1977). Rows of several problems stand problem by problem.
Plot box_plots(std::span<const TrialResult> rows, const BoxOptions& options, const PlotStyle& style);

struct RoofOptions {
  double bytes_per_second = 0;        ///< of a copy; 0: the highest that a row of these reaches
  std::optional<ValueSpan> x{}, y{};  ///< milliseconds, predicted and measured
  Where where{};
  std::string title{};
};

/// Measured time against what moving the bytes takes at that bandwidth; on the roof both are equal.
Plot predicted_times(std::span<const TrialResult> rows, const RoofOptions& options, const PlotStyle& style);

/// One bar of stages.
struct StageBar {
  struct Segment {
    std::string name;
    double ms = 0;
  };
  std::string name;
  std::vector<Segment> parts;
  bool ghost = false;  ///< of the setting before: drawn faint
  std::size_t row = 0;
};

struct StagesOptions {
  std::optional<ValueSpan> x{};  ///< milliseconds
  std::string title{};
};

/// Bars of stages, one behind the other; stages of one name have one colour in all bars.
Plot stacked_stages(std::span<const StageBar> bars, const StagesOptions& options, const PlotStyle& style);

/// A ratio that is expected, and those that were measured.
struct RatioRow {
  struct Mark {
    double estimate = 1, low = 1, high = 1;
    std::size_t series = 0;  ///< index of its name
    std::string text;        ///< of its tooltip
  };
  std::string name;
  std::optional<ValueSpan> expected{};
  std::vector<Mark> marks{};
  std::string without{};  ///< stands in the place of marks where there are none
};

struct RatiosOptions {
  std::vector<std::string> series{};  ///< names of marks, in the legend
  std::string expected{};             ///< what expected ratios are, in the legend: "paper"
  std::string axis{};                 ///< "times as fast"
  std::string title{};
};

/// Ratios on one log axis with a line at 1: bands of what was expected, intervals of what was measured.
Plot ratio_plot(std::span<const RatioRow> rows, const RatiosOptions& options, const PlotStyle& style);

/// The plot as SVG, with its tooltips; `id_prefix` as SvgForm has it.
std::string svg(const Plot& plot, const std::string& id_prefix = {});

}  // namespace texelsort::app
