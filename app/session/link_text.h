#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// Conversion of a session to the fragment of a URL (the part after "#") and back. docs/sessions.md describes the two
/// formats.
namespace texelsort::app {

/// Greatest length of a readable fragment, in characters. Longer fragments are compressed, because mail and chat
/// programs truncate or reject much longer URLs.
inline constexpr std::size_t most_readable_fragment = 1000;
/// Greatest length of an accepted link, in characters. Browsers and programs that pass URLs on accept shorter links
/// only.
inline constexpr std::size_t most_fragment = std::size_t{1} << 18;

/// Returns whether the input is a link with a view state: a URL, or its part from "#" on.
bool is_address(std::string_view input);

/// Converts the text of a session file to a URL fragment, without the "#".
std::string fragment_of(const std::string& session);

/// Returns the session text in a URL, or in its part from "#" on. Throws UsageError for links that are damaged, too
/// long or of another version.
std::string session_text_of(std::string_view address);

}  // namespace texelsort::app
