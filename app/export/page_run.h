#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>

#include "app/session/predictions.h"
#include "app/session/session.h"

namespace texelsort::app {

/// Networks of more wires are not drawn on a page: their lines would be thinner than a finger is wide.
inline constexpr std::uint64_t most_page_wires = 64;

/// More records, or fields of a record, are not listed.
inline constexpr std::uint64_t most_page_records = 64;
inline constexpr std::uint32_t most_page_fields = 8;

/// With more keys nobody is asked what a pass does with them.
inline constexpr std::uint64_t most_page_asked = 64;

/// Positions of a run that a page shows, in order: all of them, or some.
using PageStops = std::set<std::uint64_t>;

/// What a page says of the session's run: its keys, and of every stop the state that was read back, the pass with its
/// claim and verdict, its comparators, quads and groups of keys, and what can be asked
/// about the next one. Numbers up to n stand as digits of base 36, a fixed
/// number of them each. The run moves; it must have been at its end, so that its passes are known.
nlohmann::ordered_json page_run(Session& session, const PageStops& stops);

/// Returns the command that opens the view state's run, without the pass; nothing of keys from files, which readers
/// have not.
std::optional<std::string> page_command(const ViewState& view_state);

/// A question as a page asks it: its text ("ask"), the comparators of which some are to be named ("pairs") or what may
/// be chosen ("choices"), the right answer as text, why it is so ("hint"), whether the next pass shows it ("next"), and
/// the index of the key that it is about.
nlohmann::ordered_json page_question(const Prediction& prediction);

}  // namespace texelsort::app
