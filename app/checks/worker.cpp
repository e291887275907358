#include "app/checks/worker.h"

#include <cerrno>
#include <csignal>
#include <nlohmann/json.hpp>

#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "app/checks/case_runner.h"
#include "compute/data/error.h"

namespace texelsort::app {

namespace {

/// The connection to the process that started this one.
class Connection {
 public:
  void send_line(const std::string& text) const {
    std::string_view rest = text;
    while (!rest.empty()) {
      const ssize_t count = send(worker_descriptor, rest.data(), rest.size(), MSG_NOSIGNAL);
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) _exit(0);  // the other process has ended
      rest.remove_prefix(static_cast<std::size_t>(count));
    }
  }

  /// Returns false at the end of the connection.
  bool receive_line(std::string& line) {
    for (;;) {
      const std::size_t end = buffer_.find('\n');
      if (end != std::string::npos) {
        line = buffer_.substr(0, end);
        buffer_.erase(0, end + 1);
        return true;
      }
      std::array<char, 4096> piece{};
      const ssize_t count = recv(worker_descriptor, piece.data(), piece.size(), 0);
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) return false;
      buffer_.append(piece.data(), static_cast<std::size_t>(count));
    }
  }

 private:
  std::string buffer_;
};

}  // namespace

std::string start_line(const WorkerStart& start) {
  return nlohmann::json{{"renderer", start.renderer}, {"missing", start.missing}}.dump(
             -1, ' ', false, nlohmann::json::error_handler_t::replace) +
         "\n";
}

std::string refusal_line(const std::string& message) {
  return nlohmann::json{{"refusal", message}}.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

WorkerStart read_start(const std::string& line) {
  try {
    const auto json = nlohmann::json::parse(line);
    if (json.contains("refusal")) throw UsageError(json["refusal"].get<std::string>());
    return {json.at("renderer").get<std::string>(), json.at("missing").get<std::vector<std::string>>()};
  } catch (const nlohmann::json::exception& error) {
    throw InternalError(std::string("a worker's first line cannot be read: ") + error.what());
  }
}

void serve_as_worker(CheckPlan& plan, DeviceOptions& devices, const std::function<WorkerStart()>& start) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  Connection connection;
  try {
    connection.send_line(start_line(start()));
  } catch (const UsageError& error) {
    return connection.send_line(refusal_line(error.what()));
  }
  for (std::string line; connection.receive_line(line);) {
    const auto batch = nlohmann::json::parse(line);
    const auto& cases =
        plan.cases(batch.at("algorithm").get<std::size_t>(), static_cast<data::KeyType>(batch.at("type").get<int>()));
    for (const std::size_t number : batch.at("cases")) {
      connection.send_line(to_wire(run_case(cases.at(number), devices)) + "\n");
    }
  }
}

}  // namespace texelsort::app
