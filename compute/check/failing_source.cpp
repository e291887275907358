#include <limits>
#include <ranges>
#include <vector>

#include "compute/algorithms/cuda/kernel_sources.h"
#include "compute/check/run_check.h"
#include "compute/data/text/source_text.h"
#include "compute/gpu/executor.h"
#include "compute/gpu/program_cache.h"
#include "compute/simt/recorder.h"

namespace texelsort::algorithms {
namespace {

/// Records which programs an executor draws or dispatches, as long as it exists.
class ProgramNotes {
 public:
  explicit ProgramNotes(gpu::Executor& executor) : executor_(executor) { executor_.note_programs(&programs_); }
  ~ProgramNotes() { executor_.note_programs(nullptr); }
  ProgramNotes(const ProgramNotes&) = delete;
  ProgramNotes& operator=(const ProgramNotes&) = delete;

  const std::vector<const gpu::Program*>& programs() const { return programs_; }

 private:
  gpu::Executor& executor_;
  std::vector<const gpu::Program*> programs_;
};

/// Returns the first line of a source that is marked with a role, such as comparing keys. Returns null if no line has
/// the role.
std::optional<SourcePlace> marked_line(const data::SourceText& source, data::LineRole role, bool shader) {
  for (const data::SourceLine& line : source.lines) {
    if (line.counts() && line.mark && line.mark->has(role))
      return SourcePlace{source.files[line.file], line.number, shader};
  }
  return std::nullopt;
}

/// Returns the number of the line "void main()" of a shader, or 1 if the shader has no such line.
std::uint32_t main_line(const data::SourceText& source) {
  for (const data::SourceLine& line : source.lines) {
    if (line.file == 0 && line.counts() && line.text.starts_with("void main()")) return line.number;
  }
  return 1;
}

/// Returns the source line to show for a failed pass. Prefers the first line marked as comparing keys, then one marked
/// as writing keys, then the start of the main function. `sources` begins with the last program of a pass, because
/// earlier programs often only clear buffers. Returns null if there are no sources.
std::optional<SourcePlace> best_line(const std::vector<data::SourceText>& sources, bool shader) {
  for (const data::LineRole role : {data::LineRole::compares, data::LineRole::writes}) {
    for (const data::SourceText& source : sources) {
      if (const auto place = marked_line(source, role, shader)) return place;
    }
  }
  if (sources.empty() || sources.front().files.empty()) return std::nullopt;
  return SourcePlace{sources.front().files.front(), main_line(sources.front()), shader};
}

}  // namespace

std::optional<SourcePlace> source_of_pass(Run& run, std::uint64_t pass, gpu::Device* device) {
  run.rewind();
  while (run.passes_done() < pass && run.step()) {
  }
  std::optional<ProgramNotes> notes;
  if (device != nullptr) notes.emplace(device->executor());
  simt::Recorder recorder({.launch = std::numeric_limits<std::size_t>::max()});
  run.step();
  std::vector<data::SourceText> sources;
  if (notes) {
    for (const gpu::Program* program : notes->programs() | std::views::reverse) {
      auto stages = device->programs().source(*program);
      for (auto stage = stages.rbegin(); stage != stages.rend(); ++stage) {
        sources.push_back(data::read_source(stage->source.text, stage->source.files));
      }
    }
  }
  if (auto place = best_line(sources, true)) return place;
  const simt::Recording recording = recorder.take();
  for (const auto& launch : recording.launches | std::views::reverse) {
    for (const KernelSource* file : kernel_files(launch.kernel)) {
      sources.push_back(data::read_kernel(file->text, "compute/" + std::string(file->path), launch.kernel));
    }
  }
  return best_line(sources, false);
}

}  // namespace texelsort::algorithms
