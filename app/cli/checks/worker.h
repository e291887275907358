#pragma once

#include <functional>

#include "app/cli/checks/check_plan.h"
#include "app/cli/checks/worker_pool.h"

namespace texelsort::app {

/// The file descriptor on which a worker talks to the process that started it.
inline constexpr int worker_descriptor = 3;

/// Makes this process a worker: tells what `start` returns, then runs the cases whose numbers it is sent and sends a
/// report of each, until the other process closes the connection. A UsageError of `start` is told, too. With
/// `tells_coverage`, what the cases have executed comes in front of the last report of those that were sent together.
void serve_as_worker(CheckPlan& plan, DeviceOptions& devices, bool tells_coverage,
                     const std::function<WorkerStart()>& start);

/// Sends all of the text. Returns false if the other process has ended.
bool send_all(int descriptor, std::string_view text);
/// Removes the first whole line from what has been received.
std::optional<std::string> take_line(std::string& received);

/// The words of the connection, each a line of JSON.
std::string start_line(const WorkerStart& start);
std::string refusal_line(const std::string& message);
WorkerStart read_start(const std::string& line);
std::string coverage_line(const algorithms::Coverage& coverage);
/// Returns nothing for a line of another kind.
std::optional<algorithms::Coverage> read_coverage(const std::string& line);

}  // namespace texelsort::app
