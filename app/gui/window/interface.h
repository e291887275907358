#pragma once

#include <memory>

#include <imgui.h>

#include "app/gui/window/frame.h"
#include "app/gui/window/shortcuts.h"
#include "app/gui/window/text_log.h"

namespace texelsort::app {

/// ImGui's lifetime and everything drawn with it, the same for a window and for a picture without a display.
class Interface {
 public:
  /// The device's context is current. ImGui's own settings file is off.
  Interface(gpu::Device& device, float ui_scale);
  ~Interface();
  Interface(const Interface&) = delete;
  Interface& operator=(const Interface&) = delete;

  /// ImGui's input, for whoever feeds it.
  ImGuiIO& io();

  /// A shortcut, unless letters belong to a text field.
  void press(Session& session, Key key);

  /// True while letters belong to a text field.
  bool takes_text();

  /// Builds a frame of io().DisplaySize; `platform` is called at its start, where a windowing backend fills ImGui's
  /// input.
  void build(Session& session, FramePart part, void (*platform)() = nullptr);

  /// Draws the frame that was built, into whatever framebuffer is bound.
  void draw();

  const Theme& theme() const { return ui_.theme; }
  const Fonts& fonts() const { return ui_.fonts; }

  /// From the next frame on, shapes have their outlines alone, without the triangles that smooth their edges: for a
  /// recording.
  void draw_outlines(bool outlines) { outlines_ = outlines; }

  /// The page that the window stands on, which outlives this; null: none.
  void set_page(HostPage* page) { ui_.page = page; }

  /// Whether the window is to fill its screen.
  bool full_screen() const { return ui_.full_screen; }

  /// Whether somebody has asked for its end.
  bool closes() const { return ui_.closes; }

  /// From the next frame on, what a frame has for people to read is kept.
  void keep_texts() { keeps_texts_ = true; }
  const TextLog& texts() const { return texts_; }

 private:
  struct ContextDeleter {
    void operator()(ImGuiContext* context) const { ImGui::DestroyContext(context); }
  };
  void adapt(const Look& look, bool whole_window);

  std::unique_ptr<ImGuiContext, ContextDeleter> context_;
  Ui ui_;
  SetupDraft draft_;
  float ui_scale_;
  TextLog texts_;
  bool keeps_texts_ = false, outlines_ = false;
};

}  // namespace texelsort::app
