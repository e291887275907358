#pragma once

#include <span>

#include "app/problem/cli_fwd.h"

/// Functions that each add one kind of export with its options to the command "export".
namespace texelsort::app {

void add_export_page(CLI::App& command);
void add_export_slides(CLI::App& command);
void add_export_film(CLI::App& command);
void add_export_csv(CLI::App& command);
void add_export_t4(CLI::App& command);
void add_export_plot(CLI::App& command);
void add_export_report(CLI::App& command);

/// Throws UsageError if options select a run although --lesson is used, because the lesson's steps select runs.
/// `goes_with` contains the names of the options that a lesson allows.
void refuse_beside_lesson(const CLI::App& command, std::span<const char* const> goes_with);

}  // namespace texelsort::app
