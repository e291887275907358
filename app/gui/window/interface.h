#pragma once

#include <memory>

#include <imgui.h>

#include "app/export/theme.h"
#include "app/gui/window/frame.h"
#include "app/gui/window/shortcuts.h"
#include "app/gui/window/text_log.h"

namespace texelsort::app {

/// Owner of ImGui's context. It draws the panels and views into a window, or into a picture if there is no display.
class Interface {
 public:
  /// Creates the ImGui context. The device's OpenGL context must be current. ImGui's own settings file is disabled.
  Interface(gpu::Device& device, float ui_scale);
  ~Interface();
  Interface(const Interface&) = delete;
  Interface& operator=(const Interface&) = delete;

  /// Returns ImGui's input state, for injecting events.
  ImGuiIO& io();

  /// Executes the shortcut of a key. Does nothing if a text field or the search of an open list gets the key.
  void press(Session& session, Key key);

  /// Returns whether a text field has the keyboard focus.
  bool takes_text();

  /// Lays out a frame of the size io().DisplaySize. First calls `platform`, if it is not null, which passes the
  /// window's input to ImGui.
  void build(Session& session, FramePart part, void (*platform)() = nullptr);

  /// Draws the frame that was built last into the bound framebuffer.
  void draw();

  const Theme& theme() const { return ui_.theme; }
  const Fonts& fonts() const { return ui_.fonts; }

  /// Switches drawing of shapes between two forms, from the next frame on. Outlines lack the triangles that ImGui adds
  /// for antialiasing, so that vector pictures contain only the shapes.
  void draw_outlines(bool outlines) { outlines_ = outlines; }

  /// Sets the web page that contains the window. Null means a desktop window. The page must outlive this object.
  void set_page(HostPage* page) { ui_.page = page; }

  /// Returns the scale that the window would have if it were large enough. Keys change it.
  UiScale scale() const { return ui_.wanted_scale; }
  void set_scale(UiScale scale) { ui_.wanted_scale = scale; }

  /// Returns whether the user wants the window to fill the screen.
  bool full_screen() const { return ui_.full_screen; }

  /// Returns whether the user has closed the window.
  bool closes() const { return ui_.closes; }

  /// Makes texts() contain the texts of the last frame, from the next frame on.
  void keep_texts() { keeps_texts_ = true; }
  const TextLog& texts() const { return texts_; }

 private:
  struct ContextDeleter {
    void operator()(ImGuiContext* context) const { ImGui::DestroyContext(context); }
  };
  void adapt(const Look& look, FramePart part);
  /// Gives the caret to the search of an open list after the user has typed, and keeps the typed text until then.
  void search_by_typing();

  std::unique_ptr<ImGuiContext, ContextDeleter> context_;
  Ui ui_;
  SetupDraft draft_;
  std::string typed_;  ///< typed text that a search field will receive once it has the caret
  TextLog texts_;
  bool keeps_texts_ = false, outlines_ = false;
};

/// Sets ImGui's style for a theme, with lengths that are multiplied by `scale`.
void apply_style(const Theme& theme, float scale);

}  // namespace texelsort::app
