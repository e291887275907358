#include "compute/algorithms/records/cuda_mover.h"

#include <algorithm>

#include "compute/algorithms/cuda/cuda_timer.h"
#include "compute/algorithms/records/host_mover.h"
#include "compute/algorithms/records/record_claims.h"

namespace texelsort::algorithms {

CudaMover::CudaMover(CudaRun& sorter, std::shared_ptr<const Problem> problem, Rearrange rearrange)
    : sorter_(sorter),
      bridge_(sorter.bridge()),
      problem_(std::move(problem)),
      rearrange_(rearrange),
      memory_(data::record_memory(problem_->n(), problem_->type(), problem_->shape)) {
  for (GuardedBuffer& words : words_) {
    words = GuardedBuffer(memory_.words() * sizeof(std::uint32_t), "records", bridge_->maker());
    bridge_->buffers.add(words.buffer());
  }
}

CudaMover::~CudaMover() {
  bridge_->buffers.release();  // before these buffers go
}

std::uint64_t CudaMover::device_bytes(const ProblemForm& form) {
  return 2 * sizeof(std::uint32_t) * data::record_memory(form.n, form.type, form.shape).words();
}

std::uint32_t* CudaMover::pointer(const GuardedBuffer& buffer) const {
  return reinterpret_cast<std::uint32_t*>(bridge_->buffers.pointer(buffer.buffer()) + GuardedBuffer::guard_bytes);
}

void CudaMover::load(std::span<const std::uint32_t> words) {
  bridge_->buffers.unmap();
  words_[front_].write(0, std::as_bytes(words));
}

bool CudaMover::keep() {
  bridge_->buffers.unmap();
  kept_ = GuardedBuffer(memory_.words() * sizeof(std::uint32_t), "records of the input");
  kept_.copy_from(words_[front_]);
  return true;
}

void CudaMover::load_kept() {
  bridge_->buffers.unmap();
  words_[front_].copy_from(kept_);
}

std::vector<std::uint32_t> CudaMover::read(std::uint64_t first, std::uint64_t count) const {
  bridge_->buffers.unmap();
  std::vector<std::uint32_t> words(count);
  front().read(first * sizeof(std::uint32_t), std::as_writable_bytes(std::span(words)));
  return words;
}

Pass CudaMover::extraction(Run&) {
  Pass pass;
  pass.header = labelled("key and index of every record");
  pass.execute = [this] {
    const CudaRun::Columns to = sorter_.device_columns();
    records::extract_keys(pointer(front()), memory_.n, memory_.row_words, data::key_words(problem_->type()),
                          static_cast<std::uint32_t*>(to.keys), static_cast<std::uint32_t*>(to.payload),
                          bridge_->stream.handle());
  };
  pass.cost = [this] {
    Counters counters;
    counters.dispatches = 1;
    counters.texels_fetched = memory_.n;
    counters.bytes = memory_.n * (2 * data::key_bytes(problem_->type()) + sizeof(std::uint32_t));
    return counters;
  };
  pass.claim = extracted_claim;
  return pass;
}

records::Gather CudaMover::call() const {
  return {.in = pointer(front()),
          .out = pointer(words_[front_ ^ 1]),
          .order = static_cast<const std::uint32_t*>(sorter_.device_columns().payload),
          .n = memory_.n,
          .columns = memory_.columns,
          .row_words = memory_.row_words,
          .stream = bridge_->stream.handle()};
}

Pass CudaMover::moving_pass(std::string label, std::function<void(const records::Gather&)> launch,
                            std::function<Claim()> claim) {
  Pass pass;
  pass.header = labelled(std::move(label));
  pass.execute = [this, launch = std::move(launch)] {
    launch(call());
    front_ ^= 1;
  };
  pass.cost = [this] {
    Counters counters = move_counters(*problem_);
    counters.dispatches = 1;
    return counters;
  };
  pass.claim = std::move(claim);
  return pass;
}

std::vector<Pass> CudaMover::rearrangement() {
  if (memory_.words() == 0) return {};
  const auto claim = [this] { return rearranged_claim(problem_); };
  if (rearrange_ == Rearrange::gather) return {moving_pass("gather", records::gather, claim)};
  if (rearrange_ == Rearrange::group) return {moving_pass("gather by groups", records::gather_by_groups, claim)};
  const auto turn = [](const records::Gather& call) {
    records::columns_to_rows(call.in, call.out, call.n, call.columns, call.stream);
  };
  Pass rows = moving_pass("columns to rows", turn, [this] { return rows_claim(problem_); });
  rows.cost = [count = std::move(rows.cost), n = memory_.n] {
    Counters counters = count();
    counters.texels_fetched -= n;  // no order is read
    counters.bytes -= n * sizeof(std::uint32_t);
    return counters;
  };
  return {std::move(rows), moving_pass("gather rows to columns", records::gather_rows_to_columns, claim)};
}

std::vector<View> CudaMover::views(std::uint64_t) const {
  if (memory_.words() == 0) return {};
  bridge_->buffers.unmap();
  return {fields_view(memory_, &front().buffer(), GuardedBuffer::guard_bytes)};
}

std::optional<std::string> CudaMover::find_guard_damage() const {
  bridge_->buffers.unmap();
  for (const GuardedBuffer& words : words_) {
    if (words.exists() && !words.intact()) return "a word beside the records was written";
  }
  return std::nullopt;
}

std::unique_ptr<PassTimer> CudaMover::make_timer() const {
  return std::make_unique<CudaPassTimer>(bridge_);
}

}  // namespace texelsort::algorithms
