#include "app/session_file.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <nlohmann/json.hpp>

#include <fmt/format.h>

#include "app/cli/moment_options.h"
#include "app/json_lines.h"
#include "app/layout_json.h"
#include "app/lessons/lesson.h"
#include "app/plain_message.h"
#include "compute/data/error.h"
#include "compute/data/files.h"
#include "compute/data/nearest.h"
#include "compute/data/number.h"

namespace texelsort::app {

namespace {

using nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr std::string_view schema = "texelsort/session/1", any_schema = "texelsort/session/";

std::string key_of(std::string option) {
  std::ranges::replace(option, '-', '_');
  return option;
}

/// A whole number as one, all else as a text.
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

/// Moves the path of an input, or of a network's file in front of a method.
std::string moved(const std::string& path, const std::function<fs::path(const fs::path&)>& move) {
  std::error_code ignored;
  if (fs::exists(path, ignored)) return move(path).string();
  const fs::path file = fs::path(path).parent_path();
  if (fs::is_regular_file(file, ignored)) return (move(file) / fs::path(path).filename()).string();
  return path;
}

fs::path seen_from(const fs::path& folder, const fs::path& path) {
  std::error_code ignored;
  const fs::path whole = fs::absolute(path, ignored).lexically_normal();
  const fs::path near = whole.lexically_relative(fs::absolute(folder, ignored).lexically_normal());
  return near.empty() || *near.begin() == ".." ? whole : near;
}

/// Reads one file, line by line where something is wrong.
class Reader {
 public:
  Reader(std::string text, const MomentOrigin& origin) : text_(std::move(text)), path_(origin.file) {
    file_.origin = origin;
  }

  SessionFile read() {
    const ordered_json document = parse();
    lines_ = json_lines(text_, path_);
    require_schema(document);
    require_keys(document, "", "a session", {"schema", "moment", "layout", "lesson", "shaders"});
    if (!document.contains("moment") || !document["moment"].is_object())
      fail("", "a session has a 'moment', an object");
    for (const auto& [key, value] : document["moment"].items()) add(key, value);
    if (document.contains("layout")) file_.layout = read_layout(document["layout"]);
    if (document.contains("lesson")) file_.lesson = read_place(document["lesson"]);
    if (document.contains("shaders")) file_.shaders = read_shaders(document["shaders"]);
    for (const auto& [key, line] : lines_) {
      constexpr std::string_view within = "moment.";
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
      return ordered_json::parse(text_);
    } catch (const ordered_json::parse_error& error) {
      if (file_.origin.is_link) fail("", "what it holds is no session");
      throw UsageError(fmt::format("{}:{}: this is no JSON, and so no session", path_,
                                   line_of(text_, error.byte == 0 ? 0 : error.byte - 1)));
    }
  }

  void require_schema(const ordered_json& document) const {
    const std::string found = document.is_object() ? document.value("schema", ordered_json()).dump() : "";
    if (found == fmt::format("\"{}\"", schema)) return;
    if (!found.starts_with(fmt::format("\"{}", any_schema))) {
      fail("schema", fmt::format("this is no session: its 'schema' is not {}", schema));
    }
    fail("schema", fmt::format("sessions of {} are not read, those of {} are", found, schema));
  }

  void require_keys(const ordered_json& object, const std::string& path, const char* what,
                    const std::vector<std::string>& known) const {
    for (const auto& [key, value] : object.items()) {
      if (std::ranges::find(known, key) != known.end()) continue;
      fail(path.empty() ? key : path + "." + key,
           fmt::format("{} has no '{}'{}", what, key, data::did_you_mean(key, known)));
    }
  }

  /// The words of one option, which has to be good by itself.
  void add(const std::string& key, const ordered_json& value) {
    const std::string path = "moment." + key;
    const auto known = std::ranges::find(known_, key, [](const GivenOption& option) { return key_of(option.name); });
    if (known == known_.end()) {
      std::vector<std::string> keys;
      for (const GivenOption& option : known_) keys.push_back(key_of(option.name));
      fail(path, fmt::format("a moment has no '{}'{}", key, data::did_you_mean(key, keys)));
    }
    if (key == "results" && file_.origin.is_link) fail(path, "a link opens no file");
    std::vector<std::string> words;
    if (known->flag) {
      if (!value.is_boolean()) fail(path, fmt::format("'{}' is true or false", key));
      if (value.get<bool>()) words.push_back("--" + known->name);
    } else if (known->assigns) {
      if (!value.is_object()) fail(path, fmt::format("'{}' is an object: names and values", key));
      for (const auto& [name, text] : value.items()) {
        words.push_back(fmt::format("--{}={}={}", known->name, name, text_of(text, path + "." + name, name)));
      }
    } else {
      for (const std::string& text : texts_of(value, path, key)) words.push_back(word(*known, text, path));
    }
    try {
      read_moment(words);
    } catch (const UsageError& error) {
      fail(path, error.what());
    }
    file_.words.insert(file_.words.end(), words.begin(), words.end());
  }

