#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/gui/window/ui.h"
#include "app/playback/models/buckets.h"
#include "app/session/session.h"

/// Functions that the diagrams of a sample sort's buckets share.
namespace texelsort::app {

/// Returns the bucket of the key under the mouse. If there is none, returns the bucket of the pinned key, or nothing
/// without a pinned key.
std::optional<std::uint64_t> chosen_bucket(const Session& session);

/// Selects the first key of a bucket in all views, for callers whose bucket is under the mouse. A click pins the key.
void point_at_bucket(const Ui& ui, Session& session, std::uint64_t bucket);

}  // namespace texelsort::app
