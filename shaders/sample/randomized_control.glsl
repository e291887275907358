// Words that describe the levels listed by the device; compute/algorithms/randomized/device_lists.cpp has the same constants.
//
// A record per level, for the current and the next one: workgroups on three axes for each step, then counts.
const uint record_words = 32u;
const uint for_splitters = 0u, for_count = 3u, for_scatter = 6u, for_move = 9u, for_buckets = 12u, for_scan = 15u, for_sums = 18u;
const uint parent_number = 21u, tile_number = 22u, moved_number = 23u, bucket_number = 24u, table_words = 25u, chunk_number = 26u;
// Words after the records, for all levels: number of small buckets, levels and scatters so far; 1 if all parents of the
// last level hold a single value each; the state; and the last level's parents and table words.
const uint small_number = 64u, level_number = 65u, scatter_number = 66u, all_alike = 67u, state = 68u, last_parents = 69u, last_words = 70u;
// Workgroups that sort small buckets: first after an even number of scatters, then after an odd number.
const uint for_sort = 72u;
const uint goes_on = 0u, is_done = 1u, is_unexpected = 2u, is_full = 3u;
