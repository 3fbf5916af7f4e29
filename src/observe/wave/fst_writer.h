/// Verilator's writer of FST files (fstapi.c) in calls that say when something went wrong.
///
/// The writer itself drops what the system tells it. Here every write is watched: the first error
/// of this thread is kept until `sgdma_fst_error` takes it. The object file shows nothing but these
/// functions, so that it can be linked beside a Verilated model, which has a writer of its own.
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct SgdmaFst;

/// Creates or empties the file; NULL where that fails. Until it is closed a second file stands
/// beside it, with `.hier` behind its name.
struct SgdmaFst* sgdma_fst_create(const char* path);
/// The unit of time is 10^`exponent` seconds. An empty comment is left out.
void sgdma_fst_describe(struct SgdmaFst* file, int exponent, const char* version,
                        const char* comment);
void sgdma_fst_enter_scope(struct SgdmaFst* file, const char* name);
void sgdma_fst_leave_scope(struct SgdmaFst* file);
/// A number above 0 for the table in which value i, as `values[i]`, has the word `words[i]`.
uint32_t sgdma_fst_add_words(struct SgdmaFst* file, const char* name, uint32_t count,
                             uint32_t width, const char** words, const char** values);
/// A number above 0 for the signal. `words` is 0, or a table's number.
uint32_t sgdma_fst_add_signal(struct SgdmaFst* file, const char* name, uint32_t width,
                              uint32_t words);
/// After the last signal. The error is to be asked for before the first time.
void sgdma_fst_end_declarations(struct SgdmaFst* file);
void sgdma_fst_time(struct SgdmaFst* file, uint64_t time);
/// `digits`: as many characters as the signal has bits.
void sgdma_fst_value(struct SgdmaFst* file, uint32_t signal, const char* digits);
/// What waits goes to the file with the next time.
void sgdma_fst_flush(struct SgdmaFst* file);
/// Bytes in the file.
uint64_t sgdma_fst_bytes(struct SgdmaFst* file);
/// Completes the file and releases everything.
void sgdma_fst_close(struct SgdmaFst* file);
/// Releases everything and leaves the file as it is.
void sgdma_fst_abandon(struct SgdmaFst* file);

/// `errno` of the first write that failed in this thread since the last call; 0: none.
int sgdma_fst_error(void);

#ifdef __cplusplus
}
#endif
