#include "compute/simt/execution.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "compute/data/mix.h"
#include "compute/simt/queue.h"
#include "compute/simt/source_place.h"

namespace texelsort::simt {
namespace {

thread_local Execution* the_execution = nullptr;

Stacks& stacks() {
  thread_local Stacks kept;
  return kept;
}

/// Returns the number of a new launch or block. Entries with older numbers in the access history become outdated.
std::uint32_t next_epoch() {
  thread_local std::uint32_t epoch = 0;
  return ++epoch;
}

/// Unused blocks, kept between launches because the allocation of their access history is slow.
std::vector<std::unique_ptr<Block>>& idle_blocks() {
  thread_local std::vector<std::unique_ptr<Block>> kept;
  return kept;
}

std::unique_ptr<Block> take_block() {
  if (idle_blocks().empty()) {
    auto block = std::make_unique<Block>();
    constexpr std::uint64_t room = Block::most_shared_bytes + 256;
    block->memory = std::make_unique<std::byte[]>(room);
    block->words = std::make_unique<data::WordHistory[]>(data::words_of(room));
    return block;
  }
  auto block = std::move(idle_blocks().back());
  idle_blocks().pop_back();
  return block;
}

}  // namespace

void enter_thread(boost::context::detail::transfer_t from) {
  auto& execution = *static_cast<Execution*>(from.data);
  execution.scheduler_ = from.fctx;
  execution.body_();
  if (execution.rewrite_.bytes > 0) execution.judge_rewrite();
  if (execution.grid_.early && !execution.thread_->waited) execution.report_early(execution.thread_->code, "ends");
  execution.thread_->state = Thread::State::done;
  execution.suspend();
}

Execution* Execution::running() {
  return the_execution;
}

Execution::Execution(const char* kernel, const Grid& grid, const std::function<void()>& body)
    : kernel_(kernel),
      grid_(grid),
      body_(body),
      options_(options_of(grid.stream)),
      recorder_(Recorder::begin_launch(kernel, grid)),
      epoch_(next_epoch()),
      most_steps_(options_.most_steps),
      random_(options_.seed) {}

Execution::~Execution() {
  for (auto& block : resident_) {
    for (const Thread& thread : block->threads) stacks().give_back(thread.stack);
    block->threads.clear();
    idle_blocks().push_back(std::move(block));
  }
}

void Execution::begin(Block& block, unsigned index) {
  block.index = index;
  block.epoch = next_epoch();
  block.done = 0;
  block.dynamic_bytes = grid_.shared_bytes;
  block.used_bytes = grid_.shared_bytes;
  block.variables.clear();
  block.threads.resize(grid_.threads);
  const unsigned warps = (grid_.threads + warp_lanes - 1) / warp_lanes;
  block.waiting.assign(warps, 0);
  block.ended.assign(warps, 0);
  // If the last warp has fewer than 32 threads, mark the other lanes as ended.
  if (const unsigned lanes = grid_.threads % warp_lanes; lanes != 0) block.ended.back() = ~0u << lanes;
  for (unsigned i = 0; i < grid_.threads; ++i) {
    Thread& thread = block.threads[i];
    std::byte* stack = thread.stack == nullptr ? stacks().take() : thread.stack;
    thread = {};
    thread.stack = stack;
    thread.index = i;
    thread.stamp.thread = index * grid_.threads + i;
    thread.context = boost::context::detail::make_fcontext(stack + Stacks::bytes, Stacks::bytes, enter_thread);
  }
}

void Execution::resume(Block& block, Thread& thread) {
  block_ = &block;
  thread_ = &thread;
  the_execution = this;
  thread.context = boost::context::detail::jump_fcontext(thread.context, this).fctx;
  the_execution = nullptr;
}

void Execution::suspend() {
  the_execution = nullptr;
  scheduler_ = boost::context::detail::jump_fcontext(scheduler_, nullptr).fctx;
}

void Execution::abandon() {
  abandoned_ = true;
  suspend();
  std::terminate();  // unreachable, because a fiber that has ended is never resumed
}

void Execution::yield() {
  suspend();
}

std::vector<unsigned> Execution::block_order() const {
  std::vector<unsigned> order(grid_.blocks);
  std::iota(order.begin(), order.end(), 0u);
  if (options_.order == Order::descending) std::ranges::reverse(order);
  if (options_.order == Order::random) {
    std::uint64_t state = options_.seed;
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[(state = data::split_mix(state)) % i]);
  }
  return order;
}

void Execution::run() {
  if (grid_.shared_bytes > Block::most_shared_bytes) {
    report(Violation::shared_memory, "",
           fmt::format("{} bytes of shared memory per block, but there are {}", grid_.shared_bytes,
                       Block::most_shared_bytes));
    throw KernelFault(findings_);
  }
  const std::vector<unsigned> order = block_order();
  const unsigned most =
      std::clamp(options_.resident_threads / std::max(1u, grid_.threads), 1u, options_.resident_blocks);
  std::size_t next = 0;
  while (resident_.size() < most && next < order.size()) {
    resident_.push_back(take_block());
    begin(*resident_.back(), order[next++]);
  }
  for (std::size_t left = order.size(); left > 0 && !abandoned_;) {
    bool progress = false;
    for (auto& block : resident_) {
      if (block->done == grid_.threads) continue;
      progress = sweep(*block) || progress;
      if (abandoned_) break;
      if (block->done < grid_.threads) continue;
      --left;
      if (next < order.size()) begin(*block, order[next++]);
    }
    if (!progress && !abandoned_) give_up_waiting();
  }
  if (!findings_.empty()) throw KernelFault(findings_);
}

