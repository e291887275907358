#pragma once

#include <functional>

#include "app/cli/checks/check_plan.h"
#include "app/cli/checks/worker_pool.h"

namespace texelsort::app {

/// File descriptor of a worker's connection to its parent process.
inline constexpr int worker_descriptor = 3;

/// Turns this process into a worker of a check. Sends the result of `start`, or the message of its UsageError. Then
/// runs each case whose number arrives, and sends its report, until the parent closes the connection. If
/// `tells_coverage` is true, sends the executed shaders of each batch of cases before the batch's last report.
void serve_as_worker(CheckPlan& plan, DeviceOptions& devices, const std::optional<algorithms::Sanitizing>& sanitizing,
                     bool tells_coverage, const std::function<WorkerStart()>& start);

/// Sends the whole text through a worker's connection. Returns false if the process at the other end has ended.
bool send_all(int descriptor, std::string_view text);
/// Removes the first complete line from the received text and returns it. Returns nothing if no line is complete.
std::optional<std::string> take_line(std::string& received);

/// Encode and decode the messages between a worker and its parent. Each message is one line of JSON.
std::string start_line(const WorkerStart& start);
std::string refusal_line(const std::string& message);
WorkerStart read_start(const std::string& line);
std::string coverage_line(const algorithms::Coverage& coverage);
/// Reads a coverage message from a worker. Returns nothing for any other kind of message.
std::optional<algorithms::Coverage> read_coverage(const std::string& line);

}  // namespace texelsort::app
