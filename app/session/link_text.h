#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// The text of a session in the address of a page, behind "#". docs/sessions.md describes its two forms.
namespace texelsort::app {

/// Longer ones are packed: mail and chat programs cut or refuse what is much longer.
inline constexpr std::size_t most_readable_fragment = 1000;
/// Longest link that is read, in characters. Browsers and programs that pass addresses on accept fewer.
inline constexpr std::size_t most_fragment = std::size_t{1} << 18;

/// Whether an input is an address with a view state in it, or its part from "#" on.
bool is_address(std::string_view input);

/// Converts the text of a session file to the part of an address behind "#".
std::string fragment_of(const std::string& session);

/// The session's text that an address, or its part from "#" on, holds. Throws UsageError with a sentence for what is
/// damaged, too long or of another version.
std::string session_text_of(std::string_view address);

}  // namespace texelsort::app
