#include "app/cli/help/help_text.h"

#include <algorithm>
#include <sstream>
#include <utility>

namespace texelsort::app {

namespace {

constexpr std::size_t names_indent = 2, help_column = 32, narrow_help_column = 8;

/// Splits text into lines of at most `width` columns.
std::vector<std::string> lines_of(const std::string& text, std::size_t width) {
  std::vector<std::string> lines;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (lines.empty() || lines.back().size() + 1 + word.size() > width) {
      lines.push_back(word);
    } else {
      lines.back() += " " + word;
    }
  }
  return lines;
}

/// Returns an entry of the help: option names on the left, their description on the right. If the names are long or the
/// terminal is narrow, the description starts on the next line.
std::string entry(const std::string& names, const std::string& help, std::size_t width) {
  const std::size_t column = width < 2 * help_column ? narrow_help_column : help_column;
  std::string text = std::string(names_indent, ' ') + names;
  if (help.empty()) return text + "\n";
  if (text.size() + 1 > column) {
    text += "\n" + std::string(column, ' ');
  } else {
    text += std::string(column - text.size(), ' ');
  }
  const std::string lines = wrapped(help, column, width);
  return text + lines.substr(std::min(column, lines.size()));
}

std::string left_side(const OptionRow& option) {
  std::string text = option.names();
  if (!option.value.empty()) text += " " + option.value;
  if (option.several) text += "...";
  if (option.required) text += " (required)";
  return text;
}

std::string usage(const CommandRow& command) {
  std::string text = "Usage: " + command.path;
  if (!std::ranges::all_of(command.options, &OptionRow::is_argument)) text += " [OPTIONS]";
  for (const OptionRow& option : command.options) {
    if (!option.is_argument()) break;
    const std::string argument = option.argument + (option.several ? "..." : "");
    text += option.required ? " " + argument : " [" + argument + "]";
  }
  if (!command.commands.empty()) text += command.needs_command ? " COMMAND" : " [COMMAND]";
  return text;
}

std::string group_of(const OptionRow& option) {
  return option.is_argument() ? "Arguments" : option.group;
}

/// Returns the names of a command's option groups, in the order of each group's first option.
std::vector<std::string> groups(const CommandRow& command) {
  std::vector<std::string> names;
  for (const OptionRow& option : command.options) {
    const std::string group = group_of(option);
    if (std::ranges::find(names, group) == names.end()) names.push_back(group);
  }
  return names;
}

/// Returns an example command, indented. Breaks long lines after a backslash, and only at blanks outside quotes.
std::string example(const std::string& command, std::size_t width) {
  constexpr std::size_t first = 2, other = 6;
  std::string text;
  std::string line(first, ' ');
  bool blank = true;
  std::string word;
  char quote = '\0';
  const auto end_word = [&] {
    constexpr std::size_t continued = 2;  // width of " \\", which continues a line
    if (!blank && line.size() + 1 + word.size() + continued > width) {
      text += line + " \\\n";
      line = std::string(other, ' ');
      blank = true;
    }
    line += (blank ? "" : " ") + std::exchange(word, {});
    blank = false;
  };
  if (first + command.size() <= width) return std::string(first, ' ') + command + "\n";
  for (const char letter : command) {
    if (letter == ' ' && quote == '\0') {
      end_word();
      continue;
    }
    if (quote == '\0' && (letter == '\'' || letter == '"')) {
      quote = letter;
    } else if (letter == quote) {
      quote = '\0';
    }
    word += letter;
  }
  end_word();
  return text + line + "\n";
}

}  // namespace

std::string wrapped(const std::string& text, std::size_t indent, std::size_t width) {
  std::string result;
  for (const std::string& line : lines_of(text, width > indent ? width - indent : 1)) {
    result += std::string(indent, ' ') + line + "\n";
  }
  return result;
}

std::string help_text(const CommandRow& command, std::size_t width) {
  std::string text = wrapped(command.description, 0, width);
  text += wrapped(usage(command), 0, width);
  for (const std::string& group : groups(command)) {
    text += "\n" + group + ":\n";
    for (const OptionRow& option : command.options) {
      if (group_of(option) == group) text += entry(left_side(option), option.help, width);
    }
  }
  if (!command.commands.empty()) {
    text += "\nCommands:\n";
    for (const CommandRow& row : command.commands) {
      std::string names = row.name;
      for (const std::string& alias : row.aliases) names += ", " + alias;
      text += entry(names, row.description, width);
    }
  }
  for (const std::string& note : command.notes) text += "\n" + wrapped(note, 0, width);
  if (!command.examples.empty()) text += command.examples.size() > 1 ? "\nExamples:\n" : "\nExample:\n";
  for (const std::string& line : command.examples) text += example(line, width);
  return text;
}

}  // namespace texelsort::app
