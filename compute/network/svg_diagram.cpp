#include <algorithm>

#include <fmt/format.h>

#include "compute/data/error.h"
#include "compute/data/format/svg_writer.h"
#include "compute/data/text/number.h"
#include "compute/network/analysis.h"
#include "compute/network/diagram_layout.h"
#include "compute/network/generators.h"
#include "compute/network/step_label.h"

namespace texelsort::network {
namespace {

// Okabe and Ito's palette, which colour-blind readers can distinguish.
constexpr const char* blue = "#0072B2";
constexpr const char* vermillion = "#D55E00";
// Opaque colour of 30 % blue on white, because some viewers ignore opacity.
constexpr const char* faint_blue = "#B3D5E8";
constexpr const char* ink = "#24292F";
constexpr const char* faint_ink = "#6A737D";
constexpr const char* wire_colour = "#A9B1BA";
constexpr const char* band_colours[] = {"#EEF3F8", "#FAFBFC"};

/// Lengths of a diagram in SVG units, which are larger for fewer wires.
struct Metrics {
  double row;        ///< distance between wires
  double column;     ///< distance between columns of the same step
  double dot;        ///< radius of the dot at each end of a comparator
  double font;       ///< font size of indices and values
  double step = 52;  ///< distance between steps, wide enough for the label of a step
  double top = 84;   ///< y position of the first wire
  double margin = 20;
};

Metrics metrics(std::uint64_t n) {
  if (n <= 16) return {38, 22, 5, 17};
  if (n <= 32) return {26, 16, 4, 14};
  if (n <= 64) return {18, 12, 3, 12};
  return {14, 10, 2.4, 10};
}

/// Estimates the width of a text, because its font is unknown. Assumes 0.62 em per character, which is generous: digits
/// of a sans-serif font are 0.56 em wide.
double text_width(std::string_view text, double font) {
  return 0.62 * font * static_cast<double>(text.size());
}

std::string title(const Network& network) {
  const auto known = families();
  const auto family = std::find_if(known.begin(), known.end(), [&](const Family& f) { return f.id == network.id; });
  return fmt::format("{} on {} {}", family == known.end() ? network.id : family->title, network.n,
                     network.n == 1 ? "place" : "places");
}

/// Returns the output of the network for input values. Returns an empty list unless all values are numbers.
std::vector<std::string> sorted_values(const Network& network, const std::vector<std::string>& values) {
  std::vector<double> numbers;
  for (const std::string& value : values) {
    const auto number = data::read_number<double>(value);
    if (!number) return {};
    numbers.push_back(*number);
  }
  std::vector<std::string> output = values;
  for (const DiagramColumn& column : diagram_columns(network)) {
    for (const Comparator& c : column.comparators) {
      if (c.reversed ? !(numbers[c.low] < numbers[c.high]) : !(numbers[c.high] < numbers[c.low])) continue;
      std::swap(numbers[c.low], numbers[c.high]);
      std::swap(output[c.low], output[c.high]);
    }
  }
  return output;
}

class Svg {
 public:
  Svg(const Network& network, const SvgOptions& options)
      : network_(network), options_(options), metrics_(metrics(network.n)), stages_(grouped_columns(network)) {
    if (!options.values.empty() && options.values.size() == network.n) {
      input_ = options.values;
      output_ = sorted_values(network, input_);
    }
    place();
  }

  std::string document() {
    svg_.start_document(width_, height_, title(network_), description());
    for (std::size_t s = 0; s < stages_.size(); ++s) draw_heading(s);
    for (std::uint64_t place = 0; place < network_.n; ++place) draw_wire(place);
    std::size_t pass = 0;
    for (const StageColumns& stage : stages_) {
      for (const PassColumns& columns : stage.passes) draw_arrows(stage, columns, pass_x_[pass++]);
    }
    svg_.end();
    return svg_.text();
  }

 private:
  /// Computes all horizontal positions of the diagram, from left to right.
  void place() {
    const auto widest = [this](const std::vector<std::string>& texts) {
      double width = 0;
      for (const std::string& text : texts) width = std::max(width, text_width(text, metrics_.font));
      return width;
    };
    const double index_width = text_width(std::to_string(network_.n), metrics_.font * 0.8);
    index_x_ = metrics_.margin + index_width;
    input_x_ = index_x_ + (input_.empty() ? 0 : 14 + widest(input_));
    wires_begin_ = input_x_ + 10;
    double x = wires_begin_ + metrics_.margin;
    for (const StageColumns& stage : stages_) {
      stage_x_.push_back(x);
      for (const PassColumns& pass : stage.passes) {
        pass_x_.push_back(x + metrics_.step / 2);
        x += metrics_.step + metrics_.column * static_cast<double>(pass.columns.size() - 1);
      }
      const double slack = stage_x_.back() + text_width(stage.name, 17) + 16 - x;
      if (slack <= 0) continue;
      x += slack;
      for (std::size_t p = pass_x_.size() - stage.passes.size(); p < pass_x_.size(); ++p) pass_x_[p] += slack / 2;
    }
    stage_x_.push_back(x);
    if (stages_.empty()) x = std::max(x + 80, metrics_.margin + text_width(title(network_), 17));
    wires_end_ = x + metrics_.margin;
    width_ = wires_end_ + metrics_.margin + (output_.empty() ? 0 : 10 + widest(output_));
    height_ = metrics_.top + metrics_.row * static_cast<double>(std::max<std::uint64_t>(network_.n, 1));
  }

