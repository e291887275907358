#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/export/plots/plot.h"
#include "app/problem/json_document.h"
#include "app/tuning/experiments/reproduction.h"
#include "compute/measure/result_table.h"

/// Reports that compare the results of papers with measurements on this machine. The forms are text for a terminal,
/// Markdown, JSON, HTML and plots.
namespace texelsort::app {

/// Returns the claims of an experiment with the paper's numbers, the accepted bounds and the compared configurations,
/// and the sizes that the experiment measures.
std::string claims_text(const Experiment& experiment);
/// Returns the claims of an experiment as a JSON array. reproduction_json() adds the verdicts to the same objects.
ordered_json claims_json(const Experiment& experiment);

/// Returns the number of claims for each verdict on each machine: "llvmpipe: 9 of 9 claims: 7 holds, 2
/// reversed".
std::string verdict_counts(std::span<const ReproducedExperiment> experiments);

std::string reproduction_text(std::span<const ReproducedExperiment> experiments);
std::string reproduction_markdown(std::span<const ReproducedExperiment> experiments);
std::string reproduction_html(std::span<const ReproducedExperiment> experiments, const PlotStyle& light,
                              const PlotStyle& dark);

/// Returns experiments as a JSON object of the schema texelsort/reproduce/1.
std::string reproduction_json(std::span<const ReproducedExperiment> experiments);

/// Draws the measured ratios and the paper's ratios of every claim.
Plot reproduction_plot(std::span<const ReproducedExperiment> experiments, const std::string& title,
                       const PlotStyle& style);

}  // namespace texelsort::app
