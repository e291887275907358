#include <memory>

#include <fmt/format.h>

#include "app/cli/commands/commands.h"
#include "app/cli/options/device_options.h"
#include "app/problem/json_document.h"
#include "app/problem/option_group.h"
#include "app/problem/progress.h"
#include "app/problem/shell.h"
#include "app/session/lessons/lesson_check.h"
#include "compute/data/error.h"
#include "compute/data/text/number_format.h"
#include "compute/data/text/outgoing_text.h"
#include "compute/measure/result_table.h"

namespace texelsort::app {

namespace {

struct LessonOptions {
  std::vector<std::string> names;
  DeviceOptions device;
  bool json = false, answers = false, notes = false;
};

void list_lessons(const LessonOptions& options) {
  measure::ResultTable table;
  for (const Lesson& lesson : lessons()) {
    table.add({{"lesson", "lesson", short_name_of(lesson)},
               {"level", "level", lesson.level},
               {"minutes", "minutes", lesson.minutes},
               {"steps", "steps", std::uint64_t{lesson.steps.size()}},
               {"title", "title", lesson.title}});
  }
  fmt::print("{}", options.json ? json_document("lessons", "lessons", table) : measure::text_table(table));
}

void print_indented(const std::string& what, const std::string& text) {
  if (!text.empty()) fmt::print("    {}{}\n", what, data::outgoing_text(text));
}

/// Returns the options of a lesson's step, quoted so that a shell splits them as texelsort does and expands nothing.
std::string quoted_words(const Lesson& lesson, const LessonStep& step) {
  try {
    std::string line;
    for (const std::string& word : shell_words(step.show)) line += " " + shell_quoted(word);
    return line;
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("{}:{}: {}", lesson.file, step.line, error.what()));
  }
}

/// Prints a lesson for the teacher: captions, notes, the command that draws each step, and the answers if requested.
/// With --notes, prints only notes, questions and answers.
void show_lesson(const LessonOptions& options) {
  const Lesson lesson = find_lesson(options.names.front());
  std::vector<std::string> commands;
  for (const LessonStep& step : lesson.steps) {
    commands.push_back(
        fmt::format("texelsort render{} -o step-{}.png", quoted_words(lesson, step), commands.size() + 1));
  }
  fmt::print("{}", data::outgoing_text(fmt::format("{}\n{}, {} minutes\nSource: {}\n", lesson.title, lesson.level,
                                                   lesson.minutes, lesson.source)));
  if (!lesson.notes.empty()) fmt::print("For the teacher: {}\n", data::outgoing_text(lesson.notes));
  std::size_t number = 0;
  for (const LessonStep& step : lesson.steps) {
    ++number;
    fmt::print("\n{:2}  {}\n", number, data::outgoing_text(options.notes ? step.name : title_of(step)));
    if (!options.notes) {
      if (!step.name.empty()) print_indented("", step.caption);
      print_indented("", commands[number - 1]);
    }
    print_indented("For the teacher: ", step.notes);
    if (!step.question) continue;
    print_indented("Question: ", step.question->text);
    if (!options.answers && !options.notes) continue;
    print_indented("Answer: ", step.question->answer);
    print_indented("Because: ", step.question->hint);
  }
}

/// Checks the steps of a lesson. Prints each error with file and line, and returns the number of errors.
std::size_t check_lesson(const Lesson& lesson, DeviceOptions& device) {
  Session session(device.device_if_any(), device.execution());
  std::size_t faults = 0;
  for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
    show_progress(fmt::format("{}: step {} of {}", lesson.title, i + 1, lesson.steps.size()));
    for (const std::string& fault : check_step(session, lesson.steps[i]).faults) {
      fmt::print("{}", data::outgoing_text(
                           fmt::format("{}:{}: step {}: {}\n", lesson.file, lesson.steps[i].line, i + 1, fault)));
      ++faults;
    }
  }
  show_progress("");
  return faults;
}

void check_lessons(LessonOptions& options) {
  std::vector<Lesson> chosen;
  for (const std::string& name : options.names) chosen.push_back(find_lesson(name));
  if (options.names.empty()) chosen = lessons();
  std::size_t faults = 0;
  for (const Lesson& lesson : chosen) {
    const std::size_t own = check_lesson(lesson, options.device);
    if (own == 0)
      fmt::print("{}: {}, every claim and every answer holds\n", data::outgoing_text(lesson.file),
                 data::counted(lesson.steps.size(), "step"));
    faults += own;
  }
  if (faults > 0) {
    throw Error(ExitCode::check_failed, data::counted(faults, "fault") + " in lessons");
  }
}

}  // namespace

void add_lesson_command(CLI::App& app) {
  const auto options = std::make_shared<LessonOptions>();
  CLI::App* command =
      app.add_subcommand("lesson", "List, read or check lessons: views of runs with captions and questions");
  command->require_subcommand(1);
  command->footer(
      "Examples:\n"
      "  texelsort lesson list\n"
      "  texelsort lesson show bitonic-merge-sort --answers\n"
      "  texelsort lesson check mine.toml");

  CLI::App* list = command->add_subcommand("list", "List the built-in lessons");
  list->add_flag("--json", options->json, "print one JSON object with an array of lessons");
  list->callback([options] { list_lessons(*options); });
  list->footer("Example:\n  texelsort lesson list");

  CLI::App* show = command->add_subcommand("show", "Print a lesson's captions, questions and notes");
  const OptionGroup shown(*show);
  shown.value("LESSON", "NAME-OR-FILE", options->names, "name of a lesson, or a file", lesson_names)
      ->required()
      ->expected(1);
  shown.flag("--answers", options->answers, "also print the answers");
  shown.flag("--notes", options->notes, "print only the teacher's notes, questions and answers for each step");
  show->callback([options] { show_lesson(*options); });
  show->footer("Example:\n  texelsort lesson show bitonic-merge-sort --answers");

  CLI::App* check = command->add_subcommand("check", "Run lessons, and test every claim and every answer");
  const OptionGroup checked(*check);
  checked.value("LESSON", "NAME-OR-FILE", options->names, "names of lessons, or files (default: all built-in lessons)",
                lesson_names);
  options->device.add_options_of_one_device(*check);
  check->callback([options] { check_lessons(*options); });
  check->footer(
      "The exit code is 1 if a claim or an answer is wrong, and 2 if a file is not a lesson. Messages name file and\n"
      "line.\n"
      "Examples:\n"
      "  texelsort lesson check\n"
      "  texelsort lesson check mine.toml");
}

}  // namespace texelsort::app
