#include "compute/algorithms/records/mover.h"

#include <numeric>
#include <utility>

#include "compute/algorithms/arrays/record_words.h"
#include "compute/algorithms/records/compute_cycles.h"
#include "compute/algorithms/records/cuda.h"
#include "compute/algorithms/records/host.h"
#include "compute/data/large_pages.h"

namespace texelsort::algorithms {

RecordMover::RecordMover(SharedProblem problem)
    : problem_(std::move(problem)), memory_(data::record_memory(problem_->n(), problem_->type(), problem_->shape)) {}

void RecordMover::extract_by_host(Run& sorter) const {
  Snapshot snapshot = sorter.save();
  snapshot.state.keys = data::keys_of_words(read(0, memory_.words()), problem_->type(), problem_->shape);
  std::iota(snapshot.state.payload.begin(), snapshot.state.payload.end(), std::uint64_t{0});
  sorter.restore(snapshot);
}

std::function<PassHeader()> RecordMover::labelled(std::string label) {
  return [label = std::move(label)] { return PassHeader{0, 0, {}, label}; };
}

Pass RecordMover::extraction(Run& sorter) {
  return {.header = labelled("key and index of every record"),
          .execute = [this, &sorter] { extract(sorter); },
          .cost =
              [this] {
                Counters counters = launched(memory_.n);
                counters.elements_read = memory_.n;
                counters.bytes = memory_.n * (2 * data::key_bytes(problem_->type()) + sizeof(std::uint32_t));
                return counters;
              },
          .claim = extracted_claim};
}

/// Returns a pass that reads every word of the records once and writes it once.
Pass RecordMover::moving_pass(std::string label, std::function<void()> execute,
                              std::function<Claim(SharedProblem)> claim, Order order, std::uint64_t workgroup) const {
  const auto cost = [this, places = order == Order::read ? memory_.n : 0, workgroup] {
    constexpr std::uint64_t word = sizeof(std::uint32_t);
    Counters counters = launched((memory_.n + workgroup - 1) / workgroup * workgroup);
    counters.elements_read = memory_.words() + places;
    counters.field_bytes = 2 * word * memory_.n * problem_->shape.fields;
    counters.bytes = word * (places + 2 * memory_.words());
    return counters;
  };
  return {.header = labelled(std::move(label)),
          .execute = std::move(execute),
          .cost = cost,
          .claim = [this, claim = std::move(claim)] { return claim(problem_); }};
}

BufferMover::BufferMover(SharedProblem problem, unsigned sides, const BufferMaker& make, BufferMaker make_kept)
    : RecordMover(std::move(problem)), make_kept_(std::move(make_kept)) {
  sides_.reserve(sides);  // the vector must never reallocate its elements, because CUDA shares the buffers by address
  for (unsigned side = 0; side < sides; ++side) sides_.emplace_back(bytes(), "records", make);
}

void BufferMover::load(std::span<const std::uint32_t> words) {
  hand_back();
  sides_[front_].write(0, std::as_bytes(words));
}

std::vector<std::uint32_t> BufferMover::read(std::uint64_t first, std::uint64_t count) const {
  hand_back();
  std::vector<std::uint32_t> words;
  data::resize_in_large_pages(words, count);
  front().read(first * sizeof(std::uint32_t), std::as_writable_bytes(std::span(words)));
  return words;
}

bool BufferMover::keep() {
  hand_back();
  kept_ = GuardedBuffer(bytes(), "records of the input", make_kept_);
  kept_.copy_from(front());
  return true;
}

void BufferMover::load_kept() {
  hand_back();
  sides_[front_].copy_from(kept_);
}

std::vector<View> BufferMover::views(std::uint64_t) const {
  hand_back();
  return {fields_view(memory(), &front().buffer(), GuardedBuffer::guard_bytes)};
}

std::optional<std::string> BufferMover::find_guard_damage() const {
  hand_back();
  for (const GuardedBuffer& side : sides_) {
    if (!side.intact()) return "a word outside the records was written";
  }
  return std::nullopt;
}

std::unique_ptr<RecordMover> make_mover(Backend backend, gpu::Device* device, SharedProblem problem, Run& sorter,
                                        Rearrange rearrange) {
  if (auto* own = dynamic_cast<BringsMover*>(&sorter)) {
    if (auto mover = own->make_mover(problem, rearrange)) return mover;
  }
  if (backend == Backend::cpu) return std::make_unique<HostMover>(std::move(problem), rearrange);
  if (rearrange == Rearrange::cycle) return std::make_unique<CycleMover>(*device, std::move(problem), sorter);
  if (backend == Backend::cuda) {
    return std::make_unique<CudaMover>(dynamic_cast<CudaRun&>(sorter), std::move(problem), rearrange);
  }
  return std::make_unique<ComputeMover>(*device, std::move(problem), sorter, rearrange);
}

}  // namespace texelsort::algorithms
