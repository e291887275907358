#pragma once

#include <vector>

/// Which devices a sort across several of them works on, and how one thread works on all of them.
namespace texelsort::cuda {

/// NVIDIA's, in this order; empty: all that are fit.
std::vector<int>& wanted_devices();
/// Those, or this thread's own; the CPU where it executes the kernels.
std::vector<int> devices_to_share();

/// Whether kernels of each read and write the memory of all: where they are one, too.
bool reach_each_other(const std::vector<int>& ordinals);

/// For as long as this lives, these are the devices that this thread's sorts share, whatever is wanted: one of several
/// threads may have one for itself.
class ShareAmong {
 public:
  explicit ShareAmong(std::vector<int> ordinals);
  ~ShareAmong();
  ShareAmong(const ShareAmong&) = delete;
  ShareAmong& operator=(const ShareAmong&) = delete;

 private:
  std::vector<int> before_;
};

/// The present device's number; see use().
int present_ordinal();

/// Makes a device the present one for as long as this lives.
class StayOn {
 public:
  explicit StayOn(int ordinal);
  ~StayOn();
  StayOn(const StayOn&) = delete;
  StayOn& operator=(const StayOn&) = delete;

 private:
  int before_;
};

}  // namespace texelsort::cuda
