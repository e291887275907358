#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>

#include "app/session/predictions.h"
#include "app/session/session.h"

namespace texelsort::app {

/// Greatest number of wires of a network that a page draws. On a touch screen, more wires would be too close to be
/// touched singly.
inline constexpr std::uint64_t most_page_wires = 64;

/// Greatest number of records that a page lists, and greatest number of fields that it lists per record.
inline constexpr std::uint64_t most_page_records = 64;
inline constexpr std::uint32_t most_page_fields = 8;

/// Greatest number of keys for which a page asks questions about a pass.
inline constexpr std::uint64_t most_page_asked = 64;

/// Positions of a run, in ascending order, whose states a page contains.
using PageStops = std::set<std::uint64_t>;

/// Returns the session's run as data for the script of a page. Each stop contains state, pass, claim, verdict,
/// comparators, quads, groups of keys, and questions about the next pass. Numbers up to n are written with a fixed
/// number of base-36 digits. Changes the session's position in the run. The run must have been executed to its end
/// before, so that all passes are known.
nlohmann::ordered_json page_run(Session& session, const PageStops& stops);

/// Returns the command line that opens a view state's run at its default pass. Returns nothing for keys from files,
/// because readers of the page do not have the files.
std::optional<std::string> page_command(const ViewState& view_state);

/// Returns a question as JSON for a page. "ask" is the text of the question, "pairs" are the comparators to choose
/// from, and "choices" are the possible answers. Other members are the right answer as text, its explanation ("hint"),
/// and the index of the key in question. "next" is true if the next pass shows the answer.
nlohmann::ordered_json page_question(const Prediction& prediction);

}  // namespace texelsort::app
