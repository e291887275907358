#pragma once

#include <functional>

#include "app/problem/cli_fwd.h"

/// Each command adds itself and its options to the program's tree of commands. It runs when the parse is complete, and
/// throws texelsort::Error.
namespace texelsort::app {

void add_list_command(CLI::App& app);
void add_sort_command(CLI::App& app);
void add_merge_command(CLI::App& app);
void add_select_command(CLI::App& app);
void add_check_command(CLI::App& app);
void add_bench_command(CLI::App& app);
void add_sweep_command(CLI::App& app);
void add_tune_command(CLI::App& app);
void add_reproduce_command(CLI::App& app);
void add_compare_command(CLI::App& app);
void add_render_command(CLI::App& app);
void add_network_command(CLI::App& app);
void add_lesson_command(CLI::App& app);
void add_export_command(CLI::App& app);
void add_external_sort_command(CLI::App& app);
void add_external_generate_command(CLI::App& app);
void add_external_verify_command(CLI::App& app);
void add_doctor_command(CLI::App& app);

/// The output of these is made from the tree of commands itself; `complete` is hidden, for the scripts of completions.
void add_help_command(CLI::App& app);
void add_manual_command(CLI::App& app);
void add_completion_commands(CLI::App& app);

/// Adds the options of the window to the program itself. The function opens it, with no command given, and returns the
/// exit code.
std::function<int()> add_window_options(CLI::App& app);

}  // namespace texelsort::app
