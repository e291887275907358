#include "app/cli/commands/command_line.h"

#include <memory>
#include <string>

#include <fmt/format.h>

#include "app/cli/commands/command_table.h"
#include "app/cli/commands/commands.h"
#include "app/cli/help/help_text.h"
#include "app/problem/host.h"
#include "app/problem/messages.h"

namespace texelsort::app {

namespace {

/// Writes the text of --help from the table of options.
class TableHelp : public CLI::FormatterBase {
 public:
  std::string make_help(const CLI::App* app, std::string, CLI::AppFormatMode) const override {
    return help_text(command_table(*app), terminal_width());
  }
};

/// Lets the last value of a repeated option replace the earlier values, so that users can override an alias or script.
/// Options that accept a list keep all values.
void take_last_values(CLI::App& app) {
  for (CLI::Option* option : app.get_options()) {
    if (!option->get_positional() && option->get_items_expected_max() == 1) option->take_last();
  }
  for (CLI::App* command : app.get_subcommands([](CLI::App*) { return true; })) take_last_values(*command);
}

/// Adds -q to every command and subcommand.
void add_quiet_option(CLI::App& app) {
  for (CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (command->get_subcommands([](const CLI::App*) { return true; }).empty()) {
      command->add_flag_callback("-q,--quiet", be_quiet, "print no progress and no notes to standard error");
    }
    add_quiet_option(*command);
  }
}

std::string exit_codes() {
  std::string text;
  for (const auto& [code, meaning] : exit_code_texts()) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", code, meaning);
  }
  return text;
}

}  // namespace

const std::vector<ExitCodeText>& exit_code_texts() {
  static const std::vector<ExitCodeText> texts{{0, "success"},
                                               {1, "a check failed"},
                                               {2, "the command line or the input is wrong"},
                                               {3, "this machine cannot do it"},
                                               {4, "an internal error or a device error"}};
  return texts;
}

CommandLine::CommandLine()
    : app_("Shows, times and checks how GPUs sort. Without a command, it opens the window.", "texelsort") {
  app_.set_version_flag("-V,--version", "texelsort " TEXELSORT_VERSION);
  app_.require_subcommand(0, 1);
  app_.formatter(std::make_shared<TableHelp>());
  open_window_ = add_window_options(app_);
  add_list_command(app_);
  add_sort_command(app_);
  add_merge_command(app_);
  add_select_command(app_);
  add_check_command(app_);
  add_platform_commands(app_);
  add_quiet_option(app_);
  app_.footer(
      fmt::format("Every command has --help with examples. Exit codes: {}.\n\n"
                  "Examples:\n"
                  "  texelsort\n"
                  "  texelsort -d uniform -n 4096 -a bitonic/compute --presenter\n"
                  "  texelsort sort --input-values 3,7,4,8,6,2,1,5 --trace\n"
                  "  texelsort list algorithms\n"
                  "  texelsort help network draw",
                  exit_codes()));
  take_last_values(app_);
}

}  // namespace texelsort::app
