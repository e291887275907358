#include <algorithm>
#include <bit>
#include <span>

#include <fmt/format.h>

#include "compute/algorithms/arrays/shader_keys.h"
#include "compute/algorithms/networks/fused_arrays.h"
#include "compute/algorithms/networks/network_algorithm.h"
#include "compute/algorithms/networks/step_shader.h"

namespace texelsort::algorithms {
namespace {

struct FusedSettings {
  /// Means by which fragments write texels: to render targets, or by image stores.
  enum class Writes : std::uint8_t { targets, images };
  std::uint64_t steps = 32;   ///< maximum number of steps per pass
  std::uint64_t targets = 8;  ///< number of texels that a fragment writes
  Writes writes = Writes::targets;
  bool operator==(const FusedSettings&) const = default;
};

/// Change of direction before the first step, between two steps or after the last step. The change complements the keys
/// whose index has an odd number of the bits of `flip` set, or an even number if `reversed`.
using FusedTurn = FusedDirection;

bool is_odd(std::uint64_t bits) {
  return (std::popcount(bits) & 1) != 0;
}

FusedTurn turn_between(const FusedDirection& from, const FusedDirection& to) {
  return {from.flip ^ to.flip, from.reversed != to.reversed};
}

bool differs_between_fragments(const FusedTurn& turn, const FusedLayout& layout) {
  return (turn.flip & ~layout.held()) != 0;
}

/// Visits the steps in order. Calls turn(t) for each change of direction, and step(i) for each step.
template <class Turn, class Visit>
void for_each_turn_and_step(const std::vector<FusedStep>& steps, Turn&& turn, Visit&& step) {
  FusedDirection present;
  const auto turn_to = [&](const FusedDirection& next) {
    if (!(next == present)) turn(turn_between(present, next));
    present = next;
  };
  for (const FusedStep& one : steps) {
    turn_to(one.direction);
    step(one);
  }
  turn_to({});
}

/// Returns the text of the macro call TURN(layers, channels, reversed, fragment) for fused.frag.
std::string turn_text(const FusedTurn& turn, const FusedLayout& layout, std::size_t& found) {
  std::uint32_t layers = 0;
  for (std::size_t j = 0; j < layout.target_bits.size(); ++j) {
    if (is_odd(layout.element(1u << j) & turn.flip)) layers |= 1u << j;
  }
  const std::string fragment = differs_between_fragments(turn, layout) ? fmt::format("odd_turn({})", found++) : "0u";
  return fmt::format("TURN({}, {}, {}, {}) ", layers, turn.flip & 3, turn.reversed ? 1 : 0, fragment);
}

std::string exchange_text(const FusedStep& step) {
  static constexpr const char* flips[] = {"flip_none", "flip_low", "flip_high", "flip_both"};
  const char* channels = flips[step.flips & 3];
  if (const std::uint32_t layers = step.flips >> 2; layers != 0) {
    return fmt::format("ACROSS({}, {}, {}) ", std::bit_floor(layers), layers, channels);
  }
  return fmt::format("WITHIN({}, {}) ", channels, step.flips == 1 ? "pick_low" : "pick_high");
}

std::string exchange_steps_text(const FusedPass& pass) {
  std::string text;
  std::size_t found = 0;
  for_each_turn_and_step(
      pass.steps, [&](const FusedTurn& turn) { text += turn_text(turn, pass.layout, found); },
      [&](const FusedStep& step) { text += exchange_text(step); });
  return text;
}

/// Returns whether four consecutive comparisons compare the same two texels word by word. The four then are one
/// comparison of whole texels.
bool compares_texels(std::span<const FusedWindow::Comparison> four) {
  if (four.size() < 4 || four[0].smaller % 4 != 0 || four[0].larger % 4 != 0) return false;
  for (std::uint32_t c = 1; c < 4; ++c) {
    if (four[c].smaller != four[0].smaller + c || four[c].larger != four[0].larger + c) return false;
  }
  return true;
}

std::string window_steps_text(const FusedWindow& window) {
  static constexpr char channel[] = "xyzw";
  std::string text;
  for (const auto& step : window.steps) {
    for (std::span<const FusedWindow::Comparison> left(step); !left.empty();) {
      const auto [smaller, larger] = left.front();
      if (compares_texels(left)) {
        text += fmt::format("TEXELS({}, {}) ", smaller / 4, larger / 4);
        left = left.subspan(4);
      } else {
        text +=
            fmt::format("WORDS({}, {}, {}, {}) ", smaller / 4, channel[smaller % 4], larger / 4, channel[larger % 4]);
        left = left.subspan(1);
      }
    }
  }
  return text;
}

/// Returns the source text of fused.frag that reads the texels of other fragments, group by group.
std::string reads_text(const FusedWindow& window) {
  std::string text;
  for (std::size_t g = 1; g < window.groups.size(); ++g) {
    text += fmt::format("GROUP({}, {}) ", g - 1, window.groups[g] < 0 ? "0u" : "~0u");
    for (std::size_t i = 0; i < window.texels.size(); ++i) {
      if (window.texels[i].group == g) text += fmt::format("READ({}, {}) ", i, window.texels[i].layer);
    }
  }
  return text;
}

/// Returns the changes of direction that depend on the fragment's position. Fragments compute the parity of each, in
/// the order of the shader array turn_flip.
std::vector<FusedTurn> fragment_turns(const FusedPass& pass) {
  std::vector<FusedTurn> turns;
  for_each_turn_and_step(
      pass.steps,
      [&](const FusedTurn& turn) {
        if (differs_between_fragments(turn, pass.layout)) turns.push_back(turn);
      },
      [](const FusedStep&) {});
  return turns;
}

/// Returns the defines of shaders/networks/fused.frag for an exchange or a window of n elements, without the defines
/// for keys and targets.
gpu::Defines fused_defines(const FusedPass& pass, std::uint64_t n) {
  gpu::Defines defines;
  if (pass.form == FusedForm::window) {
    defines["STEPS"] = window_steps_text(*pass.window);
    if (pass.window->groups.size() > 1) {
      defines["HELD"] = std::to_string(pass.window->texels.size());
      defines["GROUPS"] = std::to_string(pass.window->groups.size() - 1);
      defines["READS"] = reads_text(*pass.window);
    }
    return defines;
  }
  defines["STEPS"] = exchange_steps_text(pass);
  const bool directed = std::ranges::any_of(pass.steps, [](const FusedStep& s) { return s.direction != FusedTurn{}; });
  if (directed && n < std::uint64_t{1} << pass.layout.index_bits) defines["CUT"] = "1";
  if (const auto turns = fragment_turns(pass); !turns.empty()) defines["TURNS"] = std::to_string(turns.size());
  return defines;
}

/// Returns the uniforms of fused.frag, without the uniforms of the arrays.
std::vector<gpu::Uniform> fused_uniforms(const FusedPass& pass, std::uint64_t n) {
  std::vector<gpu::Uniform> uniforms{{"n", static_cast<std::uint32_t>(n)}};
  if (pass.window) {
    uniforms.push_back(
        {"group_offset", std::vector<std::uint32_t>(pass.window->groups.begin() + 1, pass.window->groups.end())});
    uniforms.push_back({"fence_mask", static_cast<std::uint32_t>(~(pass.window->fence - 1))});
  }
  std::vector<std::uint32_t> flips;
  for (const FusedTurn& turn : fragment_turns(pass)) flips.push_back(static_cast<std::uint32_t>(turn.flip));
  uniforms.push_back({"turn_flip", std::move(flips)});
  return uniforms;
}

class FusedRun final : public NetworkRunOn<FusedArrays> {
 public:
  FusedRun(const NetworkStart& start, FusedPlan plan, unsigned log2_targets, bool images)
      : NetworkRunOn(start, Backend::fragment, plan.schedule, *start.device, *start.problem, plan.index_bits,
                     log2_targets, images),
        passes_(std::move(plan.passes)) {
    gpu::Defines defines = key_defines(problem().type(), problem().order, problem().payload);
    defines["TARGET_BITS"] = std::to_string(log2_targets);
    if (images) defines["IMAGES"] = "1";
    // Programs are compiled before the first pass, so that no pass time includes a compilation.
    for (std::size_t i = 0; i < passes_.size(); ++i) {
      Drawing& drawing = drawings_.emplace_back();
      if (passes_[i].form == FusedForm::search) {
        const network::Step& step = *plan.schedule->passes[i].steps.front();
        drawing.search.emplace(*start.device, "networks/fused_search.frag", defines, step, n(), arrays_.plain_extent());
      } else {
        gpu::Defines all = fused_defines(passes_[i], n());
        all.merge(gpu::Defines(defines));
        drawing.program = &start.device->draw_program("common/fullscreen.vert", "networks/fused.frag", all);
      }
    }
  }

