#include "app/session/shader_watch.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <exception>
#include <filesystem>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "app/session/race.h"
#include "app/session/run_timer.h"
#include "app/session/session.h"
#include "compute/algorithms/scripted/scripted_sort.h"

namespace texelsort::app {

namespace {

/// Time per frame for testing claims, which keeps the window responsive.
constexpr std::chrono::milliseconds sweep_share{12};

/// Beginning of every message about a broken claim.
constexpr std::string_view broken_claim = "with the changed shaders, a claim does not hold: ";

/// Reads "FILE:LINE: TEXT" with a file of a folder. Returns null for other texts. `folder` ends with a slash.
std::optional<gpu::ShaderMessage> message_in(const std::string& line, const std::string& folder) {
  if (!line.starts_with(folder)) return std::nullopt;
  const std::size_t end = line.find(':', folder.size());
  if (end == std::string::npos) return std::nullopt;
  gpu::ShaderMessage message{line.substr(0, end), 0, {}};
  const char* const last = line.data() + line.size();
  const char* at = std::from_chars(line.data() + end + 1, last, message.line).ptr;
  if (message.line == 0) return std::nullopt;
  if (at != last && *at == ':') ++at;
  while (at != last && *at == ' ') ++at;
  message.text.assign(at, last);
  return message;
}

/// Returns the messages of an error in a user's sort: those of the compiler, or the lines "FILE:LINE: TEXT" of the
/// error. An error without a place is about the script as a whole.
std::vector<gpu::ShaderMessage> messages_of(const std::exception& error, const std::filesystem::path& script) {
  if (const auto* const shader = dynamic_cast<const gpu::ShaderError*>(&error)) {
    if (!shader->messages().empty()) return shader->messages();
  }
  const std::string folder = (script.parent_path() / "").string();
  std::vector<gpu::ShaderMessage> messages;
  std::istringstream lines{std::string(error.what())};
  for (std::string line; std::getline(lines, line);) {
    if (auto message = message_in(line, folder)) messages.push_back(std::move(*message));
  }
  if (messages.empty()) messages.push_back({script.string(), 0, error.what()});
  return messages;
}

}  // namespace

ShaderWatch::ShaderWatch(const Session& session) : shaders_(*session.device()) {}

void ShaderWatch::start_anew(Session& session) {
  // The device of the run timer still has the old programs. Release it, so that the next measurement creates a new one.
  if (auto* timer = find_workspace<RunTimer>(session)) timer->release_device();
  session.restart();
  if (auto* race = find_workspace<Race>(session)) race->restart();
  const auto& problem = session.loaded().problem;
  sweep_ = std::make_unique<ClaimSweep>(session.prepared().start(session.device(), problem), problem,
                                        session.prepared().keeps_ties());
}

void ShaderWatch::watch_scripts(const Session& session) {
  std::vector<std::filesystem::path> scripts;
  const auto add = [&scripts](const Session& one) {
    const auto script = algorithms::script_of(one.algorithm());
    if (script && std::ranges::find(scripts, *script) == scripts.end()) scripts.push_back(*script);
  };
  add(session);
  const bool own = !scripts.empty();
  if (const auto* race = find_workspace<Race>(session)) {
    for (const auto& lane : race->lanes()) add(lane->session());
  }
  shaders_.watch_scripts(scripts, own);
}

void ShaderWatch::look(Session& session) {
  watch_scripts(session);
  const bool shaders = shaders_.update(), scripts = shaders_.scripts_changed();
  if (shaders || scripts) {
    const auto script = algorithms::script_of(session.algorithm());
    const std::string folder = script ? (script->parent_path() / "").string() : std::string();
    if (session.message().starts_with(broken_claim)) session.dismiss_message();
    try {
      start_anew(session);
      // Errors that the script or a shader had while the sort ran are repaired, too.
      if (script && session.message().starts_with(folder)) session.dismiss_message();
    } catch (const std::exception& error) {
      if (script) {
        shaders_.set_script_messages(messages_of(error, *script));
      } else {
        session.report(error.what());
      }
    }
  }
  std::string trouble = shaders_.trouble();
  if (trouble == trouble_) return;
  if (session.message() == trouble_) session.dismiss_message();
  if (!trouble.empty()) session.report(trouble);
  trouble_ = std::move(trouble);
}

void ShaderWatch::test_claims(Session& session) {
  if (!sweep_ || sweep_->done()) return;
  try {
    if (sweep_->advance(sweep_share) || !sweep_->failure()) return;
  } catch (const std::exception& error) {
    session.report(error.what());
    sweep_.reset();
    return;
  }
  const algorithms::Failure& failure = *sweep_->failure();
  session.report(fmt::format("{}{}", broken_claim, text(failure)));
  session.set_playing(false);
  if (failure.pass) {
    session.seek(failure.pass->index + 1);
  } else {
    session.to_end();
  }
}

void ShaderWatch::frame(Session& session, double) {
  look(session);
  test_claims(session);
}

bool ShaderWatch::has_work(const Session&) const {
  return (sweep_ && !sweep_->done()) || shaders_.busy();
}

void ShaderWatch::run_ends(Session&, bool) {
  sweep_.reset();
}

void ShaderWatch::run_began(Session&) {
  shaders_.set_script_messages({});
}

void watch_shaders(const Session& session) {
  if (session.device() != nullptr) workspace<ShaderWatch>(session);
}

LiveShaders* live_shaders(const Session& session) {
  ShaderWatch* watch = find_workspace<ShaderWatch>(session);
  return watch != nullptr ? &watch->shaders() : nullptr;
}

const ClaimSweep* claim_sweep(const Session& session) {
  const ShaderWatch* watch = find_workspace<ShaderWatch>(session);
  return watch != nullptr ? watch->sweep() : nullptr;
}

}  // namespace texelsort::app
