#pragma once

#include <cstddef>
#include <string>

#include "app/session/link_text.h"
#include "app/session/session_file.h"
#include "app/session/view_state.h"

/// View states as URLs: the fragment (after "#") contains a session file, so that the link opens the same view.
/// docs/sessions.md describes the two formats.
namespace texelsort::app {

/// Greatest length, in characters, of a fragment that the page keeps in its URL automatically.
inline constexpr std::size_t most_kept_fragment = 2000;

/// Reads a session from a URL, like read_session(). Messages say "the link" instead of file and line.
SessionFile read_address(const std::string& address);

/// Returns the session's view state with its keys written out, for use in a URL. Throws UsageError, with the remedy, if
/// there are too many keys, or if parts of the view state exist only in files.
ViewState state_for_url(Session& session);

/// Returns the URL fragment of the session's view state. Throws like state_for_url().
std::string fragment_of(Session& session);

/// Returns the URL fragment for a page that updates its URL continuously. Empty if the view state has no fragment or a
/// too long one.
std::string short_fragment(Session& session);

}  // namespace texelsort::app
