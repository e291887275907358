#include "app/playback/pseudocode.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <regex>

#include <fmt/format.h>
#include <fnmatch.h>

#include "app/playback/models/selection_progress.h"
#include "app/problem/embedded_files.h"

namespace texelsort::app {

namespace {

bool matches(std::string_view pattern, const std::string& text) {
  return fnmatch(std::string(pattern).c_str(), text.c_str(), 0) == 0;
}

std::vector<std::string_view> parts_of(std::string_view text, std::string_view separator) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const std::size_t end = text.find(separator);
    if (end != 0) parts.push_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + separator.size());
  }
  return parts;
}

CodeLine read_line(std::string_view line) {
  constexpr std::string_view mark = " <- ";
  const std::size_t end = line.find(mark), first = line.find_first_not_of(' ');
  CodeLine read{.text = line.substr(0, end), .indent = first / 2};
  read.text = read.text.substr(first, read.text.find_last_not_of(' ') + 1 - first);
  if (end != std::string_view::npos) read.passes = parts_of(line.substr(end + mark.size()), " | ");
  return read;
}

/// Appends the lines of the first section in a file whose heading `has` accepts, indented by `indent`. Returns whether
/// there is such a section.
template <class Has>
bool append_section(std::vector<CodeLine>& code, std::string_view file, std::size_t indent, const Has& has) {
  bool inside = false;
  for (const std::string_view line : parts_of(file, "\n")) {
    if (line.front() == '[') {
      if (inside) break;
      inside = has(line.substr(1, line.find(']') - 1));
    } else if (inside && line.front() != '#') {
      code.push_back(read_line(line));
      code.back().indent += indent;
    }
  }
  return inside;
}

bool append_named(std::vector<CodeLine>& code, const std::string& family, const std::string& heading,
                  std::size_t indent = 0) {
  return append_section(code, embedded_file("pseudocode/" + family).text(), indent,
                        [&](std::string_view found) { return found == heading; });
}

std::string_view kind_of(const network::Step& step, bool first) {
  if (step.patterns.empty()) return first ? "; listed first" : "; listed";
  const network::Pattern& pattern = step.patterns.front();
  if (pattern.mirrored) return "; mirrored";
  if (pattern.fence != 0) return "; fenced";
  return pattern.first != 0 ? "; shifted" : "; straight";
}

/// Returns the texts of the present pass that the patterns of code lines match.
std::vector<std::string> texts_of(const Player& player) {
  const auto records = player.records();
  const auto& header = records.back().header;
  const std::string name = header.stage + ", " + header.label;
  const bool first = records.size() < 2 || records[records.size() - 2].header.stage_index != header.stage_index;
  std::vector<std::string> texts;
  const auto add = [&](const network::Step& step) {
    const std::string text = name + std::string(kind_of(step, first));
    if (std::ranges::find(texts, text) == texts.end()) texts.push_back(text);
  };
  if (const network::Step* step = records.back().step()) {
    add(*step);
  } else if (const auto passes = player.run().steps_of_passes(); header.index < passes.size()) {
    for (const auto& fused : passes[header.index]) add(*fused);
  }
  if (texts.empty()) texts = {name, name + std::string(kind_of({}, first))};
  return texts;
}

/// Returns the values of variables that the present pass states: "stage 1 to stage 3" gives stage "1 to 3".
std::map<std::string, std::string> values_of(const Player& player) {
  const auto& record = *player.record();
  std::map<std::string, std::string> values;
  if (const auto* step = record.step(); step != nullptr && step->patterns.size() == 1) {
    const network::Pattern& pattern = step->patterns.front();
    if (!pattern.mirrored) values["distance"] = std::to_string(pattern.distance);
  }
  if (const auto* count = counted(player)) {
    values["m"] = data::text(key_of(count->threshold, player.problem().type(), player.problem().order), 0);
    values["c"] = std::to_string(count->count);
  }
  static const std::regex number(R"(([a-z]+) (\d+)(?: to \1 (\d+))?)");
  const std::string name = record.header.stage + ", " + record.header.label;
  for (std::sregex_iterator found(name.begin(), name.end(), number), end; found != end; ++found) {
    const auto& match = *found;
    if (match[1] == "of") continue;  // "digit 1 of 4"
    values.try_emplace(match[1], match[3].matched ? match.str(2) + " to " + match.str(3) : match.str(2));
  }
  return values;
}

/// Returns whether a line uses a variable. "step" is a variable in "each step", and part of a name in "step 2: counts".
bool uses(std::string_view line, const std::string& name) {
  const auto is_letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; };
  for (std::size_t at = line.find(name); at != std::string_view::npos; at = line.find(name, at + 1)) {
    const std::string_view after = line.substr(at + name.size());
    const bool numbered = after.size() > 1 && after[0] == ' ' && after[1] >= '0' && after[1] <= '9';
    const bool word = (at == 0 || !is_letter(line[at - 1])) && (after.empty() || !is_letter(after[0]));
    if (word && !numbered) return true;
  }
  return false;
}

}  // namespace

std::vector<CodeLine> pseudocode(const algorithms::Algorithm& algorithm, const algorithms::Problem& problem,
                                 const algorithms::TextValues& values) {
  std::vector<CodeLine> code;
  const auto records = values.find("records");
  const bool indirect =
      problem.payload == data::PayloadKind::record && (records == values.end() || records->second != "direct");
  if (indirect) append_named(code, "records", "records before");
  const std::size_t before = code.size();
  if (algorithm.network() != nullptr && algorithm.method() != nullptr) {
    const std::string method = "method " + algorithm.method()->id;
    if (!append_named(code, "networks", "network " + algorithm.network()->id)) {
      append_named(code, "networks", "network *");
    }
    append_named(code, "networks", method, code.back().indent);
    append_named(code, "networks", method + " after");
  } else {
    const auto is_about = [&](std::string_view heading) {
      const auto patterns = parts_of(heading, " ");
      return std::ranges::any_of(patterns, [&](std::string_view one) {
        return one.find('/') != std::string_view::npos && matches(one, algorithm.info().id);
      });
    };
    for (const EmbeddedFile& file : embedded_files()) {
      if (file.name.starts_with("pseudocode/") && append_section(code, file.text(), 0, is_about)) break;
    }
  }
  if (code.size() == before) return {};
  if (indirect) append_named(code, "records", "records after");
  return code;
}

std::vector<CodeMark> code_marks(const std::vector<CodeLine>& code, const Player& player) {
  std::vector<CodeMark> marks(code.size());
  if (player.record() == nullptr) return marks;
  const auto texts = texts_of(player);
  std::vector<bool> around(code.size());
  for (std::size_t i = 0; i < code.size(); ++i) {
    marks[i].executed = std::ranges::any_of(code[i].passes, [&](std::string_view pattern) {
      return std::ranges::any_of(texts, [&](const std::string& text) { return matches(pattern, text); });
    });
    if (!marks[i].executed) continue;
    around[i] = true;
    for (std::size_t j = i, indent = code[i].indent; j-- > 0;) {
      if (code[j].indent >= indent) continue;
      around[j] = true;
      indent = code[j].indent;
    }
  }
  for (const auto& [name, value] : values_of(player)) {
    for (std::size_t i = 0; i < code.size(); ++i) {
      if (!around[i] || !uses(code[i].text, name)) continue;
      marks[i].values += fmt::format("{}{} = {}", marks[i].values.empty() ? "" : ", ", name, value);
      break;
    }
  }
  return marks;
}

}  // namespace texelsort::app
