#pragma once

#include <vector>

#include "compute/gpu/device.h"
#include "compute/gpu/executor.h"
#include "tests/support/spirv/dispatch.h"

namespace texelsort::spirv {

/// Records every dispatch of a device during its lifetime, and the resulting buffers.
class Watch final : public gpu::CallObserver {
 public:
  struct Seen {
    Dispatch dispatch;
    std::vector<std::vector<std::uint32_t>> after;  ///< contents of its memories after the dispatch
  };

  explicit Watch(gpu::Device& device);
  ~Watch() override;
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  void before(const gpu::DispatchCall& call, std::uint32_t columns, std::uint32_t rows) override;
  void after(const gpu::DispatchCall& call) override;

  const std::vector<Seen>& seen() const { return seen_; }
  std::vector<Seen> take() { return std::move(seen_); }

 private:
  gpu::Device& device_;
  std::vector<Seen> seen_;
};

}  // namespace texelsort::spirv
