// Logs the address of each function that a program compiled with -finstrument-functions enters. Writes 8 bytes per call
// to $WALK_LOG, relative to the program's load address, for the main thread only.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

extern char __executable_start;

__attribute__((no_instrument_function)) void __cyg_profile_func_enter(void* function, void* caller) {
  static FILE* log;
  static int asked;
  (void)caller;
  if (syscall(SYS_gettid) != getpid()) return;
  if (!asked) {
    const char* path = getenv("WALK_LOG");
    asked = 1;
    if (path != NULL) log = fopen(path, "wb");
  }
  if (log == NULL) return;
  const uint64_t place = (uint64_t)((char*)function - &__executable_start);
  fwrite(&place, sizeof place, 1, log);
}

__attribute__((no_instrument_function)) void __cyg_profile_func_exit(void* function, void* caller) {
  (void)function;
  (void)caller;
}
