#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "compute/algorithms/scripted/description.h"
#include "compute/algorithms/scripted/pass_call.h"

namespace texelsort::algorithms::scripted {

/// The passes of a script for problems of one form.
struct ScriptPlan {
  std::shared_ptr<const Description> description;
  ProblemForm form;
  TextValues values;
  std::vector<BufferSpec> buffers;
  std::vector<std::shared_ptr<const PassCall>> passes;  ///< all passes, unless the script decides them as it runs
  bool decides = false;  ///< true if the script reads results between passes, so that `passes` are only the first
};

/// Makes a run of compute passes, and loads the input. Throws UsageError if the passes do not fit their shaders.
std::unique_ptr<Run> make_compute_run(gpu::Device& device, std::shared_ptr<const Problem> problem,
                                      std::shared_ptr<const ScriptPlan> plan);
/// The same for fragment passes.
std::unique_ptr<Run> make_fragment_run(gpu::Device& device, std::shared_ptr<const Problem> problem,
                                       std::shared_ptr<const ScriptPlan> plan);

/// Throws ScriptError for the request of a pass after `passes` others, if these are too many: a loop of the script may
/// never end.
void require_few_passes(const script::Script& script, const script::Request& request, std::size_t passes);

/// Decisions of a script's routine: what it has read so far. A routine that gets the same answers makes the same
/// requests, so that they restore it.
class Progress {
 public:
  explicit Progress(std::shared_ptr<const ScriptPlan> plan) : plan_(std::move(plan)) {}

  /// Returns the next pass. Null if no pass is left. `answer` returns the result of a request other than `pass`.
  template <typename Answer>
  std::shared_ptr<const PassCall> next(Answer answer) {
    if (routine_ == nullptr) start();
    script::Value reply;
    while (auto request = routine_->resume(reply)) {
      if (request->name == "pass") {
        require_few_passes(plan_->description->script(), *request, passes_++);
        return std::make_shared<const PassCall>(
            read_pass(plan_->description->script(), *request, plan_->description->info().backend == Backend::fragment));
      }
      reply = answer(*request);
      answers_.push_back(reply);
    }
    ended_ = true;
    return nullptr;
  }

  bool ended() const { return ended_; }
  const std::vector<script::Value>& answers() const { return answers_; }
  /// Forgets everything, so that the first pass is next.
  void restart();
  /// Goes back or forward to the state after `passes` passes with these answers.
  void restore(std::uint64_t passes, const std::vector<script::Value>& answers);

 private:
  void start();

  std::shared_ptr<const ScriptPlan> plan_;
  std::unique_ptr<script::Routine> routine_;
  std::vector<script::Value> answers_;
  std::uint64_t passes_ = 0;
  bool ended_ = false;
};

/// Reads words of a buffer for a request `read`. `word_count` is the number of words of the buffer.
struct ReadRequest {
  std::string buffer;
  std::uint64_t first = 0, count = 0;
};
/// Returns the arguments of `read`. Throws UsageError with file and line.
ReadRequest read_request(const script::Script& script, const script::Request& request);

/// Stage names and their numbers, as passes come.
class StageCounter {
 public:
  /// Returns the number of the stage of the next pass.
  std::uint64_t next(const std::string& stage) {
    if (!last_ || *last_ != stage) {
      if (last_) ++number_;
      last_ = stage;
    }
    return number_;
  }
  void restart() { *this = {}; }

 private:
  std::optional<std::string> last_;
  std::uint64_t number_ = 0;
};

}  // namespace texelsort::algorithms::scripted
