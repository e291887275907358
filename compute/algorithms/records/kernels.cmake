texelsort_algorithm_kernels(records/cuda/records.cuh records::Launches once)
