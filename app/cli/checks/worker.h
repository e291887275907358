#pragma once

#include <functional>

#include "app/cli/checks/check_plan.h"
#include "app/cli/checks/worker_pool.h"

namespace texelsort::app {

/// File descriptor of a worker's connection to its parent process.
inline constexpr int worker_descriptor = 3;

/// Makes this process a worker. Sends the result of `start`, or the message of its UsageError. Then runs the cases
/// whose numbers it receives, and sends a report for each, until the parent closes the connection. With
/// `tells_coverage`, the last report of each batch follows the batch's coverage.
void serve_as_worker(CheckPlan& plan, DeviceOptions& devices, bool tells_coverage,
                     const std::function<WorkerStart()>& start);

/// Sends the whole text to the other process. Returns false if that process has ended.
bool send_all(int descriptor, std::string_view text);
/// Removes the first complete line from the received text and returns it. Nothing if no line is complete.
std::optional<std::string> take_line(std::string& received);

/// Encode and decode the messages of the connection, each one line of JSON.
std::string start_line(const WorkerStart& start);
std::string refusal_line(const std::string& message);
WorkerStart read_start(const std::string& line);
std::string coverage_line(const algorithms::Coverage& coverage);
/// Reads a coverage message. Returns nothing for a line of another kind.
std::optional<algorithms::Coverage> read_coverage(const std::string& line);

}  // namespace texelsort::app
