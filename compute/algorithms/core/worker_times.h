#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace texelsort::algorithms {

/// Times of one pass for workers that run in parallel with separate memory, and the transfers between them.
struct WorkerTimes {
  struct Worker {
    std::uint64_t number = 0;
    std::string name;  ///< "rank 2 (device 2, NVIDIA H200)"
    double ms = 0;     ///< from its earliest start until its part of the pass is done
    std::uint64_t bytes = 0;
  };
  struct Link {
    std::uint64_t from = 0, to = 0;  ///< indices of workers
    std::string way;                 ///< "NCCL 2.28.3, NVLink, 18 links"
    double bytes_per_second = 0;     ///< Maximum bandwidth of this way. 0: unknown.
    double ms = 0;                   ///< from the start of sending until the receiver has all bytes
    std::uint64_t bytes = 0;
  };
  std::vector<Worker> workers;
  std::vector<Link> links;
};

}  // namespace texelsort::algorithms
