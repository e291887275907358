#include "app/gui/window/interface.h"

#include <cmath>
#include <utility>

#include <backends/imgui_impl_opengl3.h>
#include <fmt/format.h>

#include "app/gui/window/compat.h"
#include "app/gui/window/layout.h"
#include "compute/data/error.h"

namespace texelsort::app {

namespace {

void start_backend() {
  if (!ImGui_ImplOpenGL3_Init(compat::shader_version)) {
    throw InternalError("Dear ImGui cannot draw with this OpenGL context");
  }
}

}  // namespace

Interface::Interface(gpu::Device& device, float ui_scale) : context_(ImGui::CreateContext()), ui_(device) {
  ui_.wanted_scale = {ui_scale, ui_scale};
  ImGui::SetCurrentContext(context_.get());
  io().IniFilename = nullptr;
  io().UserData = &texts_;
  io().LogFilename = nullptr;
  start_backend();
}

Interface::~Interface() {
  ImGui::SetCurrentContext(context_.get());
  ui_.device->make_current();
  ImGui_ImplOpenGL3_Shutdown();
}

ImGuiIO& Interface::io() {
  ImGui::SetCurrentContext(context_.get());
  return ImGui::GetIO();
}

void Interface::press(Session& session, Key key) {
  const bool of_window = key == Key::control_p || key == Key::control_q || key == Key::f11;
  if (takes_text() && !of_window) return;
  // While a list is open, its search gets the letters. A drop-down list has no search.
  const bool list_open = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
  const bool searches = ui_.chooser.open || ui_.palette.asks != CommandPalette::Asks::nothing;
  if (has_character(key) && (list_open || searches)) return;
  ui_.said.clear();
  if (list_open && key == Key::escape) {
    ui_.close_popups = true;
  } else if (!list_open || of_window) {
    app::press(ui_, session, key);
  }
}

void Interface::search_by_typing() {
  ImGuiIO& input = ImGui::GetIO();
  const bool palette = ui_.palette.asks != CommandPalette::Asks::nothing;
  if (input.KeyCtrl || (!palette && !ui_.chooser.open)) return typed_.clear();
  if (input.WantTextInput || ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup)) return;
  for (const ImWchar letter : input.InputQueueCharacters) {
    if (letter > ' ' && letter < 127) typed_ += static_cast<char>(letter);
  }
  if (typed_.empty()) return;
  (palette ? ui_.palette.wants_keys : ui_.chooser.wants_keys) = true;
}

bool Interface::takes_text() {
  return io().WantTextInput;
}

void Interface::adapt(const Look& look, FramePart part) {
  const ImVec2 size = io().DisplaySize;
  const float asked = ui_.wanted_scale.asked;
  float scale = asked;
  ui_.notice.clear();
  if (part == teacher) {
    scale = teacher_scale(asked, size);
  } else if (part == "window" || part == slide) {
    scale = look.presenter ? presenter_scale(asked, size) : fitted_scale(asked, size);
    // Show this notice only on the desktop. A reader of a web page cannot enlarge the window's area.
    if (!look.presenter && scale < asked && ui_.page == nullptr) {
      ui_.notice = fmt::format("The window is too small for the scale {:g}. The scale is now {:g}.", asked, scale);
    }
  } else if (look.presenter) {
    // Factor that enlarges the text of a picture in presenter mode, if it shows a single view.
    constexpr float growth = 1.35f;
    scale = growth * asked;
  }
  if (!ui_.fonts.body || scale != ui_.scale) {
    ui_.scale = scale;
    ui_.fonts = load_fonts(scale);
    // Restart ImGui's OpenGL backend to create the font texture again. In ImGui 1.86, recreating only its objects would
    // leave wrong buffer sizes.
    ImGui_ImplOpenGL3_Shutdown();
    start_backend();
  }
  ui_.theme = app::theme(look.theme);
  apply_style(ui_.theme, scale);
  if (outlines_) {
    ImGuiStyle& style = ImGui::GetStyle();
    style.AntiAliasedLines = style.AntiAliasedLinesUseTex = style.AntiAliasedFill = false;
    style.CircleTessellationMaxError = 0.05f;  // draw finer circles, because vector files may be enlarged
  }
}

void Interface::build(Session& session, FramePart part, void (*platform)()) {
  ImGuiIO& input = io();
  ui_.device->make_current();
  // Call `platform` before the layout, because ImGui only then knows the size of the window.
  if (platform) platform();
  adapt(session.look, part);
  if (input.WantTextInput && !typed_.empty()) compat::feed_text(input, std::exchange(typed_, {}).c_str());
  ImGui_ImplOpenGL3_NewFrame();
  ImGui::NewFrame();
  search_by_typing();
  texts_.begin_frame(keeps_texts_);
  if (ImGui::IsMouseClicked(0)) ui_.said.clear();
  ImGui::PushFont(ui_.fonts.body);
  draw_frame(ui_, session, draft_, part, {std::floor(input.DisplaySize.x), std::floor(input.DisplaySize.y)});
  if (!texts_.told().empty()) show_tooltip(ui_, std::string(texts_.told()));
  ImGui::PopFont();
  ui_.close_popups = false;
  ImGui::Render();
}

void Interface::draw() {
  ImGui::SetCurrentContext(context_.get());
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

}  // namespace texelsort::app
