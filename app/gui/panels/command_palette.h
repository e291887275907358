#pragma once

#include <string>

namespace texelsort::app {

struct Box;
struct Ui;
class Session;

/// A field that is typed in over everything else, with a list of what goes with the text: commands, or files to open,
/// or the name of the session file to be saved.
struct CommandPalette {
  enum class Asks : std::uint8_t { nothing, command, file_to_open, file_to_save };
  Asks asks = Asks::nothing;
  std::string text;
  std::size_t chosen = 0;  ///< of the list
  int field = 0;           ///< of several fields after one another, each of which begins anew
  bool wants_keys = false, brings_into_view = false;
  std::string problem{};  ///< why the last choice came to nothing; empty: it did not
};

/// Opens it, or closes it where it asks the same already.
void ask(CommandPalette& palette, CommandPalette::Asks asks, std::string text = {});

void finder_overlay(Ui& ui, Session& session, const Box& window);

/// Asks for a file to open, or has the page ask that the window stands on.
void choose_file(Ui& ui);

/// Saves into the session's file, or asks for one; a page hands it out.
void save_session_of(Ui& ui, Session& session);

}  // namespace texelsort::app
