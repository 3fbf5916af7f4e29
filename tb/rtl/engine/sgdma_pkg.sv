// Types of the scatter-gather DMA engine. Widths are those of the widest engine; an engine of fewer
// slots, queue pairs or segments leaves the upper bits at zero.

package sgdma_pkg;

  // Widths of the structures below. Arrays of them are arrays of vectors: not every synthesis tool
  // has arrays of structures.
  localparam int unsigned TAG_BITS = 128;
  localparam int unsigned SEGMENT_BITS = 96;
  localparam int unsigned ENTRY_BITS = 288;
  localparam int unsigned WALK_BITS = 136;
  localparam int unsigned FAULT_BITS = 82;
  localparam int unsigned COMPLETION_BITS = 243;

  typedef logic [TAG_BITS-1:0] tag_t;  // opaque: carried through to the completion

  // A segment of a transfer.
  typedef struct packed {
    logic [63:0] address;
    logic [31:0] bytes;
  } segment_t;

  // The six fields of an in-flight entry. `owner` holds two: bit 16 is the direction (1: scatter),
  // bits 15 to 0 are the index of the queue pair.
  typedef struct packed {
    tag_t        tag;
    logic [31:0] cursor;
    logic [31:0] remaining;
    logic [63:0] address;
    logic [31:0] owner;
  } entry_t;

  // A place in a transfer on the way along its segments.
  typedef struct packed {
    logic [63:0] address;
    logic [31:0] segment_left;  // bytes to the end of the segment
    logic [31:0] left;          // bytes to the end of the transfer
    logic [7:0]  cursor;        // segment, from 0
  } walk_t;

  // The first fault of a transfer.
  typedef struct packed {
    logic [63:0] address;  // of the first byte of the beat
    logic [7:0]  segment;
    logic [7:0]  beat;     // in its burst; 0 for a write response
    logic [1:0]  status;   // as RRESP and BRESP have it
  } fault_t;

  // What the completion port presents.
  typedef struct packed {
    tag_t        tag;
    logic [31:0] bytes;   // that moved
    logic        failed;  // GENERAL_ERR, else SUCCESS
    fault_t      fault;   // where it failed
  } completion_t;

  // Limits of a channel's bursts. Zero where one is unlimited.
  typedef struct packed {
    logic [15:0] max_burst;        // bytes
    logic [15:0] bursts;           // outstanding, of the engine; never zero
    logic [15:0] bursts_per_slot;
  } limits_t;

  // How a channel goes about it.
  typedef struct packed {
    logic run_to_completion;  // bursts of one slot first, else round robin
    logic reset_cuts;         // a reset cuts the write burst that goes out, throws reads away
    logic fault_cuts;         // a bus fault cuts the write burst that goes out
    logic posted;             // a write is done with its last beat, else with its response
  } policy_t;

  // What a configuration register file would hold. Zero where a limit is unlimited.
  typedef struct packed {
    limits_t     write;
    limits_t     read;
    logic [31:0] read_bytes;       // outstanding
    logic [15:0] slots;            // that are used, 1 to SLOTS
    logic [15:0] slots_per_qp;
    logic [15:0] reserve_scatter;
    logic [15:0] reserve_gather;
    logic [15:0] completion_depth;
    logic        weighted;         // weighted round robin between queue pairs
    policy_t     policy;
  } config_t;

endpackage
