#pragma once

struct CUstream_st;

namespace texelsort::simt {

/// What a CUstream_st* of the device that executes kernels on the CPU points to. A launch is executed when it is made;
/// in a queue that hangs it never is.
struct Queue {
  bool hangs = false;
};

inline bool hangs(const CUstream_st* stream) {
  return stream != nullptr && reinterpret_cast<const Queue*>(stream)->hangs;
}

}  // namespace texelsort::simt
