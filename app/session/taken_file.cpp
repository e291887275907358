#include <filesystem>
#include <optional>
#include <utility>

#include "app/external/report_file.h"
#include "app/session/external_workspace.h"
#include "app/session/lesson_player.h"
#include "app/session/network_editor.h"
#include "app/session/own_sort.h"
#include "app/session/session_file.h"
#include "app/session/state_url.h"
#include "app/session/tuning.h"
#include "compute/data/error.h"
#include "compute/network/reader.h"

namespace texelsort::app {

bool take_file(Session& session, const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return open_own_sort(session, path);
  if (is_session_file(path) || is_address(path)) return open_session(session, path);
  if (is_lesson_file(path)) return workspace<LessonPlayer>(session).open(session, path);
  if (is_external_report(path)) {
    session.look.workspace = "external";
    return workspace<ExternalWorkspace>(session).open(path);
  }
  if (is_results_file(path)) {
    session.look.workspace = "tuning";
    return workspace<Tuning>(session).open(path);
  }
  std::optional<network::Network> network;
  try {
    auto list = network::read_networks(path);
    if (list.size() > 1) {
      session.look.workspace = "network-editor";
      return workspace<NetworkEditor>(session).open(path);
    }
    network = std::move(list.front().network);
  } catch (const UsageError&) {
    // The file contains no network, but it may contain numbers or an image. If it does not, the reader of inputs
    // reports an error.
  }
  ProblemSpec spec = session.spec();
  if (!network) {
    spec.input = path;
    spec.type.reset();
    forget_reading(spec);
    return session.change_problem(spec);
  }
  if (session.problem().n() != network->n) {
    spec.input.clear();
    spec.values.clear();
    spec.distribution.clear();
    spec.n = network->n;
  }
  const algorithms::Method* method = session.algorithm().method();
  return session.change_run(spec, path + "/" + (method != nullptr ? method->id : "single-quad"), {});
}

}  // namespace texelsort::app
