#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/external/report_file.h"
#include "app/problem/json_lines.h"
#include "app/problem/shell.h"
#include "app/problem/toml_table.h"
#include "app/session/lessons/lesson.h"
#include "app/session/link_text.h"
#include "compute/data/format/document.h"
#include "tests/fuzz/targets/property.h"
#include "tests/fuzz/targets/targets.h"

namespace texelsort::fuzz {
namespace {

using nlohmann::ordered_json;

std::size_t levels_of(const ordered_json& value) {
  if (!value.is_structured()) return 0;
  std::size_t deepest = 0;
  for (const ordered_json& one : value) deepest = std::max(deepest, levels_of(one));
  return deepest + 1;
}

std::size_t levels_of(const toml::node& node) {
  std::size_t deepest = 0;
  if (const toml::table* table = node.as_table()) {
    for (const auto& [key, value] : *table) deepest = std::max(deepest, levels_of(value));
  } else if (const toml::array* array = node.as_array()) {
    for (const toml::node& value : *array) deepest = std::max(deepest, levels_of(value));
  } else {
    return 0;
  }
  return deepest + 1;
}

}  // namespace

void fuzz_json(std::string_view input) {
  if (const auto report = accepted([&] { return app::external_report(input, "f.jsonl"); })) {
    require(report->state.tasks.size() <= external::task_count, "a report has each task once at the most");
    for (const external::TaskState& task : report->state.tasks) {
      require(task.share >= 0 && task.share <= 1 && task.busy_s >= 0, "times of tasks are no less than 0");
    }
    require(report->state.seconds >= 0 && report->plan.runs + report->plan.fan_in >= report->plan.runs,
            "numbers of a report are those of a sort");
  }
  try {
    const auto document = accepted([&] { return data::parse_json<ordered_json>(input, "f.json"); });
    if (!document) return;
    require(levels_of(*document) <= data::deepest_document, "JSON that is parsed has few levels");
    const auto lines = accepted([&] { return app::json_lines(input, "f.json"); });
    if (!lines) return;
    const auto last = static_cast<std::size_t>(std::ranges::count(input, '\n')) + 1;
    for (const auto& [key, line] : *lines) require(line >= 1 && line <= last, "a key stands in a line of the text");
  } catch (const ordered_json::exception&) {
    // Ignore inputs that are not JSON.
  }
}

void fuzz_lessons(std::string_view input) {
  const auto table = accepted([&] { return app::parse_toml(input, "f.toml"); });
  if (!table) return;
  // TOML limits the depth of a table's header and of a key below it separately, so that their sum may be larger.
  require(levels_of(*table) <= 3 * data::deepest_document, "TOML that is parsed has few levels");
  const auto lesson = accepted([&] { return app::read_lesson(input, "f.toml"); });
  if (!lesson) return;
  for (const app::LessonStep& step : lesson->steps) {
    const auto words = accepted([&] { return app::shell_words(step.show); });
    if (!words) continue;
    std::string line;
    for (const std::string& word : *words) line += app::shell_quoted(word) + " ";
    require(app::shell_words(line) == *words, "words read back the same from a shell's quotes");
  }
}

void fuzz_links(std::string_view input) {
  const std::string address = "#" + std::string(input);
  require(app::is_address(address), "what begins with # is an address");
  const auto session = accepted([&] { return app::session_text_of(address); });
  if (!session) return;
  require(session->size() <= std::size_t{8} << 20, "a link unpacks to a bounded text");
  if (input.find("z=") != std::string_view::npos) return;
  const auto again = accepted([&] { return app::session_text_of("#" + app::fragment_of(*session)); });
  require(again.has_value(), "a link that was read can be written");
}

}  // namespace texelsort::fuzz
