#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "app/lessons/lesson.h"
#include "app/moment.h"
#include "app/session.h"

namespace texelsort::app {

/// Networks of more wires are not drawn on a page: their lines would be thinner than a finger is wide.
inline constexpr std::uint64_t most_page_wires = 64;

/// Positions of a run that a page shows, in order: all of them, or some.
using PageStops = std::set<std::uint64_t>;

/// What a page says of the session's run: its keys, and of every stop the state that was read back, the pass with its
/// claim and verdict, its comparators, quads and groups of keys. Numbers up to n stand as digits of base 36, a fixed
/// number of them each. The run moves; it must have been at its end, so that its passes are known.
nlohmann::ordered_json page_run(Session& session, const PageStops& stops);

/// A question as a page asks it: its text ("ask"), what may be chosen ("choices": null where comparators of the next
/// pass are; none where a text is typed), the right answer as text ("right") and why it is so ("hint"). The session's
/// run answers it from its present moment on, `other` is what `fewer` compares with. Throws as answer().
nlohmann::ordered_json page_question(Session& session, const LessonQuestion& question, const Moment& other);

}  // namespace texelsort::app
