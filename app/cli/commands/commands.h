#pragma once

#include <functional>

#include "app/problem/cli_fwd.h"

/// Functions that each add one command with its options to the program's command tree. A command runs after parsing,
/// and may throw texelsort::Error.
namespace texelsort::app {

/// Adds the commands that only this platform has.
void add_platform_commands(CLI::App& app);

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
void add_init_command(CLI::App& app);

/// Add the commands that print data from the command tree. Completion scripts call the hidden command `complete`.
void add_help_command(CLI::App& app);
void add_manual_command(CLI::App& app);
void add_completion_commands(CLI::App& app);

/// Adds the window's options to the program itself. Returns a function that opens the window and returns the exit code.
/// It must only be called if the command line contains no command.
std::function<int()> add_window_options(CLI::App& app);

}  // namespace texelsort::app
