/* How many different hashes there are, from the registers of a HyperLogLog sketch that an engine
 * fills in plain SQL. P. Flajolet, E. Fusy, O. Gandouet, F. Meunier: HyperLogLog (AofA 2007). */
#ifndef SHOAL_DATABASE_DISTINCT_ESTIMATE_H
#define SHOAL_DATABASE_DISTINCT_ESTIMATE_H

#include <stddef.h>
#include <stdint.h>

/* Registers: the lowest bits of a hash number one of them. A standard error of 1.6 %. */
#define DISTINCT_BITS 12
#define DISTINCT_REGISTERS ((size_t)1 << DISTINCT_BITS)

/* lowest[register]: of the hashes of that register, without their lowest DISTINCT_BITS bits, the
 * largest power of two that divides one of them; 0: the register has no hash. */
double distinct_estimate(const uint64_t lowest[DISTINCT_REGISTERS]);

#endif
