#include "compute/data/text/source_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <sstream>

#include <fmt/format.h>

#include "compute/data/error.h"
#include "compute/data/text/source.h"

namespace texelsort::data {
namespace {

constexpr std::array role_names{"finds", "reads", "compares", "writes"};

bool is_name(char letter) {
  return std::isalnum(static_cast<unsigned char>(letter)) || letter == '_';
}

/// Returns the text that follows a word, or null if the text does not start with this word.
std::optional<std::string_view> after_word(std::string_view text, std::string_view word) {
  if (!text.starts_with(word) || (text.size() > word.size() && is_name(text[word.size()]))) return std::nullopt;
  return trimmed(text.substr(word.size()));
}

std::optional<LineMark> read_mark(std::string_view text) {
  LineMark mark;
  if (const auto dashes = text.find(" -- "); dashes != std::string_view::npos) {
    mark.note = trimmed(text.substr(dashes + 4));
    text = text.substr(0, dashes);
  }
  std::istringstream words{std::string(text)};
  for (std::string word; words >> word;) {
    if (word.ends_with(',')) word.pop_back();
    const auto role = std::ranges::find(role_names, word);
    const auto equal = word.find('=');
    if (role != role_names.end()) {
      mark.roles.push_back(static_cast<LineRole>(role - role_names.begin()));
    } else if (word == "copies") {
      mark.roles = {LineRole::reads, LineRole::writes};
    } else if (word == "sorts") {
      mark.roles = {LineRole::reads, LineRole::compares, LineRole::writes};
    } else if (equal != std::string::npos && equal > 0 && equal + 1 < word.size()) {
      mark.bindings.emplace_back(word.substr(0, equal), word.substr(equal + 1));
    } else {
      return std::nullopt;
    }
  }
  return mark.roles.empty() ? std::nullopt : std::optional(mark);
}

std::optional<Works> read_works(std::string_view text) {
  Works works;
  while (!text.empty()) {
    const auto end = std::min(text.find(';'), text.size());
    const std::string_view one = text.substr(0, end);
    const auto equal = one.find('=');
    if (equal == std::string_view::npos) return std::nullopt;
    works.emplace(trimmed(one.substr(0, equal)), trimmed(one.substr(equal + 1)));
    text = end == text.size() ? std::string_view() : text.substr(end + 1);
  }
  return works;
}

/// Splits a source line into its code and the text of its mark, a comment that describes the line's work.
std::pair<std::string, std::string_view> split_mark(std::string_view line) {
  const auto cut = [&](std::size_t from, std::size_t to, std::string_view inside) {
    std::string rest(line.substr(0, from));
    if (to < line.size()) {
      rest += line.substr(to);
    } else {
      rest.erase(rest.find_last_not_of(" \t") + 1);
    }
    return std::pair(rest, trimmed(inside));
  };
  if (const auto at = line.find("//: "); at != std::string_view::npos) {
    return cut(at, line.size(), line.substr(at + 4));
  }
  const auto at = line.find("/*: ");
  const auto end = at == std::string_view::npos ? at : line.find("*/", at);
  if (end == std::string_view::npos) return {std::string(line), {}};
  return cut(at, end + 2, line.substr(at + 4, end - at - 4));
}

/// Preprocessor that evaluates conditions, and collects macros without parameters.
class Preprocessor {
 public:
  bool active() const {
    return std::ranges::all_of(open_, [](const Branch& branch) { return branch.active; });
  }
  /// Processes a line that starts with '#'.
  void take(std::string_view line) {
    const std::string_view directive = trimmed(trimmed(line).substr(1));
    if (const auto rest = after_word(directive, "ifdef")) return begin(is_defined(*rest));
    if (const auto rest = after_word(directive, "ifndef")) return begin(!is_defined(*rest));
    if (const auto rest = after_word(directive, "if")) return begin(active() && holds(*rest));
    if (after_word(directive, "endif") && !open_.empty()) return open_.pop_back();
    if (const auto rest = after_word(directive, "elif"); rest && !open_.empty()) return go_on(&*rest);
    if (after_word(directive, "else") && !open_.empty()) return go_on(nullptr);
    if (!active()) return;
    if (const auto rest = after_word(directive, "undef")) macros_.erase(std::string(*rest));
    if (const auto rest = after_word(directive, "define")) define(*rest);
    if (const auto rest = after_word(directive, "version")) macros_["__VERSION__"] = rest->substr(0, rest->find(' '));
  }