bool Execution::sweep(Block& block) {
  const unsigned count = grid_.threads;
  const bool backwards = options_.order == Order::descending;
  // For the random order, visit the threads with a stride that is coprime to their number.
  unsigned start = 0, stride = 1;
  if (options_.order == Order::random) {
    random_ = data::split_mix(random_);
    start = static_cast<unsigned>(random_ % count);
    do {
      random_ = data::split_mix(random_);
      stride = static_cast<unsigned>(random_ % count) + 1;
    } while (std::gcd(stride, count) != 1);
  }
  bool progress = false;
  for (unsigned step = 0; step < count; ++step) {
    const unsigned forwards = (start + step * stride) % count;
    Thread& thread = block.threads[backwards ? count - 1 - forwards : forwards];
    if (thread.state != Thread::State::ready) continue;
    progress = true;
    resume(block, thread);
    if (abandoned_) return true;
    if (thread.state == Thread::State::at_collective) release_collective(block, thread);
    if (thread.state == Thread::State::done) end_thread(block, thread);
  }
  return release_barrier(block) || progress;
}

/// Ends a thread, and completes the warp calls of lanes that waited only for this thread.
void Execution::end_thread(Block& block, const Thread& ended) {
  ++block.done;
  block.ended[ended.index / warp_lanes] |= 1u << ended.lane();
  const unsigned first = ended.index / warp_lanes * warp_lanes;
  for (unsigned index = first; index < first + warp_lanes && index < grid_.threads; ++index) {
    Thread& thread = block.threads[index];
    if (thread.state == Thread::State::at_collective) release_collective(block, thread);
  }
}

bool Execution::release_barrier(Block& block) {
  const Thread* first = nullptr;
  bool any = false;
  for (const Thread& thread : block.threads) {
    if (thread.state == Thread::State::done) continue;
    if (thread.state != Thread::State::at_barrier) return false;
    if (first == nullptr) first = &thread;
    if (thread.waits_at.line != first->waits_at.line || thread.waits_at.file != first->waits_at.file) {
      block_ = &block;
      thread_ = block.threads.data() + thread.index;
      report(
          Violation::divergence, fmt::format("{}:{}", short_path(thread.waits_at.file), thread.waits_at.line),
          fmt::format("waits at the barrier of {}:{}, and thread {} at that of {}:{}", short_path(thread.waits_at.file),
                      thread.waits_at.line, first->index, short_path(first->waits_at.file), first->waits_at.line));
      return false;
    }
    any = any || thread.predicate;
  }
  if (first == nullptr) return false;
  block.any_predicate = any;
  for (Thread& thread : block.threads) {
    if (thread.state == Thread::State::done) continue;
    thread.state = Thread::State::ready;
    ++thread.stamp.barriers;
  }
  return true;
}

bool Execution::wait_at_barrier(bool predicate, Where where) {
  count_step(code_of(where));
  if (recorder_ != nullptr) recorder_->note_call(*block_, thread_->index, Event::Kind::barrier, code_of(where));
  thread_->predicate = predicate;
  thread_->waits_at = where;
  thread_->state = Thread::State::at_barrier;
  suspend();
  return block_->any_predicate;
}

void Execution::wait_for_earlier(Where where) {
  count_step(code_of(where));
  thread_->waited = true;
}

void* Execution::shared_variable(const void* identity, std::uint64_t bytes, std::uint64_t aligned_to) {
  const auto [found, is_new] = block_->variables.try_emplace(identity);
  if (is_new) {
    // Gap in bytes between variables of shared memory, which reveals accesses beyond the end of a variable.
    constexpr std::uint64_t gap = 16;
    const std::uint64_t offset = (block_->used_bytes + gap + aligned_to - 1) / aligned_to * aligned_to;
    if (offset + bytes > Block::most_shared_bytes) {
      report(Violation::shared_memory, "",
             fmt::format("needs more than {} bytes of shared memory", Block::most_shared_bytes));
      abandon();
    }
    found->second = {offset, bytes};
    block_->used_bytes = offset + bytes;
  }
  return block_->shared() + found->second.offset;
}

bool Execution::is_before(const data::Stamp& earlier) const {
  const data::Stamp& now = thread_->stamp;
  if (earlier.thread == now.thread) return true;
  if (earlier.thread / grid_.threads != block_->index) return false;
  if (earlier.barriers < now.barriers) return true;
  const unsigned index = earlier.thread % grid_.threads;
  if (index / warp_lanes != thread_->index / warp_lanes) return false;
  if (earlier.collectives != now.collectives) return earlier.collectives < now.collectives;
  return thread_->heard[index % warp_lanes] > earlier.partials;
}

}  // namespace texelsort::simt
