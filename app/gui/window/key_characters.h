#pragma once

#include <optional>

#include "app/gui/window/shortcuts.h"

namespace texelsort::app {

/// The key that a printed character stands for, so that letters are where the keyboard's layout has them: 'a' and 'A'
/// are Key::letter_a. Space and what prints nothing come as keys.
std::optional<Key> key_of_character(unsigned character);

/// The same of a character, small, that is pressed with the control key, and with the shift key too.
std::optional<Key> key_with_control(unsigned character, bool shifted);

}  // namespace texelsort::app