  std::map<std::string, std::string> macros() const {
    auto result = macros_;
    std::erase_if(result, [](const auto& macro) { return macro.second == with_parameters; });
    return result;
  }

 private:
  struct Branch {
    bool active = false, taken = false;
  };
  static constexpr const char* with_parameters = "(";

  void begin(bool active) { open_.push_back({active, active}); }
  void go_on(const std::string_view* condition) {
    Branch& branch = open_.back();
    branch.active = false;
    branch.active = !branch.taken && (condition == nullptr || holds(*condition));
    branch.taken = branch.taken || branch.active;
  }
  void define(std::string_view text) {
    std::size_t end = 0;
    while (end < text.size() && is_name(text[end])) ++end;
    const bool parameters = end < text.size() && text[end] == '(';
    std::string_view value = text.substr(end);
    value = value.substr(0, value.find("//"));
    macros_[std::string(text.substr(0, end))] = parameters ? with_parameters : std::string(trimmed(value));
  }
  bool is_defined(std::string_view name) const {
    name = name.substr(0, name.find_first_of(" \t/"));
    return macros_.contains(std::string(name));
  }
  /// Replaces `defined NAME` and `defined(NAME)` in a condition by 1 or 0.
  std::string resolved(std::string_view condition) const {
    std::string result(condition.substr(0, condition.find("//")));
    for (auto at = result.find("defined"); at != std::string::npos; at = result.find("defined", at)) {
      std::size_t first = at + 7;
      while (first < result.size() && !is_name(result[first])) ++first;
      std::size_t last = first;
      while (last < result.size() && is_name(result[last])) ++last;
      const bool known = is_defined(std::string_view(result).substr(first, last - first));
      if (const auto close = result.find_first_not_of(" \t", last);
          close != std::string::npos && result[close] == ')' && result.find('(', at) < first) {
        last = close + 1;
      }
      result.replace(at, last - at, known ? "1" : "0");
    }
    return result;
  }
  bool holds(std::string_view condition) const {
    const auto value = evaluate(resolved(condition), [this](std::string_view name, auto) { return value_of(name, 8); });
    return value.value_or(0) != 0;
  }
  /// Returns the value of a macro in a condition. As in C, names without definition are 0.
  std::optional<std::int64_t> value_of(std::string_view name, int depth) const {
    const auto found = macros_.find(std::string(name));
    if (found == macros_.end() || depth == 0) return 0;
    return evaluate(found->second, [&](std::string_view other, auto) { return value_of(other, depth - 1); });
  }

  std::vector<Branch> open_;
  std::map<std::string, std::string> macros_;
};

class SourceReader {
 public:
  explicit SourceReader(std::string_view launch = {}) : launch_(launch) {}

  void take(std::string_view line, std::size_t file, std::uint32_t number) {
    auto [rest, comment] = split_mark(line);
    const bool directive = trimmed(rest).starts_with('#');
    SourceLine& added = lines_.emplace_back();
    added.file = file;
    added.number = number;
    added.text = rest;
    added.compiled = preprocessor.active();
    if (directive) preprocessor.take(rest);
    if (comment.empty()) return;
    if (const auto name = after_word(comment, "launch")) {
      elsewhere_ = !launch_.empty() && *name != launch_;
      return;
    }
    if (const auto text = after_word(comment, "works")) {
      const auto read = read_works(*text);
      if (!read) throw InternalError(fmt::format("line {}: '{}' does not say who works", number, comment));
      if (added.compiled && !elsewhere_) works.push_back(*read);
      return;
    }
    auto mark = read_mark(comment);
    if (!mark) throw InternalError(fmt::format("line {}: '{}' marks nothing", number, comment));
    if (!elsewhere_) added.mark = std::move(mark);
  }

