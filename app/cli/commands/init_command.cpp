#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/cli/commands/commands.h"
#include "app/problem/option_group.h"
#include "app/problem/sort_templates.h"
#include "compute/data/error.h"

namespace texelsort::app {

void add_init_command(CLI::App& app) {
  struct Options {
    std::string folder, name = "bitonic";
  };
  auto* command = app.add_subcommand("init", "Write a sort of your own into a new folder: shaders and sort.lua");
  auto options = std::make_shared<Options>();
  const OptionGroup group(*command);
  group.value("FOLDER", "", options->folder, "folder to make; it must not exist, or be empty")->required();
  std::vector<std::string> names;
  for (const SortTemplate& one : sort_templates()) names.push_back(one.name);
  group
      .value("--template", "NAME", options->name,
             fmt::format("sort to start from: {} (default: bitonic)", fmt::join(names, ", ")),
             listed(fmt::format("{}", fmt::join(names, ", "))))
      ->check(CLI::IsMember(names));
  command->footer(
      "The folder also has a README with the next commands, and a workflow that checks the sort on GitHub. Wherever a "
      "command takes an algorithm, FOLDER/ names your sort.\n\n"
      "Examples:\n"
      "  texelsort init mine\n"
      "  texelsort init mine --template radix\n"
      "  texelsort sort -a mine/ -n 16 --trace\n"
      "  texelsort check -a mine/ -n 1000\n"
      "  texelsort -a mine/ -n 256");
  command->callback([options] {
    const std::vector<std::string> files = write_sort_template(options->name, options->folder);
    for (const std::string& file : files) fmt::print("{}\n", file);
    std::string folder = options->folder;
    while (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
    fmt::print(
        "\nNext: texelsort sort -a {0}/ -n 16 --trace\n      texelsort check -a {0}/ -n 1000\n      texelsort -a {0}/ -n "
        "256\n",
        folder);
  });
}

}  // namespace texelsort::app
