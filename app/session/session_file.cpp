#include "app/session/session_file.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <nlohmann/json.hpp>

#include <fmt/format.h>

#include "app/problem/json_lines.h"
#include "app/problem/plain_message.h"
#include "app/problem/shell.h"
#include "app/session/layout_json.h"
#include "app/session/lessons/lesson.h"
#include "app/session/options/view_state_options.h"
#include "app/session/session_fields.h"
#include "compute/algorithms/registry.h"
#include "compute/algorithms/scripted/scripted_sort.h"
#include "compute/data/error.h"
#include "compute/data/format/document.h"
#include "compute/data/io/files.h"
#include "compute/data/text/nearest.h"
#include "compute/data/text/number.h"
#include "compute/data/text/outgoing_text.h"
#include "compute/data/text/text_place.h"
#include "compute/network/reader.h"

namespace texelsort::app {

namespace {

using nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr std::string_view schema = "texelsort/session/1", any_schema = "texelsort/session/";

std::string key_of(std::string option) {
  std::ranges::replace(option, '-', '_');
  return option;
}

/// Returns an option's value as JSON: a number for unsigned integers, a string for all other values.
ordered_json written(const GivenOption& option, const std::string& value) {
  const auto number = data::read_number<std::uint64_t>(value);
  const bool whole = !option.text && number && std::to_string(*number) == value;
  return whole ? ordered_json(*number) : ordered_json(value);
}

ordered_json written(const GivenOption& option) {
  if (option.flag) return true;
  if (option.assigns) {
    ordered_json values = ordered_json::object();
    for (const std::string& assignment : option.values) {
      const std::size_t equals = assignment.find('=');
      values[assignment.substr(0, equals)] = assignment.substr(equals + 1);
    }
    return values;
  }
  if (option.values.size() == 1) return written(option, option.values.front());
  ordered_json values = ordered_json::array();
  for (const std::string& value : option.values) values.push_back(written(option, value));
  return values;
}

using PathChange = std::function<fs::path(const fs::path&)>;

/// Returns an algorithm id in which `move` has replaced the path of a network's file, or of the folder of a sort. Uses
/// `there` to resolve the path and to test whether it is such a file or folder. Returns all other ids unchanged.
std::string moved_algorithm(const std::string& id, const PathChange& there, const PathChange& move) {
  if (!id.empty() && algorithms::names_scripted_sort(there(id).string()))
    return algorithms::scripted_id(move(id).string());
  const std::size_t slash = id.rfind('/');
  if (slash == std::string::npos || network::network_file(there(id.substr(0, slash)).string()).empty()) return id;
  return move(id.substr(0, slash)).string() + id.substr(slash);
}

/// Replaces paths like moved_algorithm(), in a lane of a race: text of the form "ID NAME=VALUE ...".
std::string moved_runner(const std::string& runner, const PathChange& there, const PathChange& move) {
  std::vector<std::string> words = shell_words(runner);
  if (words.empty()) return runner;
  words.front() = moved_algorithm(words.front(), there, move);
  std::string line;
  for (const std::string& word : words) line += (line.empty() ? "" : " ") + shell_quoted(word);
  return line;
}

/// Returns a path as a session file in `folder` stores it: relative if it is below `folder`, otherwise absolute.
fs::path seen_from(const fs::path& folder, const fs::path& path) {
  std::error_code ignored;
  const fs::path base = fs::absolute(folder.empty() ? "." : folder, ignored).lexically_normal();
  const fs::path whole = fs::absolute(path, ignored).lexically_normal();
  const fs::path near = whole.lexically_relative(base);
  return near.empty() || *near.begin() == ".." ? whole : near;
}

/// Reads one session file. Error messages name the file and the line.
class Reader {
 public:
  Reader(std::string text, const StateOrigin& origin) : text_(std::move(text)), path_(origin.file) {
    file_.origin = origin;
  }

  SessionFile read() {
    const ordered_json document = parse();
    lines_ = json_lines(text_, path_);
    require_schema(document);
    require_keys(document, "", "a session", {"schema", "view_state", "layout", "lesson", "shaders"});
    if (document.contains("shaders")) require_accepted("shaders");
    if (!document.contains("view_state") || !document["view_state"].is_object())
      fail("", "a session needs a 'view_state', which is an object");
    for (const auto& [key, value] : document["view_state"].items()) add(key, value);
    if (document.contains("layout")) file_.layout = read_layout(document["layout"]);
    if (document.contains("lesson")) file_.lesson = read_place(document["lesson"]);
    if (document.contains("shaders")) file_.shaders = read_shaders(document["shaders"]);
    for (const auto& [key, line] : lines_) {
      constexpr std::string_view within = "view_state.";
      if (key.starts_with(within)) file_.origin.lines[key.substr(within.size())] = line;
    }
    return std::move(file_);
  }

 private:
  [[noreturn]] void fail(const std::string& key, const std::string& why) const {
    if (file_.origin.is_link) throw UsageError(file_.origin.placed(why));
    const auto line = lines_.find(key);
    throw UsageError(fmt::format("{}:{}: {}", path_, line == lines_.end() ? 1 : line->second, plain_message(why)));
  }

