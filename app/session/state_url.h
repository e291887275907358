#pragma once

#include <cstddef>
#include <string>

#include "app/session/link_text.h"
#include "app/session/session_file.h"
#include "app/session/view_state.h"

/// View states as URLs. The fragment (after "#") contains a session file, so that a link opens the same view.
/// docs/sessions.md describes the formats of fragments.
namespace texelsort::app {

/// Greatest length, in characters, of the fragment that a page writes into its URL without a request by the user.
inline constexpr std::size_t most_kept_fragment = 2000;

/// Reads a session from a URL. Error messages say "the link" instead of file and line.
SessionFile read_address(const std::string& address);

/// Returns the session's view state in a form for URLs, with the keys themselves instead of a file. Throws UsageError,
/// which names the remedy, for too many keys and for other files.
ViewState state_for_url(Session& session);

/// Returns the URL fragment of the session's view state. Throws the errors of state_for_url().
std::string fragment_of(Session& session);

/// Returns the fragment for a page that keeps its URL up to date. Returns an empty string if the view state cannot be
/// in a URL, or if the fragment is too long.
std::string short_fragment(Session& session);

}  // namespace texelsort::app
