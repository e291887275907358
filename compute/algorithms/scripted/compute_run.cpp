// Compute passes of a script.
#include "compute/algorithms/arrays/compute_run.h"

#include <algorithm>
#include <array>
#include <map>

#include <fmt/format.h>

#include "compute/algorithms/scripted/bound_pass.h"
#include "compute/algorithms/scripted/scripted_run.h"
#include "compute/data/error.h"

namespace texelsort::algorithms::scripted {
namespace {

class ScriptedComputeRun final : public ScriptedRun<ComputeRun> {
 public:
  ScriptedComputeRun(gpu::Device& device, const std::shared_ptr<const Problem>& problem,
                     std::shared_ptr<const ScriptPlan> script_plan)
      : ScriptedRun(std::move(script_plan), device, problem) {
    if (plan().description->records()) {
      names_ = {"records", "records_out"};
      const std::uint64_t bytes = n() * plan().description->records()->words * sizeof(std::uint32_t);
      for (std::size_t side = 0; side < 2; ++side) records_[side] = &add_table(bytes, names_[side]);
      mirror_ = &arrays().front();
    } else {
      names_ = {"keys", "keys_out"};
      if (problem->payload != data::PayloadKind::none) names_.insert(names_.end(), {"payload", "payload_out"});
    }
    for (const BufferSpec& spec : plan().buffers) {
      buffers_.emplace(spec.name, Buffer{spec, &add_table(4 * spec.words, spec.name)});
      names_.push_back(spec.name);
    }
    tables_ = std::make_shared<Tables>(*this);
    add_planned_passes();
    rewind();
  }
  ~ScriptedComputeRun() override { tables_->run = nullptr; }

 private:
  struct Buffer {
    BufferSpec spec;
    GuardedBuffer* memory = nullptr;
  };

  /// Data of a snapshot in addition to keys, payload and buffers.
  struct Saved {
    std::vector<script::Value> answers;
    std::optional<data::State> back;  ///< arrays keys_out and payload_out
    std::size_t front = 0;            ///< index of the array "records"
  };

  /// Buffers for claims. Claims may outlive the run.
  struct Tables final : ClaimBuffers {
    explicit Tables(ScriptedComputeRun& owner) : run(&owner) {}
    bool has(const std::string& name) const override { return run != nullptr && run->buffers_.contains(name); }
    std::vector<std::uint64_t> before(const std::string& name) const override {
      const auto found = kept.find(name);
      return found == kept.end() ? std::vector<std::uint64_t>() : found->second;
    }
    std::vector<std::uint64_t> after(const std::string& name) const override {
      if (run == nullptr) throw InternalError("a claim of a run that has ended");
      const Buffer& buffer = run->buffers_.at(name);
      return run->words(*buffer.memory, 0, buffer.spec.words);
    }
    ScriptedComputeRun* run;
    std::map<std::string, std::vector<std::uint64_t>> kept;  ///< buffers before the last pass
  };

  static std::uint64_t word_count(const GuardedBuffer& memory) {
    return (memory.buffer().size() - 2 * GuardedBuffer::guard_bytes) / sizeof(std::uint32_t);
  }
  static std::vector<std::uint64_t> words(const GuardedBuffer& memory, std::uint64_t first, std::uint64_t count) {
    std::vector<std::uint32_t> read(count);
    if (count > 0) memory.read(first * sizeof(std::uint32_t), std::as_writable_bytes(std::span(read)));
    return {read.begin(), read.end()};
  }

  const GuardedBuffer* find(std::string_view name) const {
    if (name == "records") return records_[front_];
    if (name == "records_out") return records_[front_ ^ 1];
    if (name == "keys") return &arrays().front().keys();
    if (name == "payload") return &arrays().front().payload();
    if (name == "keys_out") return &arrays().back().keys();
    if (name == "payload_out") return &arrays().back().payload();
    const auto found = buffers_.find(std::string(name));
    return found == buffers_.end() ? nullptr : found->second.memory;
  }

