#pragma once

#include <functional>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "compute/simt/block.h"
#include "compute/simt/fault.h"
#include "compute/simt/grid.h"
#include "compute/simt/options.h"
#include "compute/simt/recorder.h"
#include "compute/simt/stacks.h"

namespace texelsort::simt {

/// Execution of one kernel launch on the CPU. A few blocks are resident at a time. Each thread of a block runs until it
/// waits or ends.
class Execution {
 public:
  Execution(const char* kernel, const Grid& grid, const std::function<void()>& body);
  ~Execution();
  Execution(const Execution&) = delete;
  Execution& operator=(const Execution&) = delete;

  /// Executes all blocks of the launch. Throws KernelFault if the kernel violated a rule.
  void run();

  /// Returns the launch that executes a kernel thread on this system thread, or null if no kernel thread runs.
  static Execution* running();

  const Grid& grid() const { return grid_; }
  Block& block() const { return *block_; }
  Thread& thread() const { return *thread_; }

  // Functions that the running kernel thread calls.
  bool wait_at_barrier(bool predicate, Where where);
  std::uint64_t meet(WarpCall call, unsigned mask, std::uint64_t value, unsigned lane, Where where);
  void* shared_variable(const void* identity, std::uint64_t bytes, std::uint64_t alignment);
  void wait_for_earlier(Where where);
  void access(std::uintptr_t address, std::uint64_t bytes, bool write, bool atomic, const void* code);
  /// Suspends the running kernel thread, so that other threads can run.
  void yield();
  void count_step(const void* code) {
    if (rewrite_.bytes > 0) judge_rewrite();
    thread_->code = code;
    if (++steps_ > most_steps_) give_up_endless();
  }

 private:
  void begin(Block& block, unsigned index);
  void resume(Block& block, Thread& thread);
  void suspend();
  [[noreturn]] void abandon();  ///< Ends the launch. Called by a kernel thread that cannot continue.

  /// Resumes each thread of a block once, until it waits or ends. Returns whether any thread has made progress.
  bool sweep(Block& block);
  void end_thread(Block& block, const Thread& ended);
  bool release_barrier(Block& block);
  void release_collective(Block& block, Thread& arrived);
  void conclude_meeting(std::span<Thread* const> lanes, bool all);
  std::vector<unsigned> block_order() const;

  bool is_before(const data::Stamp& earlier) const;
  void check_shared(std::uint64_t offset, std::uint64_t bytes, data::Access access);
  void check_array(std::uintptr_t address, std::uint64_t bytes, data::Access access);
  bool may_touch_elsewhere(std::uintptr_t address, std::uint64_t bytes, bool write) const;

  void report(Violation violation, const std::string& place, const std::string& text);
  void report_race(const data::Access& access, const data::Access& earlier, std::uintptr_t address,
                   const std::string& where);
  void judge_rewrite();
  [[noreturn]] void report_outside(std::uintptr_t address, std::uint64_t bytes, const data::Access& access);
  [[noreturn]] void give_up_endless();
  void give_up_waiting();
  /// Reports that the running thread has accessed an array before it waited for earlier launches.
  [[noreturn]] void report_early(const void* code, const std::string& text);
  std::string waiting_threads() const;
  std::string thread_name(std::uint32_t of_grid) const;

  const char* kernel_;
  const Grid& grid_;
  const std::function<void()>& body_;
  const Options options_;
  Recorder* const recorder_;  ///< recorder that observes this launch; null if there is none

  std::vector<std::unique_ptr<Block>> resident_;
  Block* block_ = nullptr;
  Thread* thread_ = nullptr;
  boost::context::detail::fcontext_t scheduler_ = nullptr;
  std::uint32_t epoch_ = 0;  ///< Number of the launch. Entries of the access history with another number are outdated.
  std::uint64_t steps_ = 0, most_steps_ = 0, random_ = 0;
  bool abandoned_ = false;

  /// Last write of the running thread to a word that another thread also wrote. The two writes race only if this write
  /// changes the value.
  struct Rewrite {
    std::uintptr_t address = 0;
    std::uint64_t bytes = 0, value = 0;
    data::Access access, earlier;
    std::string where;
  };
  Rewrite rewrite_;

  std::vector<Finding> findings_;
  std::set<std::pair<const void*, const void*>> reported_;  ///< pairs of racing instructions that have been reported

  friend void enter_thread(boost::context::detail::transfer_t from);
};

}  // namespace texelsort::simt
