// Which transfer of a direction ends at an edge: one at most. The others wait, and follow one an
// edge.
//
// First comes the one that ends with what the bus answered, then those that a reset has left with
// nothing outstanding (the lowest queue pair first, of that the lowest slot), then the one that an
// error has, then the lowest of those that wait.

module sgdma_end_select #(
    parameter int unsigned SLOTS = 4,
    parameter int unsigned QPS = 4,
    localparam int unsigned BITS = $clog2(SLOTS),
    localparam int unsigned QP_BITS = $clog2(QPS)
) (
    input logic clk,
    input logic rst_n,

    input logic                          answered,
    input logic [BITS-1:0]               answered_slot,
    input logic [SLOTS-1:0]              stopped,  // by a reset at this edge, nothing outstanding
    input logic [SLOTS-1:0][QP_BITS-1:0] owner,
    input logic                          failed,
    input logic [BITS-1:0]               failed_slot,

    output logic             ends,
    output logic [BITS-1:0]  slot,
    output logic [SLOTS-1:0] waiting,  // before this edge
    output logic             waits     // some still do behind it
);

  logic               any_stopped;
  logic [BITS-1:0]    stopped_slot;
  logic [QP_BITS-1:0] stopped_owner;
  logic [BITS-1:0]    waiting_slot;
  logic [SLOTS-1:0]   waiting_next;

  always_comb begin
    any_stopped = stopped != '0;
    stopped_slot = '0;
    stopped_owner = '1;
    waiting_slot = '0;
    if (any_stopped) begin
      for (int s = SLOTS - 1; s >= 0; s--) begin
        if (stopped[s] && owner[s] <= stopped_owner) begin
          stopped_slot = BITS'(s);
          stopped_owner = owner[s];
        end
      end
    end
    if (waiting != '0) begin
      for (int s = SLOTS - 1; s >= 0; s--) if (waiting[s]) waiting_slot = BITS'(s);
    end
    ends = answered || any_stopped || failed || waiting != '0;
    slot = answered ? answered_slot : any_stopped ? stopped_slot : failed ? failed_slot : waiting_slot;
    waiting_next = waiting | stopped;
    if (failed) waiting_next[failed_slot] = 1'b1;
    if (ends) waiting_next[slot] = 1'b0;
    waits = waiting_next != '0;
  end

  always_ff @(posedge clk) begin
    waiting <= waiting_next;
    if (!rst_n) waiting <= '0;
  end

endmodule