  ordered_json parse() const {
    try {
      return data::parse_json<ordered_json>(text_, path_);
    } catch (const ordered_json::parse_error& error) {
      if (file_.origin.is_link) fail("", "its content is not a session");
      data::TextPlace place('\n');
      place.pass(std::string_view(text_).substr(0, error.byte == 0 ? 0 : error.byte - 1));
      throw UsageError(fmt::format("{}:{}: not a session, because it is not JSON", path_, place.line));
    }
  }

  void require_schema(const ordered_json& document) const {
    const std::string found = document.is_object() ? data::json_text(document.value("schema", ordered_json())) : "";
    if (found == fmt::format("\"{}\"", schema)) return;
    if (!found.starts_with(fmt::format("\"{}", any_schema))) {
      fail("schema", fmt::format("not a session: expected 'schema' {}", schema));
    }
    fail("schema", fmt::format("sessions of {} are not supported, expected {}", found, schema));
  }

  void require_keys(const ordered_json& object, const std::string& path, const char* what,
                    const std::vector<std::string>& known) const {
    for (const auto& [key, value] : object.items()) {
      if (std::ranges::find(known, key) != known.end()) continue;
      fail(path.empty() ? key : path + "." + key,
           fmt::format("{} has no '{}'{}", what, key, data::did_you_mean(key, known)));
    }
  }

  /// Throws UsageError if a session from a link contains a field that links do not accept. Such fields can only name
  /// objects outside of texelsort.
  void require_accepted(const std::string& key) const {
    if (!file_.origin.is_link || !accepted_by_links(kind_of_field(key)).empty()) return;
    fail(key, key == "shaders" ? "a link cannot open a folder" : "a link cannot open a file");
  }

  /// Adds an option of the view state to the words of a command line, after checking the option alone.
  void add(const std::string& key, const ordered_json& value) {
    const std::string path = "view_state." + key;
    const auto known = std::ranges::find(known_, key, [](const GivenOption& option) { return key_of(option.name); });
    if (known == known_.end()) {
      std::vector<std::string> keys;
      for (const GivenOption& option : known_) keys.push_back(key_of(option.name));
      fail(path, fmt::format("a view state has no '{}'{}", key, data::did_you_mean(key, keys)));
    }
    require_accepted(path);
    std::vector<std::string> words;
    if (known->flag) {
      if (!value.is_boolean()) fail(path, fmt::format("'{}' must be true or false", key));
      if (value.get<bool>()) words.push_back("--" + known->name);
    } else if (known->assigns) {
      if (!value.is_object()) fail(path, fmt::format("'{}' must be an object of names and values", key));
      for (const auto& [name, text] : value.items()) {
        words.push_back(fmt::format("--{}={}={}", known->name, name, text_of(text, path + "." + name, name)));
      }
    } else {
      for (const std::string& text : texts_of(value, path, key)) words.push_back(word(*known, text, path));
    }
    try {
      read_view_state(words);
    } catch (const UsageError& error) {
      fail(path, error.what());
    }
    file_.words.insert(file_.words.end(), words.begin(), words.end());
  }

  std::string word(const GivenOption& option, const std::string& text, const std::string& path) const {
    if (option.name == "input") {
      if (text == "-") fail(path, "a session cannot contain standard input");
      if (is_session_file(text)) fail(path, "a session cannot be the input of another session");
      return from_there(text).string();
    }
    return fmt::format("--{}={}", option.name, found(kind_of_field(path), text, path));
  }

  /// Resolves a path relative to the folder of the session file.
  fs::path from_there(const fs::path& file) const { return fs::path(path_).parent_path() / file; }

  /// Returns the value of a field, with a path relative to the session file resolved. Throws UsageError if the value
  /// names a file, but the session comes from a link.
  std::string found(FieldKind kind, const std::string& text, const std::string& path) const {
    const auto there = [this](const fs::path& file) { return from_there(file); };
    try {
      switch (kind) {
        case FieldKind::algorithm:
          if (!file_.origin.is_link) return moved_algorithm(text, there, there);
          algorithms::find_algorithm_of_link(text);
          return text;
        case FieldKind::runner: {
          if (!file_.origin.is_link) return moved_runner(text, there, there);
          const std::vector<std::string> words = shell_words(text);
          if (!words.empty()) algorithms::find_algorithm_of_link(words.front());
          return text;
        }
        case FieldKind::file:
          return from_there(text).string();
        default:
          return text;
      }
    } catch (const UsageError& error) {
      fail(path, error.what());
    }
  }

  std::string text_of(const ordered_json& value, const std::string& path, const std::string& key) const {
    if (value.is_string()) return value.get<std::string>();
    if (value.is_number()) return data::json_text(value);
    fail(path, fmt::format("'{}' must be a text or a number", key));
  }

  std::vector<std::string> texts_of(const ordered_json& value, const std::string& path, const std::string& key) const {
    if (!value.is_array()) return {text_of(value, path, key)};
    std::vector<std::string> texts;
    for (const ordered_json& one : value) texts.push_back(text_of(one, path, key));
    return texts;
  }

