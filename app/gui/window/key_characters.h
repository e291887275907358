#pragma once

#include <optional>

#include "app/gui/window/shortcuts.h"

namespace texelsort::app {

/// Returns the key for a printed character, so that shortcuts follow the keyboard layout. 'a' and 'A' both give
/// Key::letter_a. Space and keys without a character arrive as keys.
std::optional<Key> key_of_character(unsigned character);

/// Returns the key for a lower-case character that is pressed with Ctrl, and with Shift if `shifted`.
std::optional<Key> key_with_control(unsigned character, bool shifted);

}  // namespace texelsort::app