 private:
  /// Means of executing a pass: either a program, or a draw that searches partners. The other member is null.
  struct Drawing {
    const gpu::Program* program = nullptr;
    std::optional<StepDraw> search{};
  };

  void execute(const NetworkPass& pass) override {
    const std::size_t i = pass.header.index;
    gpu::DrawCall call;
    if (drawings_[i].search) {
      drawings_[i].search->bind(call);
    } else {
      call.program = drawings_[i].program;
      call.uniforms = fused_uniforms(passes_[i], n());
    }
    arrays_.draw(std::move(call), passes_[i]);
  }

  Counters count(const NetworkPass& pass) const override {
    const FusedPass& fused = passes_[pass.header.index];
    Counters counters;
    counters.draws = counters.quads = 1;
    counters.invocations = std::uint64_t{arrays_.extent().width} * arrays_.extent().height;
    counters.comparators = comparators(pass);
    const std::uint64_t words = FusedArrays::planes(problem().type(), problem().payload);
    const std::uint64_t written = counters.invocations * arrays_.layers();
    counters.elements_read = fused.window ? counters.invocations * fused.window->texels.size() * words : written;
    // A search reads the partner of each element separately.
    if (fused.form == FusedForm::search) counters.elements_read += 2 * counters.comparators * words;
    counters.bytes = (counters.elements_read + written) * gpu::ArrayTexture::texel_bytes;
    return counters;
  }
  std::vector<Quad> quads(const NetworkPass&) const override {
    return {{{0, 0, arrays_.plain_extent().width, arrays_.plain_extent().height}, Role::decide}};
  }

