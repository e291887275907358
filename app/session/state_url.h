#pragma once

#include <cstddef>
#include <string>

#include "app/session/link_text.h"
#include "app/session/session_file.h"
#include "app/session/view_state.h"

/// A view state in the address of a page: behind "#" stands what a session file holds, for whoever is to see the same.
/// docs/sessions.md describes the two forms.
namespace texelsort::app {

/// What a page keeps in its address without being asked.
inline constexpr std::size_t most_kept_fragment = 2000;

/// read_session() of an address: messages say "the link" instead of a file and a line.
SessionFile read_address(const std::string& address);

/// What an address carries of a session: keys of files are written out. Throws UsageError, saying what to do instead,
/// for more keys than that and for what stands in files otherwise.
ViewState state_for_url(Session& session);

/// What is behind "#" in the address of this view state. Throws as state_for_url().
std::string fragment_of(Session& session);

/// The same for a page that keeps it up to date; empty where it cannot be carried or is long.
std::string short_fragment(Session& session);

}  // namespace texelsort::app
