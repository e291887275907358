#include "app/session/recent.h"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/problem/state_file.h"
#include "app/session/session_file.h"
#include "compute/data/text/outgoing_text.h"

namespace texelsort::app {

namespace {

namespace fs = std::filesystem;

constexpr auto recent_name = "recent.json", last_name = "last.texelsort";

void note(std::vector<std::string> Recent::*kind, const std::string& path) {
  const auto folder = state_folder();
  if (!folder) return;
  Recent recent = load_recent();
  std::vector<std::string>& paths = recent.*kind;
  std::error_code ignored;
  const std::string whole = fs::absolute(path, ignored).lexically_normal().string();
  std::erase(paths, whole);
  paths.insert(paths.begin(), whole);
  paths.resize(std::min(paths.size(), Recent::most));
  const nlohmann::json json{{"inputs", recent.inputs}, {"sessions", recent.sessions}};
  try {
    write_state(*folder / recent_name, data::exact_json_text(json, 2) + "\n");
  } catch (const std::exception&) {
    // Ignore write errors and paths that are not UTF-8, because the list of recent files is only a convenience.
  }
}

}  // namespace

Recent load_recent() {
  const auto folder = state_folder();
  if (!folder) return {};
  return read_state_json<nlohmann::json>(*folder / recent_name, [](const nlohmann::json& json) -> Recent {
    return {json.value("inputs", std::vector<std::string>()), json.value("sessions", std::vector<std::string>())};
  });
}

void note_recent_input(const std::string& path) {
  note(&Recent::inputs, path);
}

void note_recent_session(const std::string& path) {
  note(&Recent::sessions, path);
}

void keep_last_state(Session& session) {
  const auto folder = state_folder();
  if (!folder) return;
  try {
    write_state(*folder / last_name, session_text(view_state_of(session), *folder));
  } catch (const std::exception&) {
    // Ignore errors. If no state is saved, the next start shows the default.
  }
}

std::optional<std::string> last_state() {
  const auto folder = state_folder();
  if (!folder || !read_state(*folder / last_name)) return std::nullopt;
  return (*folder / last_name).string();
}

}  // namespace texelsort::app
