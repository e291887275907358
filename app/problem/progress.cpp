#include "app/problem/progress.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>

#include <fmt/format.h>
#include <unistd.h>

#include "app/problem/host.h"
#include "app/problem/messages.h"
#include "compute/gpu/first_use.h"

namespace texelsort::app {

namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr auto timeout = std::chrono::seconds(2);
constexpr auto redrawn_every = std::chrono::milliseconds(250);
constexpr std::string_view wipe = "\r\x1b[K";

/// Owns the progress line and a thread that redraws it, so that the displayed time advances during a long call.
class ProgressLine {
 public:
  ProgressLine() = default;
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine() {
    if (!drawer_.joinable()) return;
    {
      const std::lock_guard lock(mutex_);
      ended_ = true;
      erase();
    }
    changed_.notify_one();
    drawer_.join();
  }

  void show(std::string text) {
    if (!terminal_ || is_quiet()) return;
    const std::lock_guard lock(mutex_);
    text_ = std::move(text);
    if (text_.empty()) return erase();
    start();
  }

  void begin_first_use(const std::string& shader) {
    if (is_quiet()) return;
    const std::lock_guard lock(mutex_);
    shader_ = shader;
    shader_start_ = SteadyClock::now();
    start();
  }

  void end_first_use() {
    const std::lock_guard lock(mutex_);
    if (!shader_.empty() && text_.empty()) erase();
    shader_.clear();
  }

 private:
  /// Callers of start() and of the functions below must have locked the mutex.
  void start() {
    if (drawer_.joinable()) return;
    try {
      drawer_ = std::thread([this] { draw_until_ended(); });
    } catch (const std::system_error&) {
      // Show no progress if no thread can be started, as in a browser.
    }
  }
  void erase() {
    if (drawn_) write_to_standard_error(wipe);
    drawn_ = false;
  }
  void draw() {
    const auto now = SteadyClock::now();
    const bool slow_shader = !shader_.empty() && now - shader_start_ >= timeout;
    if (terminal_ && now - start_ >= timeout && (slow_shader || !text_.empty())) {
      const std::string text = slow_shader ? "OpenGL compiles " + shader_ + " at its first use" : text_;
      const double seconds = std::chrono::duration<double>(now - start_).count();
      write_to_standard_error(std::string(wipe) + progress_line(text, seconds, terminal_columns(STDERR_FILENO)));
      drawn_ = true;
    }
    if (slow_shader && !terminal_ && !noted_) {
      noted_ = true;
      const std::string line =
          one_line(fmt::format("texelsort: note: OpenGL has been compiling {} at its first use for {} seconds", shader_,
                               std::chrono::duration_cast<std::chrono::seconds>(timeout).count()));
      write_to_standard_error(line + "\n");
    }
  }
  void draw_until_ended() {
    std::unique_lock lock(mutex_);
    while (!changed_.wait_for(lock, redrawn_every, [this] { return ended_; })) {
      try {
        draw();
      } catch (const std::bad_alloc&) {
        // Show no progress if there is too little memory for the text.
      }
    }
  }

  const bool terminal_ = isatty(STDERR_FILENO) == 1;
  const SteadyClock::time_point start_ = SteadyClock::now();
  std::mutex mutex_;
  std::condition_variable changed_;
  std::thread drawer_;
  std::string text_, shader_;
  SteadyClock::time_point shader_start_;
  bool drawn_ = false, noted_ = false, ended_ = false;
};

ProgressLine& the_line() {
  static ProgressLine line;
  return line;
}

}  // namespace

void show_progress(std::string text) {
  the_line().show(std::move(text));
}

void tell_slow_shaders() {
  the_line();
  gpu::watch_first_uses({.begin = [](const std::string& shader) { the_line().begin_first_use(shader); },
                         .end = [] { the_line().end_first_use(); }});
}

std::string progress_line(std::string_view text, double seconds, std::size_t columns) {
  const std::string time = fmt::format("  {:.0f} s", seconds);
  const std::size_t room = columns > time.size() + 10 ? columns - time.size() - 1 : 10;
  return one_line(text, room) + time;
}

}  // namespace texelsort::app
