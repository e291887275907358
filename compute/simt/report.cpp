// Reports of kernels that violated rules of CUDA.
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "compute/simt/arrays.h"
#include "compute/simt/execution.h"
#include "compute/simt/source_place.h"

namespace texelsort::simt {
namespace {

constexpr std::size_t most_findings = 20, most_listed = 8;

std::string all_of(const std::vector<Finding>& findings) {
  std::string text;
  for (std::size_t i = 0; i < findings.size() && i < most_listed; ++i) text += (i == 0 ? "" : "; ") + findings[i].text;
  if (findings.size() > most_listed) text += fmt::format("; and {} more", findings.size() - most_listed);
  return text;
}

std::string text_of(Where where) {
  return fmt::format("{}:{}", short_path(where.file), where.line);
}

}  // namespace

KernelFault::KernelFault(std::vector<Finding> all) : InternalError(all_of(all)), findings(std::move(all)) {}

void Execution::report(Violation violation, const std::string& place, const std::string& text) {
  if (findings_.size() >= most_findings) return;
  const std::uint64_t block = block_ == nullptr ? 0 : block_->index;
  const unsigned thread = thread_ == nullptr ? 0 : thread_->index;
  findings_.push_back({violation, kernel_, block, thread, place,
                       fmt::format("kernel {}, block {}, thread {}{}: {}", kernel_, block, thread,
                                   place.empty() ? "" : ", " + place, text)});
}

std::string Execution::thread_name(std::uint32_t of_grid) const {
  const std::uint32_t block = of_grid / grid_.threads, thread = of_grid % grid_.threads;
  return block == block_->index ? fmt::format("thread {}", thread)
                                : fmt::format("thread {} of block {}", thread, block);
}

/// Reports a race between two accesses. If both write the same 4-byte word, waits for the second write to finish,
/// because writing an equal value is harmless.
void Execution::report_race(const data::Access& access, const data::Access& earlier, std::uintptr_t address,
                            const std::string& where) {
  if (reported_.contains({access.code, earlier.code})) return;
  if (access.write && earlier.write && !access.atomic && !earlier.atomic && rewrite_.bytes == 0) {
    rewrite_ = {address, data::word_bytes, 0, access, earlier, where};
    std::memcpy(&rewrite_.value, reinterpret_cast<const void*>(address), data::word_bytes);
    return;
  }
  if (!reported_.insert({access.code, earlier.code}).second) return;
  report(
      Violation::race, source_place(access.code),
      fmt::format("{} {}, which {} {} at {}, and no barrier orders the two", access.write ? "writes" : "reads", where,
                  thread_name(earlier.stamp.thread), earlier.write ? "wrote" : "read", source_place(earlier.code)));
}

void Execution::judge_rewrite() {
  const Rewrite rewrite = std::exchange(rewrite_, {});
  if (std::memcmp(&rewrite.value, reinterpret_cast<const void*>(rewrite.address), rewrite.bytes) == 0) return;
  rewrite_.bytes = 1;  // nonzero bytes mark the race as judged, so that report_race() reports it at once
  report_race(rewrite.access, rewrite.earlier, rewrite.address, rewrite.where);
  rewrite_ = {};
}

void Execution::report_outside(std::uintptr_t address, std::uint64_t bytes, const data::Access& access) {
  const Array* array = nearest_array(address);
  std::string where = "outside all arrays";
  if (array != nullptr) {
    where = address < array->first ? fmt::format("{} bytes before {}", array->first - address, array->what)
                                   : fmt::format("at byte {} of {}, which has {}", address - array->first, array->what,
                                                 array->last - array->first);
  }
  report(Violation::outside, source_place(access.code),
         fmt::format("{} {} bytes {}", access.write ? "writes" : "reads", bytes, where));
  abandon();
}

void Execution::report_early(const void* code, const std::string& text) {
  report(Violation::early, code == nullptr ? "" : source_place(code),
         text + " before it has waited for the previous launches, which may not have ended");
  abandon();
}

std::string Execution::waiting_threads() const {
  std::string text;
  std::size_t listed = 0, left = 0;
  for (const auto& block : resident_) {
    for (const Thread& thread : block->threads) {
      if (thread.state == Thread::State::done) continue;
      if (listed == most_listed) {
        ++left;
        continue;
      }
      const bool waits = thread.state != Thread::State::ready;
      text += fmt::format("{}block {}, thread {} {} {}", listed++ == 0 ? "" : ", ", block->index, thread.index,
                          waits ? "waits at" : "was at", waits ? text_of(thread.waits_at) : source_place(thread.code));
    }
  }
  return left == 0 ? text : fmt::format("{}, and {} more", text, left);
}

void Execution::give_up_endless() {
  report(Violation::endless, source_place(thread_->code),
         fmt::format("the launch has not ended after {} steps: {}", most_steps_, waiting_threads()));
  abandon();
}

/// Reports a deadlock: all remaining threads wait.
void Execution::give_up_waiting() {
  abandoned_ = true;
  for (const auto& block : resident_) {
    for (Thread& thread : block->threads) {
      if (thread.state == Thread::State::done) continue;
      block_ = block.get();
      thread_ = &thread;
      return report(Violation::divergence, text_of(thread.waits_at),
                    fmt::format("waits, but not all threads arrive there: {}", waiting_threads()));
    }
  }
}

}  // namespace texelsort::simt