  /// Returns all lines of the source, sorted by file.
  std::vector<SourceLine> take_lines() {
    std::ranges::stable_sort(lines_, {}, &SourceLine::file);
    return std::move(lines_);
  }

  Preprocessor preprocessor;
  std::vector<Works> works;

 private:
  std::string_view launch_;
  bool elsewhere_ = false;
  std::vector<SourceLine> lines_;
};

}  // namespace

std::string_view name(LineRole role) {
  return role_names[static_cast<std::size_t>(role)];
}

bool LineMark::has(LineRole role) const {
  return std::ranges::find(roles, role) != roles.end();
}

SourceText read_source(std::string_view text, const std::vector<std::string>& files) {
  SourceText source{.files = files, .lines = {}, .defines = {}, .macros = {}, .works = {}};
  SourceReader reader;
  std::vector<std::uint32_t> next;  // for each file that has started, the number of its next line
  std::optional<std::size_t> file;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string directive;
    std::size_t place = 0;
    std::uint32_t number = 0;
    if (!(words >> directive >> number >> place) || directive != "#line") {
      if (file) {
        reader.take(line, *file, next[*file]++);
      } else if (line.starts_with('#')) {
        reader.preprocessor.take(line);
      }
      continue;
    }
    if (!file) source.defines = reader.preprocessor.macros();
    if (place == next.size()) {
      // Add the line with the #include, which the assembled text does not contain.
      if (file) reader.take(fmt::format("#include \"{}\"", files.at(place)), *file, next[*file]++);
      next.push_back(number);
    } else if (number > next.at(place)) {
      reader.take("#include of what has been included", place, next[place]++);
    }
    file = place;
  }
  source.defines.erase("__VERSION__");
  source.macros = reader.preprocessor.macros();
  source.works = std::move(reader.works);
  source.lines = reader.take_lines();
  leave_out_unused(source);
  return source;
}

SourceText read_kernel(std::string_view text, const std::string& file, std::string_view launch) {
  SourceText source{.files = {file}, .lines = {}, .defines = {}, .macros = {}, .works = {}};
  SourceReader reader(launch);
  std::istringstream lines{std::string(text)};
  std::uint32_t number = 0;
  for (std::string line; std::getline(lines, line);) reader.take(line, 0, ++number);
  source.macros = reader.preprocessor.macros();
  source.works = std::move(reader.works);
  source.lines = reader.take_lines();
  return source;
}

std::string substituted(std::string_view line, const std::map<std::string, std::string>& values) {
  const auto is_part = [&](std::size_t at) { return at < line.size() && (is_name(line[at]) || line[at] == '.'); };
  const auto is_assigned = [&](std::size_t end) {
    return line.substr(end).starts_with(" = ") || line.substr(end).starts_with(" += ");
  };
  std::string result;
  for (std::size_t at = 0; at < line.size();) {
    if (line.substr(at).starts_with("//")) return result.append(line.substr(at));
    std::size_t end = at;
    while (is_part(end)) ++end;
    const std::string word(line.substr(at, std::max(end, at + 1) - at));
    // Also replace a member such as ".name" of an expression in parentheses.
    const bool member = word.size() > 1 && word.front() == '.';
    const auto found = values.find(word.substr(member ? 1 : 0));
    if (found == values.end() || is_assigned(end)) {
      result += word;
    } else {
      result += (member ? "." : "") + found->second;
    }
    at += word.size();
  }
  return result;
}

}  // namespace texelsort::data