  Pass pass_of(const std::shared_ptr<const PassCall>& call) override {
    const auto bound = std::make_shared<const BoundPass>(device(), *plan().description, call, names_);
    if (const Groups& groups = call->groups; !groups.buffer.empty()) {
      const auto own = buffers_.find(groups.buffer);
      const std::uint64_t words = own == buffers_.end() ? word_count(*find(groups.buffer)) : own->second.spec.words;
      if (words < 3 || groups.word > words - 3) {
        refuse(call->line,
               fmt::format("pass: groups: the words {} to {} of '{}' have the numbers of workgroups, but it "
                           "has only {} words",
                           groups.word, groups.word + 2, groups.buffer, words));
      }
    }
    for (const std::string& name : call->clear) {
      if (buffers_.contains(name)) continue;
      refuse(call->line, fmt::format("pass: clear: the function `buffers` has no buffer '{}'", name));
    }
    const auto needed = buffers_before(*call, names_);
    const bool uses_back =
        std::ranges::any_of(bound->buffers(), [](const auto& name) { return name.ends_with("_out"); });
    // Without a swap, a later pass may read what this one has written. Snapshots contain both arrays of records.
    keeps_back_ |= uses_back && !call->swap && mirror_ == nullptr;
    Pass pass = described_pass(call, tables_);
    pass.execute = [this, bound, call, needed] {
      if (watched()) {
        tables_->kept.clear();
        for (const std::string& name : needed) {
          if (tables_->has(name)) tables_->kept[name] = tables_->after(name);
        }
      }
      for (const std::string& name : call->clear) fill(buffers_.at(name));
      bound->dispatch(device(), [this](std::string_view name) { return find(name); });
      if (call->swap && mirror_ == nullptr) swap();
      if (call->swap) front_ ^= 1;
      is_mirrored_ = false;
      last_ = call;
    };
    pass.cost = [this, bound, call] { return cost(*bound, *call); };
    return pass;
  }

  Counters cost(const BoundPass& bound, const PassCall& call) const {
    Counters counters{.dispatches = 1, .invocations = bound.invocations(), .comparators = comparators_of(call)};
    for (const std::string& name : bound.buffers()) {
      counters.bytes += find(name)->buffer().size() - 2 * GuardedBuffer::guard_bytes;
      if (name.starts_with("keys") || name.starts_with("records")) counters.elements_read = n();
    }
    if (call.bytes) counters.bytes = *call.bytes;
    return counters;
  }

  script::Value answer(const script::Request& request) const override {
    if (request.name != "read") refuse(request.line, request.name + " needs backend = \"fragment\"");
    return read_words(
        request, "buffer", names_, [this](const std::string& name) { return word_count(*find(name)); },
        [this](const std::string& name, std::uint64_t first, std::uint64_t count) {
          return words(*find(name), first, count);
        });
  }

  std::vector<View> table_views() const override {
    std::vector<View> views;
    if (passes_done() == 0) return views;
    const PassDetail detail = last_ == nullptr ? PassDetail() : detail_of(*last_, *plan().description, n());
    const auto* const digit = std::get_if<DigitPass>(&detail);
    for (const BufferSpec& spec : plan().buffers) {
      if (spec.show.empty() || spec.words == 0) continue;
      const Buffer& buffer = buffers_.at(spec.name);
      const std::uint64_t width = spec.width == 0 ? texture_width(spec.words) : spec.width;
      views.push_back(
          table_view(tables::Numbers{interned(spec.name)}, data::KeyType::u32, spec.words, width, *buffer.memory));
      // A pass that claims to count, scan or rank digits also shows its buffer as a table of digits.
      if (digit != nullptr && (spec.show == "histogram" || spec.show == "scan")) {
        const std::uint64_t elements = digit->columns << digit->bits;
        const TableKind kind =
            spec.show == "histogram" ? TableKind(tables::DigitCounts{"tile"}) : TableKind(tables::DigitScan{"tile"});
        if (elements <= spec.words) {
          views.push_back(table_view(kind, data::KeyType::u32, elements, digit->columns, *buffer.memory));
        }
      }
      if (spec.show == "ranks" && spec.words == n()) {
        views.push_back(table_view(tables::DigitRanks{}, data::KeyType::u32, n(), width, *buffer.memory));
      }
    }
    return views;
  }

