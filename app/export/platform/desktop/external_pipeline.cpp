#include <algorithm>
#include <array>
#include <span>

#include <fmt/format.h>

#include "app/export/plots/canvas.h"
#include "app/export/plots/external_figures.h"
#include "app/export/plots/external_plot.h"
#include "compute/data/text/number_format.h"

namespace texelsort::app {

namespace {

using external::size_text;
using external::TaskKind;

/// Sizes in ems of the parts of the picture: boxes of tasks, queues, arrows, and names of files. If boxes next to each
/// other would be too narrow, they are drawn below each other.
constexpr float box_height = 5.4f, most_box_height = 9, most_box = 15, queue_width = 4, end_width = 5.2f,
                arrow_width = 1.6f, least_box = 5.8f;
constexpr std::uint64_t most_slots = 6;

constexpr std::array first_phase{TaskKind::read, TaskKind::keys, TaskKind::sort, TaskKind::reorder,
                                 TaskKind::write_runs};
constexpr std::array in_memory{TaskKind::read, TaskKind::keys, TaskKind::sort, TaskKind::reorder, TaskKind::write};
constexpr std::array second_phase{TaskKind::read_runs, TaskKind::merge, TaskKind::write};

/// One phase of an external sort in the picture: its tasks, its input and its output.
struct PhaseRow {
  std::string title, from, to;
  std::span<const TaskKind> tasks;
};

std::string share_text(const external::TaskState& task) {
  return fmt::format("{:.0f} % busy", 100 * task.share);
}

std::string speed_text(const external::TaskState& task) {
  return task.busy_s > 0 ? size_text(static_cast<double>(task.bytes) / task.busy_s) + "/s" : "";
}

std::string task_text(TaskKind kind, const external::TaskState* task) {
  if (task == nullptr) return fmt::format("{}\nnot started", name(kind));
  return fmt::format("{}\n{} processed in {:.2f} s of work: {} of the time of its phase\n{} while it works\n{}",
                     name(kind), size_text(task->bytes), task->busy_s, share_text(*task), speed_text(*task),
                     task->room > 0 ? fmt::format("{} of {} pieces wait before it", task->waiting, task->room)
                                    : "nothing waits before it");
}

class Pipeline {
 public:
  /// Prepares to draw the report of an external sort. `tall` is the height of the tasks' boxes in ems if they are next
  /// to each other.
  Pipeline(Canvas& canvas, const external::SortReport& report, float tall)
      : canvas_(canvas), report_(report), tall_(tall) {}

  /// Draws the tasks of a phase next to each other, below the height `top`. Returns the y of their lower end.
  float draw_across(const PhaseRow& row, float top) {
    const float em = canvas_.em(), inside = canvas_.width() - 2 * em, y = top + 0.5f * tall_ * em;
    const auto count = static_cast<float>(row.tasks.size());
    const float box =
        std::min(most_box * em, (inside - (2 * end_width + 2 * arrow_width + (count - 1) * queue_width) * em) / count);
    float x = em;
    end({x, top, x + end_width * em, top + tall_ * em}, row.from);
    x += end_width * em;
    for (std::size_t i = 0; i < row.tasks.size(); ++i) {
      const float gap = (i == 0 ? arrow_width : queue_width) * em;
      if (i == 0) {
        arrow({x, y}, {x + gap, y});
      } else {
        queue({x, y - 0.5f * em, x + gap, y + 0.5f * em}, row.tasks[i]);
      }
      x += gap;
      task({x, top, x + box, top + tall_ * em}, row.tasks[i], row.tasks);
      x += box;
    }
    arrow({x, y}, {x + arrow_width * em, y});
    x += arrow_width * em;
    end({x, top, x + end_width * em, top + tall_ * em}, row.to);
    return top + tall_ * em;
  }

  /// Draws the tasks of a phase below each other, below the height `top`. Returns the y of their lower end.
  float draw_down(const PhaseRow& row, float top) {
    const float em = canvas_.em(), right = canvas_.width() - em;
    for (std::size_t i = 0; i < row.tasks.size(); ++i) {
      if (i > 0) {
        queue({em, top, em + std::min(right - em, 16 * em), top + 1.8f * em}, row.tasks[i]);
        top += 1.8f * em;
      }
      task({em, top, right, top + 3.6f * em}, row.tasks[i], row.tasks);
      top += 3.6f * em;
    }
    return top;
  }

 private:
  const PlotStyle& style() const { return canvas_.style(); }

  void arrow(Point from, Point to) {
    const float em = canvas_.em();
    canvas_.line({{from.x + 0.15f * em, from.y}, {to.x - 0.4f * em, to.y}}, 0.12f * em, style().dim);
    canvas_.polygon(
        {{to.x - 0.6f * em, to.y - 0.32f * em}, {to.x - 0.6f * em, to.y + 0.32f * em}, {to.x - 0.1f * em, to.y}},
        style().dim);
  }

