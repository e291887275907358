#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "app/moment.h"
#include "app/session_file.h"

/// A moment in the address of a page: behind "#" stands what a session file holds, for whoever is to see the same.
/// docs/sessions.md describes the two forms.
namespace texelsort::app {

/// Longer ones are packed: mail and chat programs cut or refuse what is much longer.
inline constexpr std::size_t most_readable_fragment = 1000;
/// What is read at all, in characters: browsers and programs that pass addresses on take less.
inline constexpr std::size_t most_fragment = std::size_t{1} << 18;
/// What a page keeps in its address without being asked.
inline constexpr std::size_t most_kept_fragment = 2000;

/// Whether an input is an address with a moment in it, or its part from "#" on.
bool is_address(std::string_view input);

/// What session_text() gives, as the part of an address behind "#".
std::string fragment_of(const std::string& session);

/// The session's text that an address, or its part from "#" on, holds. Throws UsageError with a sentence for what is
/// damaged, too long or of another version.
std::string session_text_of(std::string_view address);

/// read_session() of an address: messages say "the link" instead of a file and a line.
SessionFile read_address(const std::string& address);

/// What an address carries of a session: keys of files are written out. Throws UsageError, saying what to do instead,
/// for more keys than that and for what stands in files otherwise.
Moment moment_for_address(Session& session);

/// What is behind "#" in the address of this moment. Throws as moment_for_address().
std::string fragment_of(Session& session);

/// The same for a page that keeps it up to date; empty where it cannot be carried or is long.
std::string short_fragment(Session& session);

}  // namespace texelsort::app
