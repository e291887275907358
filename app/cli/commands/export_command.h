#pragma once

#include "app/problem/cli_fwd.h"

/// Functions that each add one kind of export with its options to the command "export".
namespace texelsort::app {

void add_export_page(CLI::App& command);
void add_export_slides(CLI::App& command);
void add_export_film(CLI::App& command);
void add_export_t4(CLI::App& command);
void add_export_plot(CLI::App& command);
void add_export_report(CLI::App& command);

}  // namespace texelsort::app
