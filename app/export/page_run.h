#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>

#include "app/session/predictions.h"
#include "app/session/session.h"

namespace texelsort::app {

/// Greatest number of wires of a network drawn on a page. With more wires, lines would be thinner than a finger.
inline constexpr std::uint64_t most_page_wires = 64;

/// Greatest numbers of records, and of fields per record, that a page lists.
inline constexpr std::uint64_t most_page_records = 64;
inline constexpr std::uint32_t most_page_fields = 8;

/// Greatest number of keys for which a page asks questions about a pass.
inline constexpr std::uint64_t most_page_asked = 64;

/// Positions of a run whose states a page contains, in order.
using PageStops = std::set<std::uint64_t>;

/// Returns the session's run as data for a page: its keys, and for every stop its state, pass, claim, verdict,
/// comparators, quads, groups of keys, and questions about the next pass. Numbers up to n are base-36 digits of a fixed
/// width. Changes the run's position. The run must have been at its end before, so that all passes are known.
nlohmann::ordered_json page_run(Session& session, const PageStops& stops);

/// Returns the command that opens the view state's run at its default pass. Nothing for keys from files, which readers
/// do not have.
std::optional<std::string> page_command(const ViewState& view_state);

/// Returns a question as data for a page. "ask" is its text, "pairs" are the comparators to choose from, "choices" are
/// the possible answers. Other members are the right answer as text, its explanation ("hint"), whether the next pass
/// shows it ("next"), and the index of its key.
nlohmann::ordered_json page_question(const Prediction& prediction);

}  // namespace texelsort::app
