#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// Conversion of a session to the fragment of a URL (the part after "#") and back. docs/sessions.md describes the
/// readable and the compressed format.
namespace texelsort::app {

/// Greatest length of a readable fragment, in characters. A longer fragment is compressed, because mail and chat
/// programs truncate or reject long URLs.
inline constexpr std::size_t most_readable_fragment = 1000;
/// Greatest length of an accepted link, in characters. Most browsers and other programs accept only shorter links.
inline constexpr std::size_t most_fragment = std::size_t{1} << 18;

/// Returns whether an input is a link with a view state: a whole URL, or its part from "#" on.
bool is_address(std::string_view input);

/// Converts the text of a session file to the fragment of a URL, without the "#".
std::string fragment_of(const std::string& session);

/// Returns the session text from a link: a whole URL, or its part from "#" on. Throws UsageError for links that are
/// damaged, too long or of another version.
std::string session_text_of(std::string_view address);

}  // namespace texelsort::app
