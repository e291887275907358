#include "app/problem/messages.h"

#include <atomic>
#include <cerrno>

#include <unistd.h>

#include "app/problem/progress.h"
#include "compute/data/text/outgoing_text.h"
#include "compute/data/text/text_place.h"

namespace texelsort::app {

namespace {

std::atomic<bool> quiet_now = false;

constexpr std::string_view message_start = "texelsort: ";

/// Returns the byte offset of the character with index `count` in a UTF-8 text.
std::size_t character_at(std::string_view text, std::size_t count) {
  std::size_t at = 0;
  for (; at < text.size(); ++at) {
    if (!data::continues_character(text[at]) && count-- == 0) return at;
  }
  return at;
}

std::size_t characters(std::string_view text) {
  std::size_t count = 0;
  for (const char byte : text) count += data::continues_character(byte) ? 0 : 1;
  return count;
}

void say(std::string_view message) {
  const std::string line = one_line(message, most_message_characters - message_start.size());
  show_progress("");
  write_to_standard_error(std::string(message_start) + line + "\n");
}

}  // namespace

std::string one_line(std::string_view message, std::size_t most) {
  while (!message.empty() && (message.back() == '\n' || message.back() == '\r')) message.remove_suffix(1);
  std::string line;
  for (const char byte : data::outgoing_text(message)) {
    line += byte == '\n' ? "; " : byte == '\r' || byte == '\t' ? " " : std::string(1, byte);
  }
  const std::size_t count = characters(line);
  if (count <= most) return line;
  constexpr std::string_view gap = " ... ";
  const std::size_t kept = most - gap.size(), head = kept * 2 / 3;
  return line.substr(0, character_at(line, head)) + std::string(gap) +
         line.substr(character_at(line, count - (kept - head)));
}

void say_error(std::string_view message) {
  say(message);
}

void say_note(std::string_view message) {
  if (!is_quiet()) say("note: " + std::string(message));
}

void say_warning(std::string_view message) {
  say("warning: " + std::string(message));
}

void write_to_standard_error(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = write(STDERR_FILENO, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
}

void be_quiet() {
  quiet_now = true;
}

bool is_quiet() {
  return quiet_now;
}

}  // namespace texelsort::app
