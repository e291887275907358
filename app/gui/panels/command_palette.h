#pragma once

#include <string>

#include "app/gui/window/window_export.h"

namespace texelsort::app {

struct Box;
struct Ui;
class Session;

/// Command palette: a text field above all panels, with a list of matching commands or files to open. The palette also
/// asks for the name of the file to save or to export, for the folder of a user's sort, and for the folder and the
/// template of a new one.
struct CommandPalette {
  enum class Asks : std::uint8_t {
    nothing,
    command,
    file_to_open,
    file_to_save,
    sort_to_open,
    sort_to_make,
    file_to_export
  };
  Asks asks = Asks::nothing;
  std::string text;
  std::size_t chosen = 0;  ///< index of the chosen row in the list
  int field = 0;           ///< serial number of the text field, which increases whenever the palette opens
  bool wants_keys = false, brings_into_view = false;
  ExportKind exports = ExportKind::page;  ///< kind of the file to export
  std::string problem{};                  ///< reason why the last choice failed; empty if it did not fail
};

/// Opens the command palette for a command, a file or a name, as `asks` says. Closes the palette if it is already open
/// for the same purpose.
void ask(CommandPalette& palette, CommandPalette::Asks asks, std::string text = {});

void finder_overlay(Ui& ui, Session& session, const Box& window);

/// Asks for a file to open. In a web page, opens the browser's file dialog.
void choose_file(Ui& ui);

/// Ask for the folder of a user's sort to run, and for a new folder and the template of its sort.
void choose_own_sort(Ui& ui);
void make_own_sort(Ui& ui);

/// Saves the session to its file, or asks for a file if it has none. A web page offers the file as a download.
void save_session_of(Ui& ui, Session& session);

}  // namespace texelsort::app
