#include "compute/cuda/stream.h"

#include "compute/cuda/device.h"
#include "compute/cuda/driver.h"

namespace texelsort::cuda {

Stream::Stream(int ordinal, bool aside) : ordinal_(ordinal) {
  use(ordinal);
  CUstream_st* made = present_driver().make_stream(aside ? Driver::Turn::aside : Driver::Turn::first);
  handle_ = std::unique_ptr<CUstream_st, GiveBack>(made, GiveBack{&present_driver()});
}

void Stream::wait() const {
  driver().wait(handle());
}

}  // namespace texelsort::cuda
