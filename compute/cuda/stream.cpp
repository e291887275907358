#include "compute/cuda/stream.h"

#include "compute/cuda/device.h"
#include "compute/cuda/driver.h"

namespace texelsort::cuda {

Stream::Stream(int ordinal, const std::optional<simt::Options>& on_cpu, bool aside)
    : ordinal_(ordinal), on_cpu_(on_cpu) {
  use(ordinal);
  CUstream_st* made = present_driver().make_stream(aside ? Driver::Turn::aside : Driver::Turn::first, on_cpu);
  handle_ = std::unique_ptr<CUstream_st, GiveBack>(made, GiveBack{&present_driver()});
}

void Stream::wait() const {
  driver().wait(handle());
}

}  // namespace texelsort::cuda
