// Fragment passes of a script.
#include <algorithm>
#include <deque>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "compute/algorithms/networks/blend_probe.h"
#include "compute/algorithms/scripted/bound_draw.h"
#include "compute/algorithms/scripted/key_textures.h"
#include "compute/algorithms/scripted/scripted_run.h"
#include "compute/data/error.h"

namespace texelsort::algorithms::scripted {
namespace {

/// Fragment sorts have no buffers.
struct NoBuffers final : ClaimBuffers {
  bool has(const std::string&) const override { return false; }
  std::vector<std::uint64_t> before(const std::string&) const override { return {}; }
  std::vector<std::uint64_t> after(const std::string& name) const override {
    throw InternalError("a fragment sort has no buffer " + name);
  }
};

class ScriptedFragmentRun final : public ScriptedRun<Run> {
 public:
  ScriptedFragmentRun(gpu::Device& device, const std::shared_ptr<const Problem>& problem,
                      std::shared_ptr<const ScriptPlan> script_plan)
      : ScriptedRun(std::move(script_plan), problem, std::make_unique<GlPassTimer>(device)),
        device_(device),
        textures_(device, *problem, uses_signed_keys(device, *problem, plan())) {
    add_planned_passes();
    rewind();
  }

  std::vector<View> views() const override { return textures_.views(); }
  data::State read(std::uint64_t first, std::uint64_t count) const override { return textures_.read(first, count); }
  std::optional<std::string> find_guard_damage() const override { return textures_.find_guard_damage(); }
  KeyPlace key_place(std::uint64_t i) const override {
    const std::uint64_t width = textures_.extent().width;
    return {.holder = KeyPlace::Holder::texture, .x = i % width, .y = i / width};
  }

 private:
  /// Data of a snapshot in addition to keys and payload.
  struct Saved {
    std::vector<script::Value> answers;
    std::optional<std::uint64_t> count;
    std::vector<std::string> drawn;
    std::optional<data::State> back;  ///< textures keys_out and payload_out
  };

  /// Returns whether the keys lie in a texture of signed integers, which the shaders of the first pass decide.
  static bool uses_signed_keys(gpu::Device& device, const Problem& problem, const ScriptPlan& plan) {
    return problem.type() == data::KeyType::i32 && !plan.passes.empty() &&
           BoundDraw::uses_signed_integers(device, *plan.description, *plan.passes.front());
  }

  Pass pass_of(const std::shared_ptr<const PassCall>& call) override {
    const auto bound = std::make_shared<const BoundDraw>(device_, *plan().description, call, problem(), textures_);
    if (call->blend != gpu::Blend::none && !std::exchange(keys_can_be_blended_, true)) {
      if (const auto reason = refused_key(problem().keys, blend_faults(device_))) {
        throw UsageError(script().at(call->line, fmt::format("pass: blend: {}", *reason)));
      }
    }
    Pass pass = described_pass(call, std::make_shared<const NoBuffers>());
    pass.execute = [this, bound] { execute_draws(*bound); };
    pass.cost = [this, bound] { return cost(*bound); };
    pass.quads = [bound] { return quads_of(*bound); };
    return pass;
  }

  /// Copies the front of each texture to its back where the next pass or the swap after it needs its texels. Texels
  /// that earlier passes without a swap have drawn stay.
  void prepare_back(const BoundDraw& bound) {
    copied_bytes_ = 0;
    for (const std::string& name : textures_.front_names()) {
      const std::string back = name + "_out";
      if (std::ranges::find(drawn_, back) != drawn_.end()) continue;
      const bool is_target = std::ranges::find(bound.targets(), back) != bound.targets().end();
      if (is_target ? !bound.keeps_texels() : !bound.call().swap) continue;
      textures_.copy_to_back(name);
      copied_bytes_ += 2 * textures_.texels() * gpu::texel_bytes(textures_.find(name)->format());
    }
  }

  void execute_draws(const BoundDraw& bound) {
    prepare_back(bound);
    if (bound.call().count) {
      counted_ = 0;
      restored_count_ = 0;
    }
    for (const gpu::Rect& rectangle : bound.rectangles()) {
      if (bound.call().instances == 0) break;  // nothing is drawn, so that a query would have no result
      gpu::DrawCall call = bound.draw_call(textures_, rectangle);
      if (bound.targets().empty()) draw_nothing(call);
      if (bound.call().count) {
        if (counted_ == counters_.size()) counters_.emplace_back();
        call.counter = &counters_[counted_++];
      }
      device_.executor().draw(call);
    }
    if (bound.call().swap) {
      textures_.swap();
      drawn_.clear();
      return;
    }
    for (const std::string& name : bound.targets()) {
      if (std::ranges::find(drawn_, name) == drawn_.end()) drawn_.push_back(name);
    }
  }