  /// Draws a text at one end of a phase, which names the files that the phase reads or writes.
  void end(const Area& area, const std::string& text) {
    const float em = canvas_.em(), middle = 0.5f * (area.left + area.right);
    canvas_.line({{area.left, area.top}, {area.right, area.top}}, 0.12f * em, style().dim);
    canvas_.line({{area.left, area.bottom}, {area.right, area.bottom}}, 0.12f * em, style().dim);
    const std::size_t cut = text.find('\n');
    const float y = 0.5f * (area.top + area.bottom), room = area.right - area.left - 0.2f * em;
    canvas_.text({middle, cut == std::string::npos ? y : y - 0.72f * em}, Side::middle, text.substr(0, cut),
                 style().text, room);
    if (cut != std::string::npos) {
      canvas_.text({middle, y + 0.72f * em}, Side::middle, text.substr(cut + 1), style().dim, room);
    }
  }

  void task(const Area& area, TaskKind kind, std::span<const TaskKind> phase) {
    const float em = canvas_.em(), middle = 0.5f * (area.left + area.right), room = area.right - area.left - 0.6f * em;
    const external::TaskState* state = task_of(report_.state, kind);
    const bool busiest = state != nullptr && busiest_of(report_.state, phase) == kind && state->share > 0;
    canvas_.fill(area, mixed(style().background, style().text, 0.07));
    const float height = (area.bottom - area.top) / em, spare = std::max(0.0f, height - box_height);
    const Area track{area.left, area.bottom - (0.7f + 0.25f * spare) * em, area.right, area.bottom};
    canvas_.fill(track, style().line);
    if (state != nullptr) {
      const float end = track.left + static_cast<float>(state->share) * (track.right - track.left);
      canvas_.fill({track.left, track.top, end, track.bottom}, busiest ? style().accent : style().series.front());
    }
    canvas_.frame(area, (busiest ? 0.16f : 0.08f) * em, busiest ? style().accent : style().dim);
    const Colour words = state != nullptr ? style().text : style().dim;
    const bool wide = height < 4.5f;
    if (wide) {
      const float y = area.top + 1.5f * em;
      canvas_.text({area.left + 0.5f * em, y}, Side::left, name(kind), words, 0.4f * room, Face::bold);
      if (state != nullptr) {
        canvas_.text({area.right - 0.5f * em, y}, Side::right, share_text(*state) + ", " + speed_text(*state), words,
                     0.58f * room);
      }
    } else {
      const float first = area.top + (1.0f + 0.2f * spare) * em, step = (1.38f + 0.15f * spare) * em;
      canvas_.text({middle, first}, Side::middle, name(kind), words, room, Face::bold);
      if (state != nullptr) {
        canvas_.text({middle, first + step}, Side::middle, share_text(*state), words, room);
        canvas_.text({middle, first + 2 * step}, Side::middle, speed_text(*state), style().dim, room);
      }
    }
    canvas_.hit({.area = area, .text = task_text(kind, state)});
  }

  /// Draws the queue in front of a task: one piece per slot, filled if it contains waiting data.
  void queue(const Area& area, TaskKind before) {
    const float em = canvas_.em(), y = 0.5f * (area.top + area.bottom), middle = 0.5f * (area.left + area.right);
    const bool down = area.bottom - area.top > 1.2f * em;
    const external::TaskState* state = task_of(report_.state, before);
    if (state == nullptr || state->room == 0) {
      if (down) return arrow_down(middle, area.top, area.bottom);
      return arrow({area.left, y}, {area.right, y});
    }
    const auto slots = static_cast<float>(std::min(state->room, most_slots));
    const float all = 3.3f * em, slot = all / slots, left = middle - 0.5f * all;
    const double filled = static_cast<double>(state->waiting) / static_cast<double>(state->room);
    for (std::uint64_t i = 0; i < std::min(state->room, most_slots); ++i) {
      const float x = left + static_cast<float>(i) * slot;
      const Area piece{x + 0.08f * em, y - 0.45f * em, x + slot - 0.08f * em, y + 0.45f * em};
      // Fill the slots from the end at which the task removes data from the queue.
      const bool holds = static_cast<double>(i + 1) > static_cast<double>(slots) * (1 - filled) + 1e-6;
      if (holds) canvas_.fill(piece, style().series.front());
      canvas_.frame(piece, 0.08f * em, style().dim);
    }
    const std::string words = fmt::format("{} of {}", state->waiting, state->room);
    if (down) {
      canvas_.text({middle + 2.2f * em, y}, Side::left, words, style().dim, area.right - middle - 2.2f * em);
    } else {
      canvas_.text({middle, y + 1.3f * em}, Side::middle, words, style().dim, area.right - area.left);
    }
    canvas_.hit(
        {.area = area,
         .text = fmt::format("{} of at most {} pieces wait before {}: {}", state->waiting, state->room, name(before),
                             filled > 0.5 ? "earlier tasks wait for it" : "it waits for earlier tasks")});
  }

  void arrow_down(float x, float top, float bottom) {
    const float em = canvas_.em();
    canvas_.line({{x, top + 0.2f * em}, {x, bottom - 0.5f * em}}, 0.12f * em, style().dim);
    canvas_.polygon(
        {{x - 0.32f * em, bottom - 0.6f * em}, {x + 0.32f * em, bottom - 0.6f * em}, {x, bottom - 0.1f * em}},
        style().dim);
  }

