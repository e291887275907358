#include "app/cli/reports/distance_report.h"

#include <cmath>

#include <fmt/format.h>

#include "app/cli/reports/bench_report.h"
#include "app/problem/host.h"
#include "app/problem/json_document.h"
#include "compute/data/text/number_format.h"
#include "compute/measure/cache_estimate.h"
#include "compute/measure/cost.h"
#include "compute/measure/line_plot.h"
#include "compute/measure/summary_text.h"

namespace texelsort::app {

namespace {

using measure::Cell;
using measure::DistanceCurve;
using measure::DistancePoint;
using measure::Field;
using measure::number_if;

/// Returns a mapping's median time divided by the median time of the row-major mapping at the same distance.
Cell ratio(const DistancePoint& point, const DistancePoint& base) {
  return number_if(point.verified && base.verified && base.ms.median > 0, point.ms.median / base.ms.median);
}

measure::ResultTable wide_table(const DistanceReport& report) {
  measure::ResultTable table;
  const DistanceCurve& base = report.curves.front();
  for (std::size_t i = 0; i < base.points.size(); ++i) {
    std::vector<Field> row{{"distance", "distance", base.points[i].distance}};
    for (const DistanceCurve& curve : report.curves) {
      const DistancePoint& point = curve.points[i];
      row.emplace_back(name(curve), name(curve) + " ms", number_if(point.verified, point.ms.median));
      row.emplace_back("", "95 % interval",
                       point.verified ? measure::interval_text(point.ms) : "WRONG: " + point.fault);
      if (&curve != &base) row.emplace_back("", "x row-major", ratio(point, base.points[i]), 2);
    }
    table.add(row);
  }
  return table;
}

measure::ResultTable long_table(const DistanceReport& report) {
  measure::ResultTable table;
  const std::string date = utc_now();
  for (const DistanceCurve& curve : report.curves) {
    for (std::size_t i = 0; i < curve.points.size(); ++i) {
      const DistancePoint& point = curve.points[i];
      const double predicted = measure::predicted_ms(point.bytes, report.bytes_per_second);
      table.add(
          {{"distance", "", point.distance},
           {"mapping", "", curve.parameters.text("mapping")},
           {"tile", "", curve.tile},
           {"width", "", curve.width},
           {"median_ms", "", number_if(point.verified, point.ms.median)},
           {"low_ms", "", point.verified ? point.ms.lower() : std::nullopt},
           {"high_ms", "", point.verified ? point.ms.upper() : std::nullopt},
           {"samples", "", point.ms.samples},
           {"ratio_to_row_major", "", ratio(point, report.curves.front().points[i])},
           {"bytes", "", point.bytes},
           {"predicted_ms", "", predicted},
           {"measured_over_predicted", "", number_if(point.verified && predicted > 0, point.ms.median / predicted)},
           {"verified", "", point.verified},
           {"n", "", report.n},
           {"type", "", data::name(*report.spec.type)},
           {"distribution", "", report.spec.distribution},
           {"order", "", data::name(report.spec.order)},
           {"payload", "", data::name(report.spec.payload)},
           {"seed", "", report.spec.seed},
           {"clock", "", gpu::name(curve.clock)},
           {"device", "", report.device.platform},
           {"renderer", "", report.device.renderer},
           {"driver", "", report.device.version},
           {"date", "", date},
           {"command", "", report.command}});
    }
  }
  return table;
}

std::string problem_text(const DistanceReport& report) {
  return fmt::format("n = {}, {}, {}", report.n, data::name(*report.spec.type), report.spec.distribution);
}

std::string heading(const DistanceReport& report) {
  const std::uint64_t bytes = report.curves.front().points.front().bytes;
  std::string text = fmt::format("device    {}, {}\ndriver    {}\n", report.device.renderer, report.device.platform,
                                 report.device.version);
  text += fmt::format("clock     {}: {}\n", gpu::name(report.device.clock), report.device.clock_reason);
  text += fmt::format("problem   {}, seed {}, order {}, payload {}, rows of {} texels\n", problem_text(report),
                      report.spec.seed, data::name(report.spec.order), data::name(report.spec.payload),
                      report.curves.front().width);
  text += fmt::format("pass      {} bytes moved, at a copy's {:.3g} GB/s predicted {}\n", data::grouped(bytes),
                      report.bytes_per_second / 1e9,
                      data::duration_text(measure::predicted_ms(bytes, report.bytes_per_second)));
  return text + fmt::format("date      {}\nagain     {}\n\n", utc_now(), report.command);
}

bool all_verified(const DistanceReport& report) {
  for (const DistanceCurve& curve : report.curves) {
    for (const DistancePoint& point : curve.points) {
      if (!point.verified) return false;
    }
  }
  return true;
}

std::vector<measure::CacheEstimate> estimates(const DistanceReport& report) {
  const std::uint64_t bytes = data::key_bytes(*report.spec.type) + data::payload_bytes(report.spec.payload);
  return estimate_cache(report.curves.front(), bytes);
}

std::string estimates_text(const DistanceReport& report) {
  std::string lines =
      "\nThe cache, by the distances at which the time of row-major passes jumps, with 95 % intervals:\n";
  for (const measure::CacheEstimate& estimate : estimates(report)) {
    lines += fmt::format("  {:13} {}\n", name(estimate.parameter), text(estimate));
  }
  return lines + "With another -p width, a block keeps its number of rows, and a cache its number of bytes.\n";
}

ordered_json estimates_json(const DistanceReport& report) {
  ordered_json all = ordered_json::array();
  for (const measure::CacheEstimate& estimate : estimates(report)) {
    const bool found = estimate.value.has_value(), judged = estimate.reason.empty();
    all.push_back({{"parameter", name(estimate.parameter)},
                   {"unit", unit(estimate.parameter)},
                   {"value", or_null(found, estimate.value.value_or(0))},
                   {"least", or_null(found, estimate.least)},
                   {"most", or_null(found, estimate.most)},
                   {"contrast", or_null(judged, estimate.contrast.estimate)},
                   {"contrast_low", or_null(judged, estimate.contrast.low)},
                   {"contrast_high", or_null(judged, estimate.contrast.high)},
                   {"reason", or_null(estimate.reason)}});
  }
  return all;
}

/// Returns plot marks at the borders of each mapping's neighbourhood.
std::vector<measure::PlotMark> marks(const std::vector<DistanceCurve>& curves) {
  const auto at = [](std::uint64_t distance) { return std::log2(static_cast<double>(distance)); };
  std::vector<measure::PlotMark> marks{{at(curves.front().width), fmt::format("row of {}", curves.front().width)}};
  if (curves.size() == 2) {  // with several tile sizes, too many marks would hide the lines
    const DistanceCurve& tiled = curves.back();
    marks.push_back({at(tiled.tile * tiled.tile), fmt::format("{0} x {0} tile", tiled.tile)});
    marks.push_back({at(tiled.tile * tiled.width), "row of tiles"});
  }
  const double last = at(curves.front().points.back().distance);
  std::erase_if(marks, [last](const measure::PlotMark& mark) { return mark.x > last; });
  return marks;
}

}  // namespace

std::string distance_text(const DistanceReport& report, const std::string& format) {
  if (format == "csv") return measure::csv(long_table(report));
  if (format == "json") {
    return json_document("bench-distances", {{"environment", environment_json(report.environment, report.load)},
                                             {"estimates", estimates_json(report)},
                                             {"results", rows_json(long_table(report))}});
  }
  std::string text = heading(report) + measure::text_table(wide_table(report));
  if (!all_verified(report)) return text;
  text += "\n";
  for (const std::string& sentence : measure::findings(report.curves)) text += sentence + "\n";
  return text + estimates_text(report);
}

std::string distance_plot(const DistanceReport& report) {
  measure::LinePlot plot;
  plot.title = "Time of one pass against the distance of its comparators";
  plot.subtitle = fmt::format("{}; {}; medians with 95 % intervals", problem_text(report), report.device.renderer);
  plot.x_label = "log2 of the distance (elements)";
  plot.y_label = "ms a pass";
  plot.marks = marks(report.curves);
  for (const DistanceCurve& curve : report.curves) {
    measure::PlotSeries& series = plot.series.emplace_back(measure::PlotSeries{name(curve), {}});
    for (const DistancePoint& point : curve.points) {
      if (!point.verified) continue;
      const double x = std::log2(static_cast<double>(point.distance));
      series.points.push_back({x, point.ms.median, point.ms.low, point.ms.high});
    }
  }
  return measure::plot_svg(plot);
}

}  // namespace texelsort::app
