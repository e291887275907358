#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace texelsort::algorithms {

/// Times in one pass of workers that run in parallel with separate memory, and times of the transfers between the
/// workers.
struct WorkerTimes {
  struct Worker {
    std::uint64_t number = 0;
    std::string name;  ///< name of the worker, for example "rank 2 (device 2, NVIDIA H200)"
    double ms = 0;  ///< milliseconds from the earliest start of the worker until it has finished its part of the pass
    std::uint64_t bytes = 0;
  };
  struct Link {
    std::uint64_t from = 0, to = 0;  ///< indices of the sending and the receiving worker
    std::string way;                 ///< technology of the transfer, for example "NCCL 2.28.3, NVLink, 18 links"
    double bytes_per_second = 0;  ///< Maximum bandwidth of the link in bytes per second. 0 if the bandwidth is unknown.
    double ms = 0;                ///< milliseconds from the start of sending until the receiver has all bytes
    std::uint64_t bytes = 0;
  };
  std::vector<Worker> workers;
  std::vector<Link> links;
};

}  // namespace texelsort::algorithms
