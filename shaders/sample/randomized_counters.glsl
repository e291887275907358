// COUNTERS counters per bucket in shared memory; adjacent invocations use different counters. With one counter per
// invocation, no counter is shared, and the result does not depend on timing.
shared uint counters[K * COUNTERS];

uint own_counter(uint bucket) { return bucket * uint(COUNTERS) + gl_LocalInvocationID.x % uint(COUNTERS); }

// Increments a counter and returns its previous value.
uint count_up(uint counter) {
#if COUNTERS == WORKGROUP
  return counters[counter]++;
#else
  return atomicAdd(counters[counter], 1u);
#endif
}
