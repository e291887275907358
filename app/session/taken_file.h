#pragma once

#include <string>

namespace texelsort::app {

class Session;

/// Opens a file that was dropped on the window. A network runs with the current method; if the current keys do not fit,
/// on generated keys, one per input. Sessions, lessons (.toml) and sweep results (.jsonl) are opened. Any other file
/// becomes the new input. Returns false, with the reason in a message, if that fails.
bool take_file(Session& session, const std::string& path);

}  // namespace texelsort::app