  double y(std::uint64_t place) const { return metrics_.top + metrics_.row * static_cast<double>(place); }

  std::string description() const {
    return fmt::format(
        "A comparator network of {} comparators in {} steps. Every horizontal line is a place, with place 0 on "
        "top. Every arrow is a comparator. The smaller key goes to its tail, the larger key to its head.",
        size(network_), steps(network_));
  }

  /// Draws the background of stage s, with its name and the labels of its steps.
  void draw_heading(std::size_t s) {
    const double x = stage_x_[s];
    const double band_width = stage_x_[s + 1] - x;
    svg_.element("rect", "x y width height rx fill", x, 12, band_width, height_ - 24, 6, band_colours[s % 2]);
    svg_.words("text", stages_[s].name, "x y font-size font-weight text-anchor fill", x + band_width / 2, 36, 17, 600,
               "middle", ink);
    std::size_t first = 0;
    for (std::size_t before = 0; before < s; ++before) first += stages_[before].passes.size();
    for (std::size_t p = 0; p < stages_[s].passes.size(); ++p) {
      const PassColumns& pass = stages_[s].passes[p];
      const double middle = pass_x_[first + p] + metrics_.column * static_cast<double>(pass.columns.size() - 1) / 2;
      svg_.words("text", std::string(step_number(pass.label)), "x y font-size text-anchor fill", middle, 58, 13,
                 "middle", options_.highlighted_pass == pass.pass ? vermillion : faint_ink);
    }
  }

  void draw_label(double x, std::uint64_t place, const char* anchor, double font, const char* colour,
                  const std::string& text) {
    svg_.words("text", text, "x y font-size text-anchor fill", x, y(place) + font * 0.35, font, anchor, colour);
  }

  void draw_wire(std::uint64_t place) {
    svg_.element("path", "class d stroke stroke-width fill", "wire",
                 fmt::format("M{:.1f} {:.1f}H{:.1f}", wires_begin_, y(place), wires_end_), wire_colour,
                 metrics_.dot * 0.35, "none");
    draw_label(index_x_, place, "end", metrics_.font * 0.8, faint_ink, std::to_string(place));
    if (!input_.empty()) draw_label(input_x_, place, "end", metrics_.font, ink, input_[place]);
    if (!output_.empty()) draw_label(wires_end_ + 10, place, "start", metrics_.font, ink, output_[place]);
  }

  void draw_arrows(const StageColumns& stage, const PassColumns& pass, double x) {
    const bool highlighted = options_.highlighted_pass == pass.pass;
    const char* colour = highlighted ? vermillion : options_.highlighted_pass ? faint_blue : blue;
    svg_.start("g", "class stroke fill stroke-width", "pass", colour, colour,
               metrics_.dot * (highlighted ? 0.65 : 0.45));
    svg_.words("title", fmt::format("{}, {}", stage.name, pass.label), "");
    for (const DiagramColumn& column : pass.columns) {
      for (const Comparator& c : column.comparators) draw_arrow(c, x);
      x += metrics_.column;
    }
    svg_.end();
  }

  /// Draws a comparator as a line between two dots, with an arrowhead at the place of the larger key.
  void draw_arrow(const Comparator& c, double x) {
    const double r = metrics_.dot;
    const double forward = c.reversed ? -1 : 1;
    const double tip = y(c.reversed ? c.low : c.high) - forward * r * 0.8;
    const double base = tip - forward * r * 2.4;
    svg_.end_lines(false);
    svg_.element("line", "class x1 y1 x2 y2", "comparator", x, y(c.low), x, y(c.high));
    for (const auto place : {c.low, c.high}) svg_.element("circle", "cx cy r stroke", x, y(place), r, "none");
    svg_.end_lines(true);
    svg_.element("path", "d stroke",
                 fmt::format("M{:.1f} {:.1f}L{:.1f} {:.1f}H{:.1f}Z", x, tip, x - r * 1.5, base, x + r * 1.5), "none");
  }

  const Network& network_;
  const SvgOptions& options_;
  Metrics metrics_;
  std::vector<StageColumns> stages_;
  std::vector<std::string> input_;
  std::vector<std::string> output_;
  /// X position of the left edge of each stage, then of the right edge of the last stage.
  std::vector<double> stage_x_;
  std::vector<double> pass_x_;  ///< x position of the first column of each pass
  double index_x_ = 0;
  double input_x_ = 0;
  double wires_begin_ = 0;
  double wires_end_ = 0;
  double width_ = 0;
  double height_ = 0;
  data::SvgWriter svg_;
};

}  // namespace

std::string draw_svg(const Network& network, const SvgOptions& options) {
  require_drawable(network);
  const std::uint64_t passes = steps(network);
  if (options.highlighted_pass && *options.highlighted_pass >= passes) {
    throw UsageError(fmt::format("no pass {} to highlight, counted from 0: the network has {} passes",
                                 *options.highlighted_pass, passes));
  }
  return Svg(network, options).document();
}

}  // namespace texelsort::network
