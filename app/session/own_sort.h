#pragma once

#include <string>

#include "app/session/session.h"

namespace texelsort::app {

/// Runs the sort in a folder of the user. If the sort does not accept the present keys, changes their type, order,
/// payload or number, and session.message() names the changes. On failure, returns false, and the message contains the
/// reason with file and line.
bool open_own_sort(Session& session, const std::string& folder);

}  // namespace texelsort::app
