#pragma once

#include <string>

namespace texelsort::app {

class Session;

/// Takes a file that somebody dropped on the window: a network is run by the present method, on as many made-up keys as
/// it has places unless the present ones fit; a session, a lesson (.toml) and a sweep's results (.jsonl) are opened;
/// anything else is the new input. Returns false, with the reason in a message, for what cannot be taken.
bool take_file(Session& session, const std::string& path);

}  // namespace texelsort::app
