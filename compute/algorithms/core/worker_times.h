#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace texelsort::algorithms {

/// What a pass took each of those who execute it side by side with memory of their own, and what went between them.
struct WorkerTimes {
  struct Worker {
    std::uint64_t number = 0;
    std::string name;  ///< "rank 2 (device 2, NVIDIA H200)"
    double ms = 0;     ///< from when it may begin until its own part of the pass is done
    std::uint64_t bytes = 0;
  };
  struct Link {
    std::uint64_t from = 0, to = 0;  ///< workers
    std::string way;                 ///< "NCCL 2.28.3, NVLink, 18 links"
    double bytes_per_second = 0;     ///< of this way at the most; 0: unknown
    double ms = 0;                   ///< from when sending begins until the receiver has all
    std::uint64_t bytes = 0;
  };
  std::vector<Worker> workers;
  std::vector<Link> links;
};

}  // namespace texelsort::algorithms
