#include "app/cli/sort_command.h"

#include <memory>

#include "app/cli/result_options.h"

namespace texelsort::app {

namespace {

constexpr auto default_algorithm = "bitonic/grouped-quads";
constexpr auto fallback_algorithm = "std/stable-sort@cpu";

}  // namespace

void add_sort_command(CLI::App& app) {
  auto* command = app.add_subcommand("sort", "Sort keys; print them, trace the passes, or time them");
  auto options = std::make_shared<ResultOptions>();
  add_problem_options(*command, options->problem);
  add_result_options(*command, *options);
  command->footer(
      "Without -a, bitonic/grouped-quads sorts, or std/stable-sort@cpu where there is no OpenGL. Every output is "
      "checked\n"
      "before it is written. --trace and --timing print no keys unless -o is given.\n\n"
      "Examples:\n"
      "  texelsort sort --input-values 3,7,4,8,6,2,1,5 -a bitonic/grouped-quads --trace\n"
      "  texelsort sort data.csv --column price --order desc -o data.csv\n"
      "  texelsort sort picture.png -o sorted.png\n"
      "  texelsort sort -n 8 --payload record:3 --layout hybrid -a radix/srts@compute --trace\n"
      "  seq 9 -1 1 | texelsort sort -\n"
      "  texelsort sort -n 8 -a bitonic/compute --trace --timing\n"
      "  texelsort sort -d gaussian -n 2^20 -t f32 -a bitonic/compute --timing --passes\n"
      "  texelsort sort -n 1M --timing --json > timing.json");
  command->callback([options] {
    if (options->samples > 0) {
      options->budget.min_samples = options->budget.max_samples = options->samples;
    }
    make_result(*options, choose_algorithm(options->algorithm, options->device, default_algorithm, fallback_algorithm));
  });
}

}  // namespace texelsort::app
