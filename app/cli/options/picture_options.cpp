#include "app/cli/options/picture_options.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "app/gui/window/usual_scale.h"
#include "app/problem/option_group.h"
#include "app/session/lesson_player.h"
#include "app/session/options/view_state_options.h"
#include "app/session/run_timer.h"
#include "app/session/shader_watch.h"
#include "compute/algorithms/registry.h"
#include "compute/data/error.h"
#include "compute/data/text/number.h"

namespace texelsort::app {

void PictureOptions::add_options(CLI::App& command, const char* heading, const std::string& pass,
                                 const std::string& size) {
  size_ = size;
  view_state_.add_options(command, pass);
  device_.add_options(command);
  const OptionGroup group(command, heading);
  group.value("--size", "WxH", size_, fmt::format("size in pixels (default: {})", size));
  group.value("--theme", "THEME", theme_, "colour theme: dark (default) or light", listed("dark, light"));
  group.value("--colormap", "NAME", colormap_, "colours of values: viridis (default) or cividis",
              listed("viridis, cividis"));
  group.value("--ui-scale", "FACTOR", ui_scale_, "size of text and widgets, 0.5 to 4 (default: 1, or 2 for 3840x2160 pixels)");
}

gpu::Extent picture_size(const std::string& text) {
  const auto number = [](const std::string& part) { return data::read_number<std::uint32_t>(part).value_or(0); };
  constexpr std::uint32_t least = 160, most = 16384;
  if (const auto cross = text.find('x'); cross != std::string::npos) {
    const gpu::Extent extent{number(text.substr(0, cross)), number(text.substr(cross + 1))};
    if (std::min(extent.width, extent.height) >= least && std::max(extent.width, extent.height) <= most) return extent;
  }
  throw UsageError(fmt::format("--size {}: expected WIDTHxHEIGHT in pixels, each from {} to {}, such as 1600x900", text,
                               least, most));
}

gpu::Extent PictureOptions::size() const {
  return picture_size(size_);
}

float PictureOptions::ui_scale() const {
  if (!ui_scale_) return usual_scale(size());
  if (!(*ui_scale_ >= 0.5 && *ui_scale_ <= 4))
    throw UsageError(fmt::format("--ui-scale {}: choose from 0.5 to 4", *ui_scale_));
  return static_cast<float>(*ui_scale_);
}

std::unique_ptr<Session> PictureOptions::session(const ViewState& view_state, bool presenter, bool predicts) {
  size();
  ui_scale();
  auto session = std::make_unique<Session>(&device_.device(), device_.execution());
  // Watch the shader files. A shader that does not compile then shows its error in the picture, instead of ending the
  // command.
  if (view_state.view == "shader" || view_state.focus == "shader") watch_shaders(*session);
  session->look.theme = theme_option(theme_);
  session->look.colormap = colormap_option(colormap_);
  session->look.presenter = presenter;
  workspace<RunTimer>(*session).predicts = predicts;
  ViewState shown = view_state;
  if (!device_.shader_directory().empty()) shown.shaders.clear();
  show(*session, shown);
  require_used_devices(std::array{&session->algorithm()}, device_.execution());
  return session;
}

std::unique_ptr<Session> PictureOptions::lesson_session(const Lesson& lesson) {
  ViewState first = lesson.steps.empty() ? ViewState{} : read_view_state(lesson.steps.front().show);
  first.view = "window";
  auto shown = session(first, true);
  workspace<LessonPlayer>(*shown).open(*shown, lesson);
  return shown;
}

}  // namespace texelsort::app
