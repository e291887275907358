#include <memory>
#include <optional>

#include <fmt/ranges.h>

#include "app/cli/classroom_options.h"
#include "app/cli/commands.h"
#include "app/cli/common_options.h"
#include "app/cli/moment_options.h"
#include "app/session_file.h"
#include "app/window/offscreen.h"
#include "app/window/png.h"
#include "compute/algorithms/registry.h"
#include "compute/data/error.h"
#include "compute/data/files.h"
#include "compute/data/number.h"
#include "compute/network/analysis.h"
#include "compute/network/drawing.h"
#include "compute/network/generators.h"

namespace texelsort::app {

namespace {

struct RenderOptions {
  MomentOptions moment;
  ClassroomOptions classroom;
  DeviceOptions device;
  std::string size = "1600x900", theme = "dark", colormap = "viridis", output;
  double ui_scale = 1;
  bool presenter = false, measure = false;
  std::optional<std::uint64_t> hover;
};

gpu::Extent parse_extent(const std::string& text) {
  const auto number = [](const std::string& part) { return data::read_number<std::uint32_t>(part).value_or(0); };
  constexpr std::uint32_t least = 160, most = 16384;
  if (const auto cross = text.find('x'); cross != std::string::npos) {
    const gpu::Extent extent{number(text.substr(0, cross)), number(text.substr(cross + 1))};
    if (std::min(extent.width, extent.height) >= least && std::max(extent.width, extent.height) <= most) return extent;
  }
  throw UsageError(fmt::format("--size {}: expected WIDTHxHEIGHT in pixels, each from {} to {}, such as 1600x900", text,
                               least, most));
}

void measure(Session& session) {
  session.measure();
  while (session.measuring()) session.update(0);
  if (!session.message().empty()) throw InternalError(session.message());
}

void write_svg(const Session& session, const std::string& path) {
  const network::Family* family = session.algorithm().network();
  if (family == nullptr) {
    throw UsageError(path + ": " + session.algorithm().info().id +
                     " is no comparator network, and only those are drawn");
  }
  const auto network = family->generate(session.problem().n());
  network::SvgOptions svg;
  const auto& keys = session.problem().keys;
  for (std::uint64_t i = 0; i < session.problem().n(); ++i) svg.values.push_back(data::text(keys, i));
  if (const auto* record = session.player().record()) svg.highlighted_pass = record->header.index;
  data::write_file_atomically(path, network::draw_svg(network, svg));
}

void render(RenderOptions& options) {
  const Moment moment = options.moment.moment();
  const ClassroomStart classroom = options.classroom.start(options.moment.any());
  const Part part = moment.view;
  const gpu::Extent size = parse_extent(options.size);
  const bool svg = options.output.size() > 4 && options.output.ends_with(".svg");
  if (svg && part != "network") throw UsageError("-o FILE.svg: only --view network can be drawn as SVG");
  if (options.ui_scale < 0.5 || options.ui_scale > 4) {
    throw UsageError(fmt::format("--ui-scale {}: choose from 0.5 to 4", options.ui_scale));
  }
  const auto& algorithm = algorithms::find_algorithm(moment.algorithm);
  gpu::Device* device = svg ? options.device.device_for(algorithm) : &options.device.device();
  Session session(device);
  if (part == "shader" || moment.focus == "shader") session.watch_shaders();  // a broken one is what is to be seen
  session.look.theme = theme_option(options.theme);
  session.look.colormap = colormap_option(options.colormap);
  session.look.presenter = options.presenter;
  session.predicts = options.measure || part == "timing";
  show(session, moment);
  begin(session, classroom);
  if (options.hover) session.hold_hover(pair_at(session, "--hover", *options.hover));
  if (is_session_file(options.output)) {
    save_session(session, options.output);
  } else if (svg) {
    write_svg(session, options.output);
  } else {
    if (options.measure || part == "timing") measure(session);
    write_png(options.output, render_window(*device, session, size, static_cast<float>(options.ui_scale), part));
  }
  fmt::print("{}\n", options.output);
}

}  // namespace

void add_render_command(CLI::App& app) {
  auto options = std::make_shared<RenderOptions>();
  auto* command =
      app.add_subcommand("render", "Draw the window or one view of any pass to a picture, without a display");
  options->moment.add_options(*command, "half of them");
  options->classroom.add_options(*command);
  options->device.add_options(*command);
  const OptionGroup group(*command, "Picture");
  group.value("--size", "WxH", options->size, "pixels (default: 1600x900)");
  group.value("--theme", "THEME", options->theme, "dark or light", listed("dark, light"));
  group.value("--colormap", "NAME", options->colormap, "viridis or cividis", listed("viridis, cividis"));
  group.value("--ui-scale", "FACTOR", options->ui_scale, "size of text and widgets, 0.5 to 4");
  group.flag("--presenter", options->presenter, "presenter mode: one view and its claim, large");
  group.flag("--measure", options->measure, "measure first, so that the timing panel has bars");
  group.value("--hover", "INDEX", options->hover, "as if the mouse rested on this index");
  group
      .value("-o,--output", "FILE", options->output,
             "PNG file; with --view network also SVG; FILE.texelsort keeps the moment")
      ->required();
  command->footer(
      "Examples:\n"
      "  texelsort render -o window.png\n"
      "  texelsort render -n 64 --pass 12 --pin 21 --theme light -o step.png\n"
      "  texelsort render photo.jpg --view texture --pass end --size 1920x1080 -o sorted.png\n"
      "  texelsort render -n 16 --view network -o network.svg\n"
      "  texelsort render -k 2 --view bits --pass end -o bits.png\n"
      "  texelsort render -n 4096 -a select/histogram@compute --median --view histogram -o digits.png\n"
      "  texelsort render -n 64 -a radix/grs@compute -p digit=2 -p tile=16 --view digits --pass 3 -o scatter.png\n"
      "  texelsort render -n 12 --payload record:3 --layout hybrid -a std/sort@cpu --view records -o records.png\n"
      "  texelsort render -n 64 -a merge/multiway@cpu --sequences 4 --view sequences --pass 8 -o merge.png\n"
      "  texelsort render -n 256 -a sample/randomized@compute --view buckets --pass end -o buckets.png\n"
      "  texelsort render -n 64 -a quick/parallel@cuda --view parts --pass 2 -o counts.png\n"
      "  texelsort render -n 64 --view fold --pass 17 --fold 0.5 -o fold.png\n"
      "  texelsort render -n 1024 -a merge/warpsort@cuda --view threads --pass 1 --warp 2 -o threads.png\n"
      "  texelsort render -n 4096 -a radix/onesweep@cuda --view words --pass 1 -o words.png\n"
      "  texelsort render --lesson radix-sort --step 3 --presenter -o step.png\n"
      "  texelsort render -n 256 -a bitonic/fused --view race --lane bitonic/grouped-quads --clock bytes -o race.png");
  command->callback([options] { render(*options); });
}

}  // namespace texelsort::app
