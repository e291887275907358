// What the device keeps of the levels that it lists for itself, in words; compute/algorithms/randomized/device_lists.cpp has the same.
//
// A record of each of two levels, the present one and the next: workgroups along three axes for each step, then numbers.
const uint record_words = 32u;
const uint for_splitters = 0u, for_count = 3u, for_scatter = 6u, for_move = 9u, for_buckets = 12u, for_scan = 15u, for_sums = 18u;
const uint parent_number = 21u, tile_number = 22u, moved_number = 23u, bucket_number = 24u, table_words = 25u, chunk_number = 26u;
// What all levels share, after the records: small buckets so far, levels that have been, scatters among them, whether the last one's
// parents all hold one value each, what comes next, and of the last level parents and words of its table;
const uint small_number = 64u, level_number = 65u, scatter_number = 66u, all_alike = 67u, state = 68u, last_parents = 69u, last_words = 70u;
// workgroups that sort the small buckets, where the array stands after an even number of scatters and after an odd one.
const uint for_sort = 72u;
const uint goes_on = 0u, is_done = 1u, is_unexpected = 2u, is_full = 3u;