  std::string word(const GivenOption& option, const std::string& text, const std::string& path) const {
    const fs::path folder = fs::path(path_).parent_path();
    const auto from_there = [&folder](const fs::path& file) { return file.is_absolute() ? file : folder / file; };
    if (option.name == "input") {
      if (text == "-") fail(path, "standard input is no part of a session");
      if (file_.origin.is_link) fail(path, "a link opens no file");
      if (is_session_file(text)) fail(path, "a session is no input of another one");
      return from_there(text).string();
    }
    if (option.name != "algorithm") return fmt::format("--{}={}", option.name, text);
    const fs::path algorithm = from_there(text);
    std::error_code ignored;
    const bool is_file = fs::is_regular_file(algorithm.parent_path(), ignored);
    if (is_file && file_.origin.is_link) fail(path, "a link opens no file");
    return "--algorithm=" + (is_file ? algorithm.string() : text);
  }

  std::string text_of(const ordered_json& value, const std::string& path, const std::string& key) const {
    if (value.is_string()) return value.get<std::string>();
    if (value.is_number()) return value.dump();
    fail(path, fmt::format("'{}' is a text or a number", key));
  }

  std::vector<std::string> texts_of(const ordered_json& value, const std::string& path, const std::string& key) const {
    if (!value.is_array()) return {text_of(value, path, key)};
    std::vector<std::string> texts;
    for (const ordered_json& one : value) texts.push_back(text_of(one, path, key));
    return texts;
  }

  WindowLayout read_layout(const ordered_json& json) const {
    if (!json.is_object()) fail("layout", "'layout' is an object");
    require_keys(json, "layout", "a layout", layout_keys());
    if (json.contains("arrangement")) {
      const std::string name = text_of(json["arrangement"], "layout.arrangement", "arrangement");
      const std::vector<std::string> names = arrangements();
      if (std::ranges::find(names, name) == names.end()) {
        fail("layout.arrangement",
             fmt::format("there is no arrangement '{}'{}", name, data::did_you_mean(name, names)));
      }
    }
    try {
      return layout_of(nlohmann::json(json));
    } catch (const nlohmann::json::exception&) {
      fail("layout", "a value of the layout is of another kind than it should be");
    }
  }

  LessonPlace read_place(const ordered_json& json) const {
    if (!json.is_object() || !json.contains("name")) fail("lesson", "'lesson' is an object with a 'name'");
    require_keys(json, "lesson", "a lesson's place", {"name", "step"});
    LessonPlace place{.name = text_of(json["name"], "lesson.name", "name")};
    const fs::path there = fs::path(path_).parent_path() / place.name;
    if (is_lesson_file(place.name) && file_.origin.is_link) fail("lesson.name", "a link opens no file");
    if (is_lesson_file(place.name)) place.name = there.string();
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
    if (file_.origin.is_link) fail("shaders", "a link opens no folder");
    const fs::path folder = fs::path(path_).parent_path() / text_of(json, "shaders", "shaders");
    std::error_code ignored;
    if (!fs::is_directory(folder, ignored)) fail("shaders", fmt::format("there is no folder {}", folder.string()));
    return folder.lexically_normal().string();
  }

  std::string text_, path_;
  std::map<std::string, std::size_t> lines_;
  const std::vector<GivenOption> known_ = moment_options();
  SessionFile file_;
};

}  // namespace

bool is_session_file(std::string_view path) {
  return path.ends_with(session_ending);
}

std::string session_text(const Moment& moment, const fs::path& folder) {
  Moment seen = moment;
  const auto from_there = [&folder](const fs::path& path) { return seen_from(folder, path); };
  if (!seen.problem.input.empty()) seen.problem.input = moved(seen.problem.input, from_there);
  seen.algorithm = moved(seen.algorithm, from_there);
  ordered_json document{{"schema", schema}, {"moment", ordered_json::object()}};
  for (const GivenOption& option : given_options(command_line(seen))) {
    document["moment"][key_of(option.name)] = written(option);
  }
  if (moment.layout) document["layout"] = ordered_json(layout_json(*moment.layout));
  if (moment.lesson) {
    const std::string& lesson = moment.lesson->name;
    const std::string name = is_lesson_file(lesson) ? from_there(lesson).string() : lesson;
    document["lesson"] = {{"name", name}, {"step", moment.lesson->step + 1}};
  }
  if (!moment.shaders.empty()) document["shaders"] = from_there(moment.shaders).string();
  return document.dump(2) + "\n";
}

SessionFile read_session(const std::string& path) {
  return read_session_text(data::read_file(path), {.file = path});
}

SessionFile read_session_text(std::string text, const MomentOrigin& origin) {
  return Reader(std::move(text), origin).read();
}

std::string save_session(Session& session, std::string path) {
  if (!is_session_file(path)) path += session_ending;
  Moment moment = moment_of(session);
  if (session.device() != nullptr) {
    moment.shaders = session.device()->programs().library().directory().value_or(fs::path()).string();
  }
  data::write_file_atomically(path, session_text(moment, fs::path(path).parent_path()));
  session.file = path;
  return path;
}

bool open_session(Session& session, const std::string& path) {
  try {
    const Moment moment = read_moment(std::vector<std::string>{path});
    const SessionPlace before = session.place();
    try {
      open_in_window(session, moment);
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
