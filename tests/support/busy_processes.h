#pragma once

#include <csignal>
#include <thread>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

namespace texelsort::tests {

/// Keeps all processors busy by other processes, until the object is destroyed.
class BusyProcesses {
 public:
  BusyProcesses() {
    for (unsigned i = 0; i < std::thread::hardware_concurrency(); ++i) {
      const pid_t child = fork();
      if (child == 0) {
        const volatile bool goes_on = true;
        while (goes_on) {
        }
      }
      children_.push_back(child);
    }
  }
  ~BusyProcesses() {
    for (const pid_t child : children_) {
      kill(child, SIGKILL);
      waitpid(child, nullptr, 0);
    }
  }
  BusyProcesses(const BusyProcesses&) = delete;
  BusyProcesses& operator=(const BusyProcesses&) = delete;

 private:
  std::vector<pid_t> children_;
};

}  // namespace texelsort::tests
