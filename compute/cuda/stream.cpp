#include "compute/cuda/stream.h"

#include "compute/cuda/device.h"
#include "compute/cuda/driver.h"

namespace texelsort::cuda {

Stream::Stream(int ordinal) : ordinal_(ordinal) {
  use(ordinal);
  handle_ = std::unique_ptr<CUstream_st, GiveBack>(present_driver().make_stream(), GiveBack{&present_driver()});
}

void Stream::wait() const {
  driver().wait(handle());
}

}  // namespace texelsort::cuda
