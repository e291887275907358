// Lessons are TOML files (https://toml.io/en/v1.0.0), because TOML is easy to write by hand and its errors name the
// line.
#include <algorithm>
#include <array>

#include <fmt/ranges.h>

#include "app/problem/toml_table.h"
#include "app/session/lessons/lesson.h"
#include "compute/data/text/nearest.h"

namespace texelsort::app {

namespace {

constexpr std::int64_t lesson_format = 1;
constexpr std::array levels{"beginner", "intermediate", "advanced"};

struct AskedName {
  Asked asked;
  std::string_view name;
};
constexpr std::array asked_names{AskedName{Asked::swaps, "swaps"},   AskedName{Asked::key, "key"},
                                 AskedName{Asked::place, "place"},   AskedName{Asked::group, "group"},
                                 AskedName{Asked::count, "count"},   AskedName{Asked::bit, "bit"},
                                 AskedName{Asked::passes, "passes"}, AskedName{Asked::sorted, "sorted"},
                                 AskedName{Asked::found, "found"},   AskedName{Asked::fewer, "fewer"}};

template <class Names>
std::vector<std::string> texts(const Names& names) {
  return {names.begin(), names.end()};
}

Asked read_asked(TomlTable& table) {
  const std::string word = table.text("kind");
  const auto found = std::ranges::find(asked_names, word, &AskedName::name);
  if (found != asked_names.end()) return found->asked;
  std::vector<std::string> names;
  for (const AskedName& one : asked_names) names.emplace_back(one.name);
  table.fail(table.need("kind"), fmt::format("unknown kind of question '{}'{} (choose from {})", word,
                                             data::did_you_mean(word, names), fmt::join(names, ", ")));
}

bool asks_of_a_key(Asked asked) {
  return asked == Asked::key || asked == Asked::place || asked == Asked::group;
}

LessonQuestion read_question(const toml::table& node, const std::string& file) {
  TomlTable table(node, "a question", file);
  LessonQuestion question{.asked = read_asked(table),
                          .text = table.text("ask"),
                          .answer = table.text("answer"),
                          .hint = table.text_or_none("hint"),
                          .index = table.number_or_none("index"),
                          .other = table.text_or_none("other")};
  table.finish();
  const std::string_view kind = name(question.asked);
  if (asks_of_a_key(question.asked) != question.index.has_value()) {
    table.fail(node, fmt::format("a question of kind '{}' has {} 'index'", kind, question.index ? "no" : "an"));
  }
  if ((question.asked == Asked::fewer) == question.other.empty()) {
    table.fail(node, fmt::format("a question of kind '{}' has {} 'other' view state", kind,
                                 question.other.empty() ? "an" : "no"));
  }
  return question;
}

LessonStep read_step(const toml::table& node, const std::string& file) {
  TomlTable table(node, "a step", file);
  LessonStep step{.show = table.text("show"),
                  .caption = table.text("caption"),
                  .name = table.text_or_none("name"),
                  .notes = table.text_or_none("notes"),
                  .line = table.line()};
  if (const toml::node* question = table.find("question")) {
    if (!question->is_table()) table.fail(*question, "'question' must be a table: [step.question]");
    step.question = read_question(*question->as_table(), file);
  }
  table.finish();
  return step;
}

std::vector<LessonStep> read_steps(TomlTable& table, const std::string& file) {
  const toml::node& node = table.need("step");
  const toml::array* array = node.as_array();
  if (array == nullptr) table.fail(node, "'step' must be an array of tables, each below [[step]]");
  std::vector<LessonStep> steps;
  for (const toml::node& one : *array) {
    if (!one.is_table()) table.fail(one, "a step must be a table below [[step]]");
    steps.push_back(read_step(*one.as_table(), file));
  }
  return steps;
}

}  // namespace

std::string_view name(Asked asked) {
  return std::ranges::find(asked_names, asked, &AskedName::asked)->name;
}

Lesson read_lesson(std::string_view text, const std::string& file) {
  const toml::table root = parse_toml(text, file);
  TomlTable table(root, "a lesson", file);
  const auto format = static_cast<std::int64_t>(table.number("format"));
  if (format != lesson_format) {
    table.fail(table.need("format"),
               fmt::format("lessons of format {} are not supported, expected format {}", format, lesson_format));
  }
  Lesson lesson{.file = file,
                .title = table.text("title"),
                .level = table.text("level"),
                .source = table.text("source"),
                .notes = table.text_or_none("notes"),
                .minutes = table.number("minutes"),
                .steps = read_steps(table, file)};
  table.finish();
  if (std::ranges::find(levels, lesson.level) == levels.end()) {
    table.fail(table.need("level"),
               fmt::format("unknown level '{}' (choose from {})", lesson.level, fmt::join(texts(levels), ", ")));
  }
  return lesson;
}

}  // namespace texelsort::app
