#include "app/cli/options/picture_options.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "app/problem/option_group.h"
#include "app/session/options/view_state_options.h"
#include "app/session/run_timer.h"
#include "app/session/shader_watch.h"
#include "compute/algorithms/registry.h"
#include "compute/data/error.h"
#include "compute/data/text/number.h"

namespace texelsort::app {

namespace {

/// Reads one position from a list of passes, such as "3" or "end". Throws UsageError for other text.
std::uint64_t one_pass(const std::string& list, const std::string& text, std::uint64_t total) {
  if (text == "end") return total;
  const auto number = data::parse_size(text);
  if (!number) {
    throw UsageError(fmt::format("--passes {}: expected numbers of passes, such as 1-6 or 0,3,5-end", list));
  }
  if (*number > total) {
    throw UsageError(fmt::format("--passes {}: this run has passes 0 (the input) to {}", list, total));
  }
  return *number;
}

}  // namespace

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
  group.value("--ui-scale", "FACTOR", ui_scale_, "size of text and widgets, 0.5 to 4 (default: 1)");
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
  if (!(ui_scale_ >= 0.5 && ui_scale_ <= 4))
    throw UsageError(fmt::format("--ui-scale {}: choose from 0.5 to 4", ui_scale_));
  return static_cast<float>(ui_scale_);
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

std::vector<std::uint64_t> chosen_passes(Session& session, const std::string& list, std::uint64_t first,
                                         std::uint64_t most) {
  // Execute the run to its end, because some runs know their number of passes only then.
  if (!session.player().total()) seek_to(session, "end");
  const std::uint64_t total = session.player().total().value_or(session.player().position());
  std::vector<std::uint64_t> passes;
  const auto add = [&](std::uint64_t low, std::uint64_t high) {
    if (low > high)
      throw UsageError(fmt::format("--passes {}: {} is larger than {}, so the range is empty", list, low, high));
    if (high - low >= most - std::min<std::uint64_t>(most, passes.size())) {
      throw UsageError(fmt::format("one file of this size cannot contain {} passes: choose at most {} with --passes",
                                   high - low + 1 + passes.size(), most));
    }
    for (std::uint64_t pass = low; pass <= high; ++pass) passes.push_back(pass);
  };
  if (list.empty()) {
    add(std::min(first, total), total);
    return passes;
  }
  for (std::size_t at = 0; at <= list.size();) {
    const std::size_t comma = std::min(list.find(',', at), list.size());
    const std::string range = list.substr(at, comma - at);
    const std::size_t dash = range.find('-');
    add(one_pass(list, range.substr(0, dash), total),
        one_pass(list, dash == std::string::npos ? range : range.substr(dash + 1), total));
    at = comma + 1;
  }
  return passes;
}

std::string title_of_state(Session& session) {
  const std::string& id = session.algorithm().info().id;
  const algorithms::PassRecord* record = session.player().record();
  if (record == nullptr) return id + ", input";
  const algorithms::PassHeader& header = record->header;
  return fmt::format("{}, pass {}: {}, {}", id, header.index + 1, header.stage, header.label);
}

}  // namespace texelsort::app