  std::vector<FusedPass> passes_;
  std::vector<Drawing> drawings_;
};

const SettingsTable<FusedSettings>& fused_settings() {
  using S = FusedSettings;
  static const SettingsTable<S> table({
      field(
          &S::steps, "steps", "steps", IntegerRange{1, 32}, std::nullopt,
          "Maximum compare-and-swap steps per pass. With 32 keys per fragment, a pass can sort them in 5 stages (15 "
          "steps). Later passes have 3 to 5 steps; comparisons of neighbours have up to 32. Default: as many as fit."),
      field(&S::targets, "targets", "texels", PowersOfTwo{2, FusedArrays::most_stores}, std::nullopt,
            "Texels that a fragment writes, each with 4 words of keys or payload. OpenGL 3.3 guarantees 8 render "
            "targets (GL_MAX_DRAW_BUFFERS)."),
      field(&S::writes, "writes", "", Choices{{"targets", "images"}}, S::Writes::targets,
            "Method that writes these texels. targets: render targets. images: image stores (OpenGL 4.3), which bypass "
            "the units that write render targets. Default: images on GPUs that support them."),
  });
  return table;
}

std::unique_ptr<Run> start_fused(const NetworkStart& start, const FusedSettings& settings) {
  const ProblemForm form = start.problem->form();
  const unsigned log2_targets = FusedArrays::log2_layers(settings.targets, form.type, form.payload).value();
  FusedPlan plan = plan_fused(*start.schedule, log2_targets, settings.steps, start.device->info().short_programs);
  return std::make_unique<FusedRun>(start, std::move(plan), log2_targets,
                                    settings.writes == FusedSettings::Writes::images);
}

class Fused final : public NetworkAlgorithm<FusedSettings> {
 public:
  explicit Fused(const network::Family& family)
      : NetworkAlgorithm(
            family,
            {.id = "fused",
             .title = "fused steps",
             .summary = "Draws one full-screen quad for several steps. A fragment reads all keys that these steps "
                        "compare with one another, four per texel, exchanges them in registers, and writes them to "
                        "several render targets or by image stores. If partners are outside the fragment's keys "
                        "(odd-even merge, transposition, pairwise), it reads and computes more than it writes. Listed "
                        "comparators are fused only while one fragment holds all keys. Needs two arrays of the next "
                        "power of two of n, and a third while it is shown.",
             .citation = {"N. Govindaraju", "Sorting and Searching", "slides, Microsoft", 0,
                          "more than one compare and swap per sort kernel invocation"},
             .backend = Backend::fragment,
             .form_sizes = {70'001}},
            fused_settings(), start_fused) {}

 protected:
  std::optional<std::string> refusal(const gpu::DeviceInfo* device, const ProblemForm& form,
                                     const FusedSettings& settings) const override {
    const std::uint64_t n = form.n, targets = settings.targets;
    if (settings.writes == FusedSettings::Writes::images) {
      if (!has_images(*device)) {
        return fmt::format("writes = images needs OpenGL 4.3, but this device has {}.{}: choose writes = targets",
                           device->major, device->minor);
      }
    } else if (const auto most = std::min(device->max_draw_buffers, FusedArrays::most_targets); targets > most) {
      return fmt::format("targets = {} is beyond this device's limit of {} render targets: choose fewer", targets,
                         most);
    }
    const unsigned planes = FusedArrays::planes(form.type, form.payload);
    if (!FusedArrays::log2_layers(targets, form.type, form.payload)) {
      return fmt::format("{} words per element need {} render targets, but targets = {}", planes,
                         std::bit_ceil(2 * planes), targets);
    }
    constexpr std::uint64_t most = std::uint64_t{1} << 31;  // shaders use 32-bit places
    if (n > most) return fmt::format("n = {} is beyond this method's limit of 2^31 keys: choose a smaller n", n);
    // Views need one texel per key. The layers are smaller.
    const std::uint64_t extent = device->max_texture_extent;
    if (std::bit_ceil(n) > std::bit_floor(extent) * std::bit_floor(extent)) {
      return fmt::format("n = {} is beyond this device's limit of {} x {} = {} texels: choose a smaller n", n, extent,
                         extent, extent * extent);
    }
    return std::nullopt;
  }

  FusedSettings tuned(const gpu::DeviceInfo* device, const ProblemForm& form,
                      const Given<FusedSettings>& given) const override {
    using Writes = FusedSettings::Writes;
    const std::uint32_t most =
        device == nullptr ? FusedArrays::most_targets
                          : std::clamp(std::bit_floor(device->max_draw_buffers), 2u, FusedArrays::most_targets);
    // On an H200, render-target units write 50 GB/s, and image stores several times as much.
    bool images = device != nullptr && !device->software && has_images(*device);
    if (const auto writes = given.value(&FusedSettings::writes)) {
      images = *writes == Writes::images;
    } else if (device != nullptr && has_images(*device)) {
      images = images || given.value(&FusedSettings::targets).value_or(0) > most;
    }
    if (!images) return {.targets = most, .writes = Writes::targets};
    // A pass on a small input lasts as long as its launch, and large programs compile slowly.
    constexpr std::uint64_t few = 1 << 16;
    const bool small = form.n < few || (device != nullptr && device->software);
    return {.targets = small ? 8u : 32u, .writes = Writes::images};
  }

 private:
  static bool has_images(const gpu::DeviceInfo& device) { return device.stores_images; }
};

}  // namespace

std::unique_ptr<Algorithm> make_fused_method(const network::Family& family) {
  return std::make_unique<Fused>(family);
}

}  // namespace texelsort::algorithms
