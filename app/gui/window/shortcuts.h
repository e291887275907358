#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "app/gui/window/ui.h"
#include "app/session/session.h"

namespace texelsort::app {

/// Keys that have a shortcut. A letter is named by the character that is printed on the key.
enum class Key : std::uint8_t {
  space,
  left,
  right,
  up,
  down,
  shift_left,
  shift_right,
  shift_up,
  shift_down,
  home,
  end,
  page_up,
  page_down,
  plus,
  minus,
  escape,
  tab,
  enter,
  backspace,
  bracket_left,
  bracket_right,
  f1,
  f11,
  letter_a,
  letter_b,
  letter_c,
  letter_d,
  letter_e,
  letter_f,
  letter_g,
  letter_h,
  letter_i,
  letter_j,
  letter_k,
  letter_l,
  letter_m,
  letter_n,
  letter_o,
  letter_p,
  letter_q,
  letter_r,
  letter_s,
  letter_t,
  letter_u,
  letter_v,
  letter_w,
  letter_x,
  letter_y,
  letter_z,
  digit_1,
  digit_2,
  digit_3,
  control_0,
  control_c,
  control_minus,
  control_o,
  control_p,
  control_plus,
  control_q,
  control_s,
  control_t,
  control_z,
  control_shift_z
};

struct Shortcut {
  Key key;
  const char* shown;  ///< name of the key as on the help page
  const char* help;
  void (*act)(Ui& ui, Session& session);
};

/// Returns all shortcuts, in the order of the help page.
std::span<const Shortcut> shortcuts();

/// A mouse action in the views, as listed on the help page.
struct Gesture {
  const char* shown;
  const char* help;
};
std::span<const Gesture> gestures();

/// Goes to a pass that the user has clicked. While a question waits, does not go forward.
void go_to_pass(Session& session, std::uint64_t pass);

/// Executes the shortcut of a key.
void press(Ui& ui, Session& session, Key key);

/// Returns the shortcut key that prints a character, so that shortcuts follow the keyboard layout. Both 'a' and 'A'
/// give Key::letter_a. Returns nothing for Space, which arrives as a key code like keys without a character.
std::optional<Key> key_of_character(unsigned character);

/// Returns whether key_of_character() returns a key for a character.
bool has_character(Key key);

/// Returns the key for a lower-case character that was pressed with Ctrl. `shifted` is true if Shift was pressed too.
std::optional<Key> key_with_control(unsigned character, bool shifted);

}  // namespace texelsort::app
