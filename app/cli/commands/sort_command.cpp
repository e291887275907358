#include <CLI/CLI.hpp>
#include <memory>

#include "app/cli/commands/commands.h"
#include "app/cli/commands/job_runner.h"
#include "app/problem/row_options.h"

namespace texelsort::app {

void add_sort_command(CLI::App& app) {
  auto* command = app.add_subcommand("sort", "Sort keys; print them, trace the passes, or time them");
  auto options = std::make_shared<JobOptions>();
  add_problem_options(*command, options->problem);
  add_result_options(*command, *options);
  add_row_options(*command, options->problem);
  command->footer(
      "Without -a, texelsort uses the fastest algorithm for the number of keys and the device; --trace shows\n"
      "bitonic/grouped-quads. --timing reports the algorithm, the reason for it, and the time of each part of the\n"
      "command from its start to writing. texelsort verifies every output before it writes it. --trace and --timing\n"
      "print no keys unless -o is given. A pipe or a file on standard input is the input unless another is given.\n"
      "Numbers of text and CSV are written as they were read.\n\n"
      "Examples:\n"
      "  texelsort sort --input-values 3,7,4,8,6,2,1,5 -a bitonic/grouped-quads --trace\n"
      "  texelsort sort data.csv --column price --order desc -o prices.csv\n"
      "  texelsort sort data.csv --column 3 --missing last > third.csv\n"
      "  texelsort sort data.csv --by price:desc,name -o data.csv\n"
      "  texelsort sort data.csv --by price --explain\n"
      "  texelsort sort picture.png -o sorted.png\n"
      "  texelsort sort -n 8 --payload record:3 --layout hybrid -a radix/srts@compute --trace\n"
      "  seq 9 -1 1 | texelsort sort\n"
      "  texelsort sort -n 8 -a bitonic/compute --trace --timing\n"
      "  texelsort sort -d gaussian -n 2^20 -t f32 -a bitonic/compute --timing --passes\n"
      "  texelsort sort -n 1M --timing --json > timing.json");
  add_explain_option(*command, options->explain);
  command->callback([options, command] {
    take_piped_input(*command, options->problem);
    require_rows(*command, options->problem);
    if (options->explain) return explain_input(options->problem);
    run_job(*options);
  });
}

}  // namespace texelsort::app
