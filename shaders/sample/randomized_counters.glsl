// Counters in shared memory that neighbouring invocations take turns in using. COUNTERS of them a bucket; with one for each invocation
// nothing is shared, and what is counted does not depend on anyone's pace.
shared uint counters[K * COUNTERS];

uint own_counter(uint bucket) { return bucket * uint(COUNTERS) + gl_LocalInvocationID.x % uint(COUNTERS); }

// The counter's value before.
uint count_up(uint counter) {
#if COUNTERS == WORKGROUP
  return counters[counter]++;
#else
  return atomicAdd(counters[counter], 1u);
#endif
}
