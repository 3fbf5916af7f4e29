// Which queue pairs get slots at an edge, at most one for each direction: [0] gather, [1] scatter.
//
// Inputs are as they stood at the begin of the edge. A head of zero length needs no slot, but the
// completion port. Where both directions want the only free slot, or the only entry of the
// completion port, a flip-flop decides, the gather first, and turns.

module sgdma_slot_arbiter #(
    parameter int unsigned QPS = 4,
    localparam int unsigned BITS = $clog2(QPS)
) (
    input logic clk,
    input logic rst_n,
    input logic [7:0] bug,  // 0: none

    input logic                 weighted,
    input logic [QPS-1:0][20:0] weights,
    input logic [1:0][15:0]     reserve,  // slots that the other direction may not take

    input logic [1:0][QPS-1:0] heads,           // eligible
    input logic [QPS-1:0]      empty,           // of them those of zero length
    input logic [15:0]         free_slots,
    input logic [1:0][15:0]    busy_slots,
    input logic                any_entry,       // of the completion port
    input logic                single_entry,
    input logic [1:0]          port_used,       // a transfer of the direction ends at this edge
    input logic [1:0]          ends_waiting,
    input logic                decide,          // else nothing is granted

    output logic [1:0]           granted,
    output logic [1:0][BITS-1:0] winner,

    // Why a direction that shows heads gets nothing.
    output logic [1:0] no_slot,    // is free
    output logic [1:0] held_back,  // by the other's reserve, the completion port or a teardown
    output logic       contended   // the flip-flop decided
);

  logic [1:0][15:0]    unmet;  // of the reserve
  logic [1:0]          slot_allowed;
  logic [1:0][QPS-1:0] candidates;
  logic [1:0]          found;
  logic                last_slot;  // both want it
  logic                scatter_first;  // the flip-flop

  always_comb begin
    for (int d = 0; d < 2; d++) begin
      unmet[d] = (busy_slots[d] >= reserve[d]) ? 16'd0 : reserve[d] - busy_slots[d];
    end
    for (int d = 0; d < 2; d++) begin
      slot_allowed[d] = free_slots > unmet[1-d];
      candidates[d] = heads[d] & ((slot_allowed[d] ? ~empty : '0) | (port_used[d] ? '0 : empty));
      if (!any_entry || ends_waiting[d]) candidates[d] = '0;
    end
  end

  always_comb begin
    last_slot = found == 2'b11 && !empty[winner[0]] && !empty[winner[1]] && free_slots == 16'd1;
    contended = last_slot || (found == 2'b11 && single_entry);
    granted = decide ? found : 2'b00;
    if (decide && contended) granted[!scatter_first] = 1'b0;
  end

  always_comb begin
    for (int d = 0; d < 2; d++) begin
      held_back[d] = heads[d] != '0 && (!any_entry || ends_waiting[d]);
      no_slot[d] = 1'b0;
      if (heads[d] != '0 && !held_back[d] && !found[d] && !slot_allowed[d]) begin
        no_slot[d] = free_slots == 16'd0;
        held_back[d] = free_slots != 16'd0;
      end
    end
    if (contended) begin
      no_slot[!scatter_first] = last_slot;
      held_back[!scatter_first] = !last_slot;
    end
  end

  for (genvar d = 0; d < 2; d++) begin : gen_direction
    sgdma_queue_pick #(.QPS(QPS)) pick (
        .clk       (clk),
        .rst_n     (rst_n),
        .bug       (bug),
        .weighted  (weighted),
        .weights   (weights),
        .candidates(candidates[d]),
        .found     (found[d]),
        .winner    (winner[d]),
        .grant     (granted[d])
    );
  end

  always_ff @(posedge clk) begin
    if (decide && contended && bug != 8'd12) scatter_first <= !scatter_first;
    if (!rst_n) scatter_first <= 1'b0;
  end

endmodule
