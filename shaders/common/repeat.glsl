// EACH_n(M, b) expands macro M for n successive numbers, M(b) to M(b + n - 1), instead of a loop. Some compilers do not
// unroll loops of more than 32 iterations. Arrays that such loops index then stay in memory instead of registers.
#define EACH_1(M, b) M(b)
#define EACH_2(M, b) EACH_1(M, b) EACH_1(M, b + 1)
#define EACH_4(M, b) EACH_2(M, b) EACH_2(M, b + 2)
#define EACH_8(M, b) EACH_4(M, b) EACH_4(M, b + 4)
#define EACH_16(M, b) EACH_8(M, b) EACH_8(M, b + 8)
#define EACH_32(M, b) EACH_16(M, b) EACH_16(M, b + 16)
#define EACH_64(M, b) EACH_32(M, b) EACH_32(M, b + 32)
#define EACH_128(M, b) EACH_64(M, b) EACH_64(M, b + 64)
