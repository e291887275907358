#include <algorithm>
#include <map>

#include <fmt/ranges.h>

#include "app/cli/commands/command_line.h"
#include "app/cli/help/help_text.h"

namespace texelsort::app {

namespace {

/// Escapes text so that roff prints it unchanged, with ASCII hyphens and without interpreting requests.
std::string roff(std::string_view text) {
  static const std::map<char, const char*> escapes{{'\\', "\\e"},  {'-', "\\-"},   {'^', "\\(ha"},
                                                   {'~', "\\(ti"}, {'`', "\\(ga"}, {'\'', "\\(aq"}};
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char letter = text[i];
    const bool starts_line = result.empty() || result.back() == '\n';
    const auto escape = escapes.find(letter);
    if (starts_line && (letter == '.' || letter == '\'')) {
      result += std::string("\\&") + letter;
    } else {
      result += escape == escapes.end() ? std::string(1, letter) : escape->second;
    }
  }
  return result;
}

std::string bold(std::string_view text) {
  return "\\fB" + roff(text) + "\\fR";
}
std::string italic(std::string_view text) {
  return "\\fI" + roff(text) + "\\fR";
}

/// Returns a sentence with the words that an option accepts. Returns an empty string if the option's help already lists
/// the words, or if the list is long and has its own command.
std::string words_sentence(const OptionRow& option) {
  constexpr std::size_t most = 24;
  const auto said = [&option](const std::string& word) { return option.help.find(word) != std::string::npos; };
  if (option.words.size() > most || std::ranges::all_of(option.words, said)) return "";
  return fmt::format(". One of {}", fmt::join(option.words, ", "));
}

std::string entry(const OptionRow& option) {
  std::string names;
  if (!option.argument.empty()) names = italic(option.argument);
  for (const std::string& name : option.short_names) names += (names.empty() ? "" : ", ") + bold("-" + name);
  for (const std::string& name : option.long_names) names += (names.empty() ? "" : ", ") + bold("--" + name);
  if (!option.value.empty()) names += " " + italic(option.value);
  if (option.several) names += "...";
  return fmt::format(".TP\n{}\n{}\n", names, roff(option.help + words_sentence(option)));
}

std::string synopsis(const CommandRow& command) {
  std::string line = bold(command.path);
  if (!std::ranges::all_of(command.options, &OptionRow::is_argument)) line += " [" + italic("OPTIONS") + "]";
  for (const OptionRow& option : command.options) {
    if (!option.is_argument()) break;
    const std::string argument = italic(option.argument) + (option.several ? "..." : "");
    line += option.required ? " " + argument : " [" + argument + "]";
  }
  return line;
}

std::string options(const CommandRow& command) {
  std::string text;
  for (const OptionRow& option : command.options) text += entry(option);
  return text;
}

std::string examples(const CommandRow& command) {
  if (command.examples.empty()) return "";
  std::string text = ".PP\n.nf\n";
  for (const std::string& line : command.examples) text += roff(line) + "\n";
  return text + ".fi\n";
}

std::string notes(const CommandRow& command) {
  std::string text;
  for (const std::string& note : command.notes) text += ".PP\n" + roff(note) + "\n";
  return text;
}

/// Returns a subsection for each subcommand, recursively.
std::string command_sections(const CommandRow& parent) {
  std::string text;
  for (const CommandRow& command : parent.commands) {
    text += fmt::format(".SS {}\n{}.\n", roff(command.path), roff(command.description));
    if (!command.aliases.empty()) text += roff(fmt::format("Also called {}.", fmt::join(command.aliases, ", "))) + "\n";
    if (command.commands.empty()) text += fmt::format(".PP\n{}\n", synopsis(command));
    text += options(command) + notes(command) + examples(command) + command_sections(command);
  }
  return text;
}

}  // namespace

