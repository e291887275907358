#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "app/gui/window/shortcuts.h"

namespace texelsort::app {

namespace {

using KeyOfCharacter = std::pair<unsigned, Key>;

constexpr std::array without_control{
    KeyOfCharacter{'+', Key::plus},          KeyOfCharacter{'=', Key::plus},     KeyOfCharacter{'-', Key::minus},
    KeyOfCharacter{'a', Key::letter_a},      KeyOfCharacter{'b', Key::letter_b}, KeyOfCharacter{'c', Key::letter_c},
    KeyOfCharacter{'e', Key::letter_e},      KeyOfCharacter{'f', Key::letter_f}, KeyOfCharacter{'g', Key::letter_g},
    KeyOfCharacter{'k', Key::letter_k},      KeyOfCharacter{'l', Key::letter_l}, KeyOfCharacter{'m', Key::letter_m},
    KeyOfCharacter{'n', Key::letter_n},      KeyOfCharacter{'o', Key::letter_o}, KeyOfCharacter{'p', Key::letter_p},
    KeyOfCharacter{'r', Key::letter_r},      KeyOfCharacter{'s', Key::letter_s}, KeyOfCharacter{'t', Key::letter_t},
    KeyOfCharacter{'v', Key::letter_v},      KeyOfCharacter{'w', Key::letter_w}, KeyOfCharacter{'[', Key::bracket_left},
    KeyOfCharacter{']', Key::bracket_right}, KeyOfCharacter{'1', Key::digit_1},  KeyOfCharacter{'2', Key::digit_2},
    KeyOfCharacter{'3', Key::digit_3},       KeyOfCharacter{'d', Key::letter_d}, KeyOfCharacter{'i', Key::letter_i},
    KeyOfCharacter{'h', Key::letter_h},      KeyOfCharacter{'q', Key::letter_q}, KeyOfCharacter{'u', Key::letter_u},
    KeyOfCharacter{'y', Key::letter_y},      KeyOfCharacter{'x', Key::letter_x}, KeyOfCharacter{'j', Key::letter_j},
    KeyOfCharacter{'z', Key::letter_z}};

constexpr std::array with_control{KeyOfCharacter{'c', Key::control_c},    KeyOfCharacter{'o', Key::control_o},
                                  KeyOfCharacter{'p', Key::control_p},    KeyOfCharacter{'q', Key::control_q},
                                  KeyOfCharacter{'s', Key::control_s},    KeyOfCharacter{'y', Key::control_shift_z},
                                  KeyOfCharacter{'z', Key::control_z},    KeyOfCharacter{'+', Key::control_plus},
                                  KeyOfCharacter{'=', Key::control_plus}, KeyOfCharacter{'-', Key::control_minus},
                                  KeyOfCharacter{'0', Key::control_0},    KeyOfCharacter{'t', Key::control_t}};
// On keyboards of the United States, the character + needs Shift.
constexpr std::array with_control_and_shift{KeyOfCharacter{'z', Key::control_shift_z},
                                            KeyOfCharacter{'=', Key::control_plus},
                                            KeyOfCharacter{'+', Key::control_plus}};

std::optional<Key> key_among(std::span<const KeyOfCharacter> known, unsigned character) {
  const auto found = std::ranges::find(known, character, &KeyOfCharacter::first);
  return found == known.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace

std::optional<Key> key_of_character(unsigned character) {
  const bool upper = character >= 'A' && character <= 'Z';
  return key_among(without_control, upper ? character - 'A' + 'a' : character);
}

bool has_character(Key key) {
  return std::ranges::find(without_control, key, &KeyOfCharacter::second) != without_control.end();
}

std::optional<Key> key_with_control(unsigned character, bool shifted) {
  return key_among(shifted ? std::span<const KeyOfCharacter>(with_control_and_shift) : with_control, character);
}

}  // namespace texelsort::app