  /// Lets a draw write nothing.
  void draw_nothing(gpu::DrawCall& call) {
    if (device_.info().stores_images) {
      call.nothing = textures_.extent();
      return;
    }
    // Without draws that have no attachments, a texture is attached that the draw does not write.
    if (blank_.id() == 0) blank_ = gpu::Texture(textures_.extent(), gpu::TexelFormat::rgba8, "never written");
    call.targets = {&blank_};
    call.channels = {false, false, false, false};
  }

  static std::vector<Quad> quads_of(const BoundDraw& bound) {
    const gpu::Blend blend = bound.call().blend;
    const Role role = blend == gpu::Blend::minimum   ? Role::minimum
                      : blend == gpu::Blend::maximum ? Role::maximum
                                                     : Role::decide;
    std::vector<Quad> quads;
    for (const gpu::Rect& rectangle : bound.rectangles()) quads.push_back({rectangle, role});
    return quads;
  }

  Counters cost(const BoundDraw& bound) const {
    const PassCall& call = bound.call();
    Counters counters{.draws = bound.rectangles().size(),
                      .quads = bound.rectangles().size() * call.instances,
                      .comparators = comparators_of(call)};
    // An own vertex shader decides which texels it covers, so that these numbers are upper bounds then.
    for (const gpu::Rect& rectangle : bound.rectangles()) {
      counters.invocations += std::uint64_t{rectangle.width} * rectangle.height;
    }
    const auto texel_bytes = [this](const std::string& name) {
      return gpu::texel_bytes(textures_.find(name)->format());
    };
    // A fragment reads its own texel, and for each comparator that of the partner.
    const std::uint64_t fetched = counters.invocations + 2 * counters.comparators;
    for (const std::string& name : bound.sources()) {
      counters.elements_read += fetched;
      counters.bytes += fetched * texel_bytes(name);
    }
    for (const std::string& name : bound.targets()) counters.bytes += counters.invocations * texel_bytes(name);
    counters.bytes += copied_bytes_;
    if (call.bytes) counters.bytes = *call.bytes;
    return counters;
  }

  /// Returns the fragments that passed in the last pass with `count`. Null if there was none.
  std::optional<std::uint64_t> last_count() const {
    if (!restored_count_) return std::nullopt;
    return std::accumulate(counters_.begin(), counters_.begin() + static_cast<std::ptrdiff_t>(counted_),
                           *restored_count_,
                           [](std::uint64_t sum, const gpu::SampleCounter& counter) { return sum + counter.read(); });
  }

  script::Value answer(const script::Request& request) const override {
    if (request.name == "read_count") {
      if (!request.arguments.empty()) refuse(request.line, "read_count: expects no arguments");
      const auto count = last_count();
      if (!count) refuse(request.line, "read_count: no pass with count = true precedes it");
      return *count;
    }
    return read_words(
        request, "texture", textures_.front_names(),
        [this](const std::string& name) { return textures_.word_count(name); },
        [this](const std::string& name, std::uint64_t first, std::uint64_t count) {
          return textures_.words(name, first, count);
        });
  }

  void load(const data::StateView& state) override { textures_.load(state); }
  void forget() override {
    ScriptedRun::forget();
    drawn_.clear();
    counted_ = 0;
    restored_count_.reset();
  }
  void save_more(Snapshot& snapshot) const override {
    Saved saved{progress().answers(), last_count(), drawn_, {}};
    if (!drawn_.empty()) saved.back = textures_.read_back();
    snapshot.decisions = std::make_shared<const Saved>(std::move(saved));
  }
  void restore_more(const Snapshot& snapshot) override {
    if (snapshot.passes_done == 0) return;
    const auto& saved = *std::static_pointer_cast<const Saved>(snapshot.decisions);
    restored_count_ = saved.count;
    drawn_ = saved.drawn;
    if (saved.back) textures_.load_back(*saved.back);
    if (decides()) progress().restore(snapshot.passes_done, saved.answers);
  }

  gpu::Device& device_;
  KeyTextures textures_;
  std::vector<std::string> drawn_;  ///< back textures that passes have drawn since the last swap
  std::uint64_t copied_bytes_ = 0;  ///< bytes that copies before the last pass read and wrote
  std::deque<gpu::SampleCounter> counters_;
  std::size_t counted_ = 0;  ///< counters of the last pass with `count`
  /// count without that of the counters: 0, or that of a snapshot. Null if no pass has counted.
  std::optional<std::uint64_t> restored_count_;
  gpu::Texture blank_;                ///< made on first use
  bool keys_can_be_blended_ = false;  ///< true once the keys have been tested
};

}  // namespace

std::unique_ptr<Run> make_fragment_run(gpu::Device& device, std::shared_ptr<const Problem> problem,
                                       std::shared_ptr<const ScriptPlan> plan) {
  return std::make_unique<ScriptedFragmentRun>(device, std::move(problem), std::move(plan));
}

}  // namespace texelsort::algorithms::scripted
