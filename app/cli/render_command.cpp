#include <iterator>
#include <memory>
#include <optional>
#include <sstream>

#include <fmt/ranges.h>

#include "app/cli/commands.h"
#include "app/cli/common_options.h"
#include "app/cli/moment_options.h"
#include "app/race.h"
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
  DeviceOptions device;
  std::string size = "1600x900", theme = "dark", colormap = "viridis", output;
  double ui_scale = 1, fold = 1;
  bool presenter = false, measure = false;
  std::optional<std::uint64_t> hover;
  std::optional<std::uint64_t> launch, block, warp, instruction;
  std::vector<std::string> lanes;
  std::string clock;
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

/// Which threads of kernels are drawn.
void choose_threads(Session& session, const RenderOptions& options) {
  if (!options.launch && !options.block && !options.warp && !options.instruction) return;
  if (options.launch == std::uint64_t{0} || options.instruction == std::uint64_t{0}) {
    throw UsageError("--launch, --instruction: numbered from 1");
  }
  BlockChoice asked{.launch = options.launch.value_or(1) - 1,
                    .block = static_cast<unsigned>(options.block.value_or(0)),
                    .warp = static_cast<unsigned>(options.warp.value_or(0)),
                    .instruction = {}};
  if (options.instruction) asked.instruction = *options.instruction - 1;
  session.chosen_block = asked;
  const BlockRecording* block = session.block_recording();
  if (block == nullptr) {
    throw UsageError(
        "--launch, --block, --warp, --instruction: of a pass whose kernels the CPU executes, which this is not");
  }
  if (block->warps.empty()) throw UsageError("--launch, --block, --warp, --instruction: this pass launches no kernel");
  if (session.chosen_block == asked) return;
  throw UsageError(fmt::format(
      "--launch, --block, --warp, --instruction: launch {} of {} has blocks 0 to {} with warps 0 to {}, and warp {} has "
      "instructions 1 to {}",
      session.chosen_block.launch + 1, block->recording.launches.size(), block->launch().blocks - 1,
      block->warps.size() - 1, session.chosen_block.warp, block->warps[session.chosen_block.warp].instructions.size()));
}

/// Who runs in the lanes of a race, and how far they are: to --pass, or half way.
void set_race(Session& session, const RenderOptions& options, const Moment& moment) {
  if (moment.view != "race") {
    if (options.lanes.empty() && options.clock.empty()) return;
    throw UsageError("--lane, --clock: of a race, which --view race draws");
  }
  Race& race = session.race();
  const auto finish = [&race] {
    do {
      race.update(0, 1);
    } while (race.busy());
    if (!race.message().empty()) throw UsageError(race.message());
  };
  if (options.lanes.size() > Race::most - 1) {
    throw UsageError(fmt::format("--lane: up to {} beside the first, which -a names", Race::most - 1));
  }
  if (!options.lanes.empty()) race.keep_first();
  for (const std::string& text : options.lanes) {
    std::istringstream stream(text);
    const std::vector<std::string> words{std::istream_iterator<std::string>(stream), {}};
    if (words.empty()) throw UsageError("--lane: expected an algorithm, and NAME=VALUE for each of its parameters");
    const Entrant entrant{words.front(), parse_assignments({words.begin() + 1, words.end()})};
    if (!race.add(session, entrant)) throw UsageError("--lane " + race.message());
  }
  if (!options.clock.empty()) {
    const auto clock = find_race_clock(options.clock);
    if (!clock) throw UsageError(fmt::format("--clock {}: choose pass, bytes or time", options.clock));
    race.set_clock(*clock);
  }
  finish();
  const auto pass = moment.pass == "end" ? std::nullopt : data::parse_size(moment.pass);
  if (moment.pass == "end" || !race.end()) {
    race.to_end();
    finish();
  }
  if (pass) race.seek(race.lanes().front()->end_of(race.clock(), *pass));
  if (moment.pass.empty()) race.seek(0.5 * race.end().value_or(0));
  finish();
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
  const Part part = moment.view;
  const gpu::Extent size = parse_extent(options.size);
  const bool svg = options.output.size() > 4 && options.output.ends_with(".svg");
  if (svg && part != "network") throw UsageError("-o FILE.svg: only --view network can be drawn as SVG");
  if (options.ui_scale < 0.5 || options.ui_scale > 4) {
    throw UsageError(fmt::format("--ui-scale {}: choose from 0.5 to 4", options.ui_scale));
  }
  if (options.fold < 0 || options.fold > 1) {
    throw UsageError(fmt::format("--fold {}: choose from 0, the line of keys, to 1, the texture", options.fold));
  }
  const auto& algorithm = algorithms::find_algorithm(moment.algorithm);
  gpu::Device* device = svg ? options.device.device_for(algorithm) : &options.device.device();
  Session session(device);
  if (part == "shader") session.watch_shaders();  // a broken one is what is to be seen
  session.look.theme = theme_option(options.theme);
  session.look.colormap = colormap_option(options.colormap);
  session.look.presenter = options.presenter;
  session.set_fold(options.fold);
  show(session, moment);
  if (options.hover) session.hold_hover(pair_at(session, "--hover", *options.hover));
  choose_threads(session, options);
  set_race(session, options, moment);
  if (svg) {
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
  options->moment.add_view(*command);
  options->device.add_options(*command);
  const OptionGroup group(*command, "Picture");
  group.value("--size", "WxH", options->size, "pixels (default: 1600x900)");
  group.value("--theme", "THEME", options->theme, "dark or light", listed("dark, light"));
  group.value("--colormap", "NAME", options->colormap, "viridis or cividis", listed("viridis, cividis"));
  group.value("--ui-scale", "FACTOR", options->ui_scale, "size of text and widgets, 0.5 to 4");
  group.flag("--presenter", options->presenter, "presenter mode: one view and its claim, large");
  group.flag("--measure", options->measure, "measure first, so that the timing panel has bars");
  group.value("--hover", "INDEX", options->hover, "as if the mouse rested on this index");
  group.value("--fold", "POSITION", options->fold, "fold: from 0, the line of keys, to 1, the texture (default: 1)");
  group.value("--launch", "LAUNCH", options->launch, "threads, words: of the pass's launches, from 1 (default: 1)");
  group.value("--block", "BLOCK", options->block, "threads, words: of the launch's blocks, from 0 (default: 0)");
  group.value("--warp", "WARP", options->warp, "threads, words: of the block's warps, from 0 (default: 0)");
  group.value("--instruction", "PLACE", options->instruction,
              "threads, words: of the warp's instructions, from 1 (default: the one that wastes most)");
  group
      .value("--lane", "RUNNER", options->lanes,
             "race: who runs beside -a's algorithm, \"ID\" or \"ID NAME=VALUE ...\"; once for each")
      ->allow_extra_args(false);
  group.value("--clock", "CLOCK", options->clock, "race: lanes are level by pass, bytes or time (default: pass)",
              listed("pass, bytes, time"));
  group.value("-o,--output", "FILE", options->output, "PNG file; with --view network also SVG")->required();
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
      "  texelsort render -n 256 -a bitonic/fused --view race --lane bitonic/grouped-quads --clock bytes -o race.png");
  command->callback([options] { render(*options); });
}

}  // namespace texelsort::app