const std::vector<EnvironmentVariable>& environment_variables() {
  static const std::vector<EnvironmentVariable> variables{
      {"COLUMNS", "Width of the help in columns (default: that of the terminal, otherwise 80)."},
      {"DISPLAY", "X display on which the window opens; WAYLAND_DISPLAY does the same for Wayland."},
      {"XDG_CACHE_HOME",
       "Folder in which tune saves parameter values that beat the default, in texelsort (default: ~/.cache)."},
      {"XDG_CONFIG_HOME", "Folder of the window's settings, texelsort/settings.json (default: ~/.config)."},
      {"XDG_DATA_HOME",
       "Folder in which the window saves edited shaders, in texelsort/shaders (default: ~/.local/share)."},
      {"TEXELSORT_SHADER_DIR",
       "Folder of shaders that texelsort reads before the built-in ones, as with --shader-dir."},
      {"TEXELSORT_REQUIRE", "Features that texelsort check requires, as in its option --require."},
      {"TEXELSORT_EGL_DEVICE",
       "Number of the only EGL device to use; without it, texelsort prefers hardware to software."},
      {"TEXELSORT_CUDA_INTEROP",
       "How CUDA and OpenGL share arrays: mapped, copies or staging choose a slower way than the best available."},
      {"TEXELSORT_CUDA_SYNCHRONOUS", "Set to 1 to wait for every CUDA kernel, so that an error names the right one."},
      {"TEXELSORT_NCCL", "File of NVIDIA's library NCCL, if it is not among the system's libraries."},
      {"TEXELSORT_MPI", "File of Open MPI's library, if it is not among the system's libraries."},
      {"TEXELSORT_RANK_FAULT",
       "For tests: RANK:STEP makes that rank of a distributed sort fail in the step sort, select, exchange, merge or "
       "move; RANK:STEP:silent makes it unresponsive."},
      {"TEXELSORT_CPU_KERNELS_ORDER",
       "Order in which the CPU executes the threads of CUDA kernels: ascending, descending or random:SEED."},
  };
  return variables;
}

std::string manual_page(const CommandRow& root) {
  std::string text = ".\\\" Generated by \"texelsort man\" from the table of options.\n";
  text += ".TH TEXELSORT 1 \"\" \"texelsort " TEXELSORT_VERSION "\" \"User Commands\"\n";
  text += ".SH NAME\ntexelsort \\- show, time and check how GPUs sort\n";
  text += fmt::format(".SH SYNOPSIS\n{}\n.br\n{} {} [{}]\n", synopsis(root), bold(root.name), italic("COMMAND"),
                      italic("ARGUMENTS"));
  text +=
      fmt::format(".SH DESCRIPTION\n{}\n.PP\n{}\n", roff(root.description),
                  "Comparator networks, radix, sample, merge and record sorts and selections run on OpenGL and "
                  "CUDA devices,\npass by pass. Each pass has a claim: what is true of the data after it. texelsort "
                  "tests the claims\non data that it reads back.");
  text += ".SH OPTIONS\nThese are the options of the window. Every command has its own options.\n" + options(root);
  text += ".SH COMMANDS\n" + command_sections(root);
  text += ".SH EXIT STATUS\n";
  for (const auto& [code, meaning] : exit_code_texts()) text += fmt::format(".TP\n{}\n{}\n", code, roff(meaning));
  text += ".SH ENVIRONMENT\n";
  for (const auto& [name, help] : environment_variables()) {
    text += fmt::format(".TP\n{}\n{}\n", bold(name), roff(help));
  }
  text += ".SH FILES\n.TP\n" + italic("~/.config/texelsort/settings.json") +
          "\nSize, theme, colours and speed of the last window.\n";
  text +=
      ".TP\n" + italic("~/.cache/texelsort/tuned.json") +
      "\nParameter values that tune has found on this machine, with the measurements; tune --forget deletes them.\n";
  text += ".TP\n" + italic("/usr/share/texelsort/samples") + "\nPictures and numbers to sort.\n";
  text += ".SH EXAMPLES\n" + examples(root);
  return text;
}

}  // namespace texelsort::app
