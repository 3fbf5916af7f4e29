/* The cycle-level core of the engine as a reference predictor, for test benches of other simulators
 * (SystemVerilog DPI, VPI, or plain C), without a SystemC kernel. sgdma_dpi_pkg.sv imports it.
 *
 * A predictor is stepped edge by edge. Before an edge it is told what its surroundings did: which
 * work arrived, which requests were accepted, which read beats and write responses came, which
 * queue pairs are reset. `sgdma_dpi_step` then is the clock edge; what the getters return
 * afterwards is what stands in the engine's registers behind it, and what is on the bus from it on.
 * So:
 *  - an acceptance, a beat or a response that is told before edge n is taken at edge n; it must
 * have been valid since the edge before;
 *  - work that is told before edge n is taken in at n, and granted at n + 1 at the earliest.
 *
 * Every function checks its arguments. Those that return int return SGDMA_DPI_OK or an error below
 * zero, after which `sgdma_dpi_last_error` has a text. Nothing is thrown, and nothing ends the
 * process. A predictor may be used by one thread at a time; several do not know of each other.
 */
#ifndef SGDMA_DPI_H
#define SGDMA_DPI_H

#include <stdint.h>

/* What a shared library shows. */
#if defined(__GNUC__)
#define SGDMA_DPI_API __attribute__((visibility("default")))
#else
#define SGDMA_DPI_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Changes with every change of this interface that an old caller would not survive. */
#define SGDMA_DPI_VERSION 1

enum {
  SGDMA_DPI_OK = 0,
  SGDMA_DPI_BAD_HANDLE = -1,
  SGDMA_DPI_BAD_ARGUMENT = -2,
  SGDMA_DPI_BAD_STATE = -3, /* the call does not fit what the bus or the engine does */
  SGDMA_DPI_FAILED = -4     /* a check within the engine; the predictor cannot be stepped further */
};

/* The version of the library. */
SGDMA_DPI_API int sgdma_dpi_version(void);

/* What was wrong last, of any predictor; empty where nothing was. Valid up to the next call. */
SGDMA_DPI_API const char* sgdma_dpi_last_error(void);

/* A predictor with `settings`, "key=value" separated by blanks, commas or semicolons; keys that are
 * not there have their defaults. Sizes are bytes, limits of 0 are unlimited:
 *   slots (1 to 4096), queue_pairs (1 to 1048576), bus_width (4 to 256, a power of two),
 *   max_read_burst, max_write_burst, read_bursts, read_bursts_per_slot, read_bytes, write_bursts,
 *   write_bursts_per_slot, posted_writes (0, 1), slots_per_qp, reserve_gather, reserve_scatter,
 *   completion_depth, policy (round_robin, weighted_round_robin, deficit_round_robin,
 *   strict_priority, oldest_first), quantum, burst_scheduling (round_robin, oldest_first,
 *   run_to_completion), qp_reset, qp_error, bus_fault (finish_beat, finish_burst; the first two
 *   finish_segment and finish_transfer as well), weight.N, priority.N (of queue pair N).
 * Read responses are in order per slot; the id of a beat or response is its slot.
 * `version` is SGDMA_DPI_VERSION of the caller. Null where something is wrong. */
SGDMA_DPI_API void* sgdma_dpi_create(int version, const char* settings);
/* Null is allowed. */
SGDMA_DPI_API void sgdma_dpi_destroy(void* predictor);

/* --- Before an edge ------------------------------------------------------------------------- */

/* A transfer that arrives, without segments yet: of zero length if none are added.
 * `after_scatters`: a gather that waits for the earlier scatters of its queue pair. The tag is
 * opaque. */
SGDMA_DPI_API int sgdma_dpi_post(void* predictor, int qp, int scatter, int after_scatters,
                                 int64_t tag);
/* A segment more of the transfer that was posted last. */
SGDMA_DPI_API int sgdma_dpi_segment(void* predictor, int64_t address, int bytes);
/* The read request that stands on the bus is accepted. */
SGDMA_DPI_API int sgdma_dpi_read_accepted(void* predictor);
/* A read beat of a slot comes: its bursts are answered in their order. `response` as in AXI: 0
 * OKAY, 2 SLVERR, 3 DECERR. */
SGDMA_DPI_API int sgdma_dpi_read_beat(void* predictor, int slot, int response);
/* The write beat that stands on the bus is accepted. */
SGDMA_DPI_API int sgdma_dpi_write_accepted(void* predictor);
/* The oldest write burst of a slot that has gone out is answered. Not where writes are posted. */
SGDMA_DPI_API int sgdma_dpi_write_response(void* predictor, int slot, int response);
/* Queue pair RESET and ERR. */
SGDMA_DPI_API int sgdma_dpi_reset(void* predictor, int qp);
SGDMA_DPI_API int sgdma_dpi_error(void* predictor, int qp);

/* The edge. Returns its number from 0, or an error. */
SGDMA_DPI_API int64_t sgdma_dpi_step(void* predictor);

/* --- Behind an edge --------------------------------------------------------------------------- */

/* The six fields of a slot; where it is not busy the others are 0. */
SGDMA_DPI_API int sgdma_dpi_slot(void* predictor, int slot, int* busy, int* qp, int* scatter,
                                 int64_t* address, int64_t* remaining, int* cursor, int64_t* tag);
/* The read request that stands on the bus: driven, and not accepted yet. */
SGDMA_DPI_API int sgdma_dpi_read_request(void* predictor, int* valid, int* slot, int64_t* address,
                                         int* bytes, int* beats);
/* The write beat that stands on the bus. `first`: of its burst, whose length is `burst_beats`;
 * `offset`: of its first byte in its transfer; `cut`: no byte of it is enabled. */
SGDMA_DPI_API int sgdma_dpi_write_beat(void* predictor, int* valid, int* slot, int64_t* address,
                                       int* bytes, int* first, int* last, int* cut, int64_t* offset,
                                       int* burst_beats);
/* What a direction (0: gather, 1: scatter) was granted at the edge. `slot` is -1 for a transfer of
 * zero length. */
SGDMA_DPI_API int sgdma_dpi_grant(void* predictor, int scatter, int* granted, int* qp, int* slot);
/* The completion that a direction presents at the edge: bytes that moved, and its status as
 * libibverbs numbers it (0 SUCCESS, 5 WR_FLUSH_ERR, 21 GENERAL_ERR). */
SGDMA_DPI_API int sgdma_dpi_completion(void* predictor, int scatter, int* presented, int64_t* bytes,
                                       int* status, int64_t* tag);
/* The fault of a direction that was recorded at the edge. */
SGDMA_DPI_API int sgdma_dpi_fault(void* predictor, int scatter, int* faulted, int* slot,
                                  int64_t* address, int* segment, int* beat, int* response);
/* Whether a reset or ERR of the queue pair was answered at the edge. */
SGDMA_DPI_API int sgdma_dpi_answered(void* predictor, int qp, int* answered);

#ifdef __cplusplus
}
#endif

#endif