  Canvas& canvas_;
  const external::SortReport& report_;
  float tall_;
};

std::string rate_text(std::uint64_t bytes, double seconds) {
  return seconds > 0 && bytes > 0 ? size_text(static_cast<double>(bytes) / seconds) + "/s" : "";
}

/// Returns the progress and speed of a phase, for example ": 1.20 GB in 3.40 s, 353 MB/s". Returns ": not started" for
/// a phase that has not begun.
std::string phase_text(const external::SortReport& report, std::span<const TaskKind> tasks, double seconds) {
  const external::TaskState* last = task_of(report.state, tasks.back());
  if (last == nullptr || !(seconds > 0)) return ": not started";
  return fmt::format(": {} in {:.2f} s, {}", size_text(last->bytes), seconds, rate_text(last->bytes, seconds));
}

std::vector<PhaseRow> rows_of(const external::SortReport& report) {
  const external::SortState& state = report.state;
  const std::uint64_t n = report.bytes > 0 ? report.bytes : std::max(state.input_bytes, report.plan.input_bytes);
  const std::string all = n > 0 ? "\n" + size_text(n) : "";
  if (report.plan.fits) {
    return {{"The input fits into memory" + phase_text(report, in_memory, state.runs_s), "input" + all, "output" + all,
             in_memory}};
  }
  const std::uint64_t runs = state.runs > 0 ? state.runs : report.runs > 0 ? report.runs : report.plan.runs;
  const std::string kept = runs > 0 ? data::counted(runs, "run") : "runs";
  return {{"Phase 1, runs" + phase_text(report, first_phase, state.runs_s), "input" + all, kept, first_phase},
          {"Phase 2, merge" + phase_text(report, second_phase, state.merge_s), kept, "output" + all, second_phase}};
}

std::string subtitle_of(const external::SortReport& report) {
  const external::SortState& state = report.state;
  std::string text = report.algorithm.empty() ? "" : "sorted by " + report.algorithm + "; ";
  text += state.phase == external::SortPhase::done
              ? fmt::format("{} in {:.2f} s", size_text(report.bytes), state.seconds)
              : fmt::format("{}, {:.0f} s", name(state.phase), state.seconds);
  if (state.left_s >= 0) text += fmt::format(", {:.0f} s left", state.left_s);
  if (const auto efficiency = io_efficiency(report))
    text += fmt::format(", I/O efficiency {:.0f} %", 100 * *efficiency);
  if (report.peak_bytes > 0) text += fmt::format(", at most {} of memory", size_text(report.peak_bytes));
  return text;
}

}  // namespace

const external::TaskState* task_of(const external::SortState& state, TaskKind kind) {
  const auto found = std::ranges::find(state.tasks, kind, &external::TaskState::task);
  return found == state.tasks.end() ? nullptr : &*found;
}

std::optional<TaskKind> busiest_of(const external::SortState& state, std::span<const TaskKind> tasks) {
  const external::TaskState* busiest = nullptr;
  for (const TaskKind kind : tasks) {
    const external::TaskState* task = task_of(state, kind);
    if (task != nullptr && (busiest == nullptr || task->share > busiest->share)) busiest = task;
  }
  return busiest == nullptr ? std::nullopt : std::optional(busiest->task);
}

Plot external_pipeline(const external::SortReport& report, const std::string& title, const PlotStyle& style) {
  const float em = style.em;
  const auto rows = rows_of(report);
  const float fixed = 2 + 2 * end_width + 2 * arrow_width + 4 * queue_width;
  const bool across = style.width >= (fixed + 5 * least_box) * em;
  float needed = (title.empty() ? 7.5f : 9.5f) * em;
  for (const PhaseRow& row : rows) {
    const auto count = static_cast<float>(row.tasks.size());
    needed += (across ? box_height + 4.5f : 5.4f * count + 3) * em;
  }
  Canvas canvas(style, title, subtitle_of(report), std::max(style.height, needed));
  const float spare = (canvas.height() - needed) / em / static_cast<float>(rows.size());
  Pipeline pipeline(canvas, report, std::clamp(box_height + spare, box_height, most_box_height));
  float y = canvas.top() + 0.6f * em;
  for (const PhaseRow& row : rows) {
    canvas.text({em, y + 0.6f * em}, Side::left, row.title, style.text, canvas.width() - 2 * em);
    y += 2.1f * em;
    y = (across ? pipeline.draw_across(row, y) : pipeline.draw_down(row, y)) + 2.2f * em;
  }
  canvas.paragraph(
      {em, y - 0.8f * em},
      "The strip of a box shows the share of the phase in which its task worked. The framed task is the "
      "busiest; the others wait for it. The queue between two boxes shows the waiting pieces and the capacity.",
      style.dim, canvas.width() - 2 * em, 3);
  return std::move(canvas.plot());
}

}  // namespace texelsort::app
