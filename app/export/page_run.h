#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>

#include "app/session/predictions.h"
#include "app/session/session.h"

namespace texelsort::app {

/// Greatest number of wires of a network that a page draws. With more wires, a finger could not touch a single wire.
inline constexpr std::uint64_t most_page_wires = 64;

/// Greatest number of records that a page lists, and greatest number of fields per record.
inline constexpr std::uint64_t most_page_records = 64;
inline constexpr std::uint32_t most_page_fields = 8;

/// Greatest number of keys for which a page asks questions about a pass.
inline constexpr std::uint64_t most_page_asked = 64;

/// Sorted positions of a run whose states a page contains.
using PageStops = std::set<std::uint64_t>;

/// Returns the session's run as data for a page. For every stop, the data contains state, pass, claim, verdict,
/// comparators, quads, groups of keys, and questions about the next pass. Numbers up to n have base-36 digits of a
/// fixed width. Changes the run's position. The run must have been at its end before, so that all passes are known.
nlohmann::ordered_json page_run(Session& session, const PageStops& stops);

/// Returns the command line that opens the view state's run at its default pass. Returns nothing for keys from files,
/// because readers of the page do not have the files.
std::optional<std::string> page_command(const ViewState& view_state);

/// Returns a question as data for a page. "ask" is its text, "pairs" are the comparators to choose from, "choices" are
/// the possible answers. Other members are the right answer as text, its explanation ("hint"), the index of its key,
/// and "next". "next" says whether the next pass shows the answer.
nlohmann::ordered_json page_question(const Prediction& prediction);

}  // namespace texelsort::app
