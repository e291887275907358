#include "compute/check/coverage.h"

#include "compute/gpu/executor.h"
#include "compute/gpu/program_cache.h"

namespace texelsort::algorithms {

void Coverage::merge(const Coverage& other) {
  for (const auto& [variant, program] : other.programs) {
    ProgramCalls& own = programs[variant];
    own.files.insert(program.files.begin(), program.files.end());
    own.calls += program.calls;
  }
  for (const auto& [kernel, launches] : other.kernels) kernels[kernel] += launches;
}

std::set<std::string> Coverage::files() const {
  std::set<std::string> files;
  for (const auto& [variant, program] : programs) files.insert(program.files.begin(), program.files.end());
  return files;
}

CoverageRecorder::CoverageRecorder(gpu::Device* device) : device_(device) {
  if (device_ != nullptr) device_->executor().count_calls(&calls_);
}

CoverageRecorder::~CoverageRecorder() {
  if (device_ != nullptr) device_->executor().count_calls(nullptr);
}

Coverage CoverageRecorder::coverage() const {
  Coverage coverage{.programs = {}, .kernels = launches_.counts()};
  for (const auto& [program, calls] : calls_) {
    const auto& files = device_->programs().files(*program);
    coverage.programs[{program->label(), device_->programs().defines(*program)}] = {{files.begin(), files.end()},
                                                                                    calls};
  }
  return coverage;
}

}  // namespace texelsort::algorithms
