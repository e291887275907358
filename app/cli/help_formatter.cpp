#include "app/cli/help_formatter.h"

namespace texelsort::app {

HelpFormatter::HelpFormatter() {
  column_width(32);
}

std::string HelpFormatter::make_option_opts(const CLI::Option* option) const {
  std::string text;
  const std::string type = option->get_type_name();  // "NUMBER:INT in [1 - 9]": a validator's words follow the colon
  if (option->get_type_size() != 0 && !type.empty()) text = " " + type.substr(0, type.find(':'));
  if (option->get_expected_max() > 1 && option->get_allow_extra_args()) text += "...";
  if (option->get_required()) text += " (required)";
  return text;
}

}  // namespace texelsort::app
