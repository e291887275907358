#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/gui/window/ui.h"
#include "app/playback/models/buckets.h"
#include "app/session/session.h"

/// What the pictures of buckets share.
namespace texelsort::app {

/// The bucket of the key that is pointed at or pinned.
std::optional<std::uint64_t> chosen_bucket(const Session& session);

/// Selects the first key of a bucket in all views while the mouse is on the bucket; a click pins it.
void point_at_bucket(const Ui& ui, Session& session, std::uint64_t bucket);

}  // namespace texelsort::app
