#pragma once

#include "app/session/moment.h"

namespace texelsort::app {

/// Who runs in the lanes of the moment's race, and how far they are: to its pass, or half way. Throws UsageError for
/// lanes or a clock without a race, and for who cannot run.
void set_race(Session& session, const Moment& moment);

/// The race that the session shows, if it shows one, as a part of the moment.
void note_race(Session& session, Moment& moment);

}  // namespace texelsort::app
