#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>

#include "app/session/predictions.h"
#include "app/session/session.h"

namespace texelsort::app {

/// Limit of the wires of a network drawn on a page. With more, the lines would be thinner than a finger.
inline constexpr std::uint64_t most_page_wires = 64;

/// Limits of the records, and of the fields per record, listed on a page.
inline constexpr std::uint64_t most_page_records = 64;
inline constexpr std::uint32_t most_page_fields = 8;

/// Limit of the keys up to which a page asks questions about a pass.
inline constexpr std::uint64_t most_page_asked = 64;

/// Positions of a run that a page includes, in order.
using PageStops = std::set<std::uint64_t>;

/// Returns the session's run as data of a page: its keys, and for every stop its state, pass, claim, verdict,
/// comparators, quads, groups of keys, and questions about the next pass. Numbers up to n are base-36 digits of a fixed
/// width. Moves the run's position. The run must have been at its end, so that all passes are known.
nlohmann::ordered_json page_run(Session& session, const PageStops& stops);

/// Returns the command that opens the view state's run, without the pass. Nothing for keys from files, which readers do
/// not have.
std::optional<std::string> page_command(const ViewState& view_state);

/// Returns a question for a page. "ask" is its text, "pairs" the comparators to choose from, "choices" the possible
/// answers. It also has the right answer as text, its explanation ("hint"), whether the next pass shows it ("next"),
/// and the index of its key.
nlohmann::ordered_json page_question(const Prediction& prediction);

}  // namespace texelsort::app