  /// Calls `copy(record, at, bytes)` for the key and the payload of each record: the bytes of the record, and the index
  /// of the first byte in the array of keys or payloads. `of_keys` chooses one of them.
  template <typename Copy>
  void for_each_record(bool of_keys, std::span<std::byte> memory, const Copy& copy) const {
    const RecordSpec& spec = *plan().description->records();
    const std::size_t bytes = of_keys ? data::key_bytes(problem().type()) : data::payload_bytes(problem().payload);
    const std::size_t first = sizeof(std::uint32_t) * (of_keys ? spec.key : spec.payload);
    for (std::size_t i = 0; i < n(); ++i) {
      copy(memory.subspan(sizeof(std::uint32_t) * spec.words * i + first, bytes), i * bytes);
    }
  }
  void load(const data::StateView& state) override {
    if (mirror_ == nullptr) return ScriptedRun::load(state);
    is_mirrored_ = true;
    ScriptedRun::load(state);
    front_ = 0;
    std::vector<std::byte> memory(sizeof(std::uint32_t) * plan().description->records()->words * n());
    records_[1]->write(0, memory);
    const auto interleave = [&](bool of_keys, std::span<const std::byte> from) {
      for_each_record(of_keys, memory, [&](std::span<std::byte> part, std::size_t at) {
        std::ranges::copy(from.subspan(at, part.size()), part.begin());
      });
    };
    interleave(true, data::bytes(state.keys));
    if (problem().payload != data::PayloadKind::none) {
      interleave(false, data::payload_memory(state.payload, problem().payload));
    }
    records_[0]->write(0, memory);
  }
  /// Arrays of records have no copy on the device.
  bool keep() override { return mirror_ == nullptr && ScriptedRun::keep(); }
  /// Copies keys and payload from the records to arrays of their own, which views and claims read.
  void hand_back() const override {
    if (mirror_ == nullptr || is_mirrored_) return;
    is_mirrored_ = true;
    std::vector<std::byte> memory(sizeof(std::uint32_t) * plan().description->records()->words * n());
    records_[front_]->read(0, memory);
    const auto separate = [&](bool of_keys, std::span<std::byte> to) {
      for_each_record(of_keys, memory, [&](std::span<const std::byte> part, std::size_t at) {
        std::ranges::copy(part, to.begin() + static_cast<std::ptrdiff_t>(at));
      });
    };
    data::State state{data::make_keys(problem().type(), n()), {}};
    separate(true, data::bytes(state.keys));
    if (problem().payload != data::PayloadKind::none) {
      std::vector<std::byte> payload(n() * data::payload_bytes(problem().payload));
      separate(false, payload);
      state.payload = data::payload_numbers(payload, problem().payload);
    }
    mirror_->load(state);
  }

  void forget() override {
    ScriptedRun::forget();
    last_ = nullptr;
    for (const auto& [name, buffer] : buffers_) fill(buffer);
  }
  /// Writes what a buffer holds at the start of a run.
  static void fill(const Buffer& buffer) {
    const std::vector<std::uint32_t> start(buffer.spec.words, buffer.spec.fill);
    buffer.memory->write(0, std::as_bytes(std::span(start)));
  }
  void save_more(Snapshot& snapshot) const override {
    ComputeRun::save_more(snapshot);
    Saved saved{progress().answers(), {}, front_};
    if (keeps_back_) saved.back = arrays().back().read(0, n());
    snapshot.decisions = std::make_shared<const Saved>(std::move(saved));
  }
  void restore_more(const Snapshot& snapshot) override {
    ComputeRun::restore_more(snapshot);
    if (snapshot.passes_done == 0) return;
    const auto& saved = *std::static_pointer_cast<const Saved>(snapshot.decisions);
    front_ = saved.front;
    is_mirrored_ = mirror_ == nullptr;
    if (saved.back) arrays().back().load({saved.back->keys, saved.back->payload, {}, {}});
    if (decides()) {
      progress().restore(snapshot.passes_done, saved.answers);
    } else {
      last_ = plan().passes[snapshot.passes_done - 1];
    }
  }

  std::map<std::string, Buffer> buffers_;
  std::vector<std::string> names_;
  std::shared_ptr<Tables> tables_;
  bool keeps_back_ = false;
  std::array<GuardedBuffer*, 2> records_{};  ///< null if keys and payload have arrays of their own
  KeyBuffers* mirror_ = nullptr;             ///< keys and payload of the records; null without records
  std::size_t front_ = 0;                    ///< index of the array "records"
  mutable bool is_mirrored_ = true;          ///< whether `mirror_` has the current keys and payload
  std::shared_ptr<const PassCall> last_;     ///< last executed pass
};

}  // namespace

std::unique_ptr<Run> make_compute_run(gpu::Device& device, std::shared_ptr<const Problem> problem,
                                      std::shared_ptr<const ScriptPlan> plan) {
  return std::make_unique<ScriptedComputeRun>(device, std::move(problem), std::move(plan));
}

}  // namespace texelsort::algorithms::scripted
