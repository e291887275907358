#include "app/cli/commands/commands.h"

namespace texelsort::app {

void add_platform_commands(CLI::App& app) {
  add_bench_command(app);
  add_sweep_command(app);
  add_tune_command(app);
  add_reproduce_command(app);
  add_compare_command(app);
  add_render_command(app);
  add_network_command(app);
  add_lesson_command(app);
  add_export_command(app);
  add_external_sort_command(app);
  add_external_generate_command(app);
  add_external_verify_command(app);
  add_init_command(app);
  add_doctor_command(app);
  add_help_command(app);
  add_manual_command(app);
  add_completion_commands(app);
}

}  // namespace texelsort::app
