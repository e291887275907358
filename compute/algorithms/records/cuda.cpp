#include "compute/algorithms/records/cuda.h"

#include <utility>

namespace texelsort::algorithms {

CudaMover::CudaMover(CudaRun& sorter, SharedProblem problem, Rearrange rearrange)
    : BufferMover(std::move(problem), 2, sorter.bridge()->maker(), buffers_of(sorter.bridge()->opengl)),
      sorter_(sorter),
      bridge_(sorter.bridge()),
      rearrange_(rearrange) {
  for (const GuardedBuffer& side : sides()) bridge_->buffers.add(side.buffer(), "records", GuardedBuffer::guard_bytes);
}

CudaMover::~CudaMover() {
  if (is_ahead_) turned_.wait();
  bridge_->buffers.release();  // CUDA must release the buffers before OpenGL destroys them
}

std::uint64_t CudaMover::device_bytes(const ProblemForm& form) {
  return 2 * sizeof(std::uint32_t) * data::record_memory(form.n, form.type, form.shape).words();
}

std::uint32_t* CudaMover::pointer(const GuardedBuffer& buffer) const {
  return reinterpret_cast<std::uint32_t*>(bridge_->buffers.pointer(buffer.buffer()) + GuardedBuffer::guard_bytes);
}

void CudaMover::extract(Run&) {
  const CudaRun::Columns to = sorter_.device_columns();
  launches<records::Launches>().extract_keys({pointer(front()), 0, memory().n}, memory().row_words,
                                             data::key_words(problem().type()), static_cast<std::uint32_t*>(to.keys),
                                             static_cast<std::uint32_t*>(to.payload), bridge_->stream.handle());
}

records::Gather CudaMover::call() const {
  return {.from = {pointer(front()), 0, memory().n},
          .out = pointer(back()),
          .order = static_cast<const std::uint32_t*>(sorter_.device_columns().payload),
          .n = memory().n,
          .columns = memory().columns,
          .row_words = memory().row_words,
          .stream = bridge_->stream.handle()};
}

Pass CudaMover::launch_pass(std::string label, void (records::Launches::*launch)(const records::Gather&) const,
                            Claim (*claim)(SharedProblem)) {
  const auto execute = [this, launch] {
    (launches<records::Launches>().*launch)(call());
    swap();
  };
  return moving_pass(std::move(label), execute, claim);
}

void CudaMover::start_ahead() {
  if (rearrange_ != Rearrange::transpose || is_ahead_) return;
  if (!aside_) aside_ = bridge_->stream.aside();
  records::Gather turning = call();
  turning.stream = aside_->handle();
  loaded_.record(bridge_->stream);
  loaded_.hold_back(*aside_);
  launches<records::Launches>().columns_to_rows(turning);
  turned_.record(*aside_);
  is_ahead_ = true;
}

bool CudaMover::take_ahead() const {
  if (is_ahead_) turned_.hold_back(bridge_->stream);
  return std::exchange(is_ahead_, false);
}

void CudaMover::turn_columns() {
  if (!take_ahead()) launches<records::Launches>().columns_to_rows(call());
  swap();
}

std::vector<Pass> CudaMover::rearrangement() {
  using records::Launches;
  if (rearrange_ == Rearrange::gather) return {launch_pass("gather", &Launches::gather, rearranged_claim)};
  if (rearrange_ == Rearrange::group) {
    return {launch_pass("gather by groups", &Launches::gather_by_groups, rearranged_claim)};
  }
  return {moving_pass(
              "columns to rows", [this] { turn_columns(); }, rows_claim, Order::unread),
          launch_pass("gather rows to columns", &Launches::gather_rows_to_columns, rearranged_claim)};
}

}  // namespace texelsort::algorithms
