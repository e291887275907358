#include "app/cli/checks/worker.h"

#include <cerrno>
#include <csignal>
#include <nlohmann/json.hpp>

#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "app/cli/checks/case_report.h"
#include "app/cli/reports/check_report.h"
#include "compute/data/error.h"
#include "compute/data/text/outgoing_text.h"

namespace texelsort::app {

namespace {

/// A worker's connection to its parent process.
class Connection {
 public:
  void send_line(const std::string& text) const {
    if (!send_all(worker_descriptor, text)) _exit(0);
  }

  /// Receives the next line. Returns false at the end of the connection.
  bool receive_line(std::string& line) {
    for (;;) {
      if (auto whole = take_line(buffer_)) {
        line = *std::move(whole);
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

bool send_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = send(descriptor, text.data(), text.size(), MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

std::optional<std::string> take_line(std::string& received) {
  const std::size_t end = received.find('\n');
  if (end == std::string::npos) return std::nullopt;
  std::string line = received.substr(0, end);
  received.erase(0, end + 1);
  return line;
}

std::string start_line(const WorkerStart& start) {
  return data::json_text(nlohmann::json{{"renderer", start.renderer}, {"missing", start.missing}}) + "\n";
}

std::string refusal_line(const std::string& message) {
  return data::json_text(nlohmann::json{{"refusal", message}}) + "\n";
}

WorkerStart read_start(const std::string& line) {
  try {
    const auto json = nlohmann::json::parse(line);
    if (json.contains("refusal")) throw UsageError(json["refusal"].get<std::string>());
    return {json.at("renderer").get<std::string>(), json.at("missing").get<std::vector<std::string>>()};
  } catch (const nlohmann::json::exception& error) {
    throw InternalError(std::string("texelsort cannot read the first line of a worker process: ") + error.what());
  }
}

constexpr std::string_view coverage_start = "{\"coverage\":";

std::string coverage_line(const algorithms::Coverage& coverage) {
  return std::string(coverage_start) + data::json_text(coverage_json(coverage)) + "}\n";
}

std::optional<algorithms::Coverage> read_coverage(const std::string& line) {
  if (!line.starts_with(coverage_start)) return std::nullopt;
  return coverage_of(nlohmann::ordered_json::parse(line).at("coverage"));
}

void serve_as_worker(CheckPlan& plan, DeviceOptions& devices, const std::optional<algorithms::Sanitizing>& sanitizing,
                     bool tells_coverage, const std::function<WorkerStart()>& start) {
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
    std::optional<algorithms::CoverageRecorder> recorder;
    if (tells_coverage) recorder.emplace(devices.device_if_any(*cases.at(0).algorithm));
    for (const auto& number : batch.at("cases")) {
      const CaseReport report = run_case(cases.at(number.get<std::size_t>()), devices, sanitizing);
      if (recorder && &number == &batch.at("cases").back()) connection.send_line(coverage_line(recorder->coverage()));
      connection.send_line(to_wire(report) + "\n");
    }
  }
}

}  // namespace texelsort::app