  WindowLayout read_layout(const ordered_json& json) const {
    if (!json.is_object()) fail("layout", "'layout' must be an object");
    require_keys(json, "layout", "a layout", layout_keys());
    if (json.contains("arrangement")) {
      const std::string name = text_of(json["arrangement"], "layout.arrangement", "arrangement");
      const std::vector<std::string> names = arrangements();
      if (std::ranges::find(names, name) == names.end()) {
        fail("layout.arrangement", fmt::format("unknown arrangement '{}'{}", name, data::did_you_mean(name, names)));
      }
    }
    try {
      return layout_of(nlohmann::json(json));
    } catch (const nlohmann::json::exception&) {
      fail("layout", "a value of the layout has the wrong type");
    }
  }

  LessonPlace read_place(const ordered_json& json) const {
    if (!json.is_object() || !json.contains("name")) fail("lesson", "'lesson' must be an object with a 'name'");
    require_keys(json, "lesson", "a lesson's place", {"name", "step"});
    LessonPlace place{.name = text_of(json["name"], "lesson.name", "name")};
    std::error_code ignored;
    if (!is_built_in_lesson(place.name)) {
      if (file_.origin.is_link) {
        fail("lesson.name", fmt::format("unknown built-in lesson '{}'{}; a link cannot open a file", place.name,
                                        data::did_you_mean(place.name, lesson_names())));
      }
      if (fs::exists(from_there(place.name), ignored)) place.name = from_there(place.name).string();
    }
    const auto lesson = [&] {
      try {
        return find_lesson(place.name);
      } catch (const UsageError& error) {
        fail("lesson.name", error.what());
      }
    }();
    if (!json.contains("step")) return place;
    const auto step = data::read_number<std::uint64_t>(text_of(json["step"], "lesson.step", "step"));
    if (!step || *step == 0 || *step > lesson.steps.size()) {
      fail("lesson.step", fmt::format("the lesson has steps 1 to {}", lesson.steps.size()));
    }
    place.step = *step - 1;
    return place;
  }

  std::string read_shaders(const ordered_json& json) const {
    const fs::path folder = fs::path(path_).parent_path() / text_of(json, "shaders", "shaders");
    std::error_code ignored;
    if (!fs::is_directory(folder, ignored))
      fail("shaders", fmt::format("the shader folder {} does not exist", folder.string()));
    return folder.lexically_normal().string();
  }

  std::string text_, path_;
  std::map<std::string, std::size_t> lines_;
  const std::vector<GivenOption> known_ = view_state_options();
  SessionFile file_;
};

}  // namespace

bool is_session_file(std::string_view path) {
  return path.ends_with(session_ending);
}

std::string session_text(const ViewState& view_state, const fs::path& folder) {
  ViewState seen = view_state;
  const auto here = [](const fs::path& path) { return path; };
  const auto from_there = [&folder](const fs::path& path) { return seen_from(folder, path); };
  if (!seen.problem.input.empty()) seen.problem.input = from_there(seen.problem.input).string();
  if (!seen.results.empty()) seen.results = from_there(seen.results).string();
  seen.algorithm = moved_algorithm(seen.algorithm, here, from_there);
  for (std::string& lane : seen.lanes) lane = moved_runner(lane, here, from_there);
  ordered_json document{{"schema", schema}, {"view_state", ordered_json::object()}};
  for (const GivenOption& option : given_options(command_line(seen))) {
    document["view_state"][key_of(option.name)] = written(option);
  }
  if (view_state.layout) document["layout"] = ordered_json(layout_json(*view_state.layout));
  if (view_state.lesson) {
    const std::string& lesson = view_state.lesson->name;
    const std::string name = is_built_in_lesson(lesson) ? lesson : from_there(lesson).string();
    document["lesson"] = {{"name", name}, {"step", view_state.lesson->step + 1}};
  }
  if (!view_state.shaders.empty()) document["shaders"] = from_there(view_state.shaders).string();
  return data::exact_json_text(document, 2) + "\n";
}

SessionFile read_session(const std::string& path) {
  return read_session_text(data::read_document(path), {.file = path});
}

SessionFile read_session_text(std::string text, const StateOrigin& origin) {
  return Reader(std::move(text), origin).read();
}

std::string save_session(Session& session, std::string path) {
  if (!is_session_file(path)) path += session_ending;
  ViewState view_state = view_state_of(session);
  if (session.device() != nullptr) {
    view_state.shaders = session.device()->programs().library().directory().value_or(fs::path()).string();
  }
  data::write_file_atomically(path, session_text(view_state, fs::path(path).parent_path()));
  session.file = path;
  return path;
}

bool open_session(Session& session, const std::string& path) {
  try {
    const ViewState view_state = read_view_state(std::vector<std::string>{path});
    const SessionPlace before = session.place();
    try {
      open_in_window(session, view_state);
    } catch (...) {
      session.resume(before);
      throw;
    }
    session.file = is_session_file(path) ? path : "";
    session.dismiss_message();
    return true;
  } catch (const std::exception& error) {
    session.report(plain_message(error.what()));
    return false;
  }
}

}  // namespace texelsort::app
