// What queue pairs have in slots, which of their heads may be granted, and their resets.
//
// A head of zero length waits until nothing of its queue pair is in a slot, one that comes after
// scatters until none of these is. A reset forbids grants from its edge on, and is answered at the
// first edge behind which nothing of the queue pair is in a slot.

module sgdma_qp_control #(
    parameter int unsigned QPS = 4,
    localparam int unsigned BITS = $clog2(QPS)
) (
    input logic clk,
    input logic rst_n,

    input logic [15:0] slots_per_qp,  // 0: unlimited

    input logic [QPS-1:0] work_valid,
    input logic [QPS-1:0] work_scatter,
    input logic [QPS-1:0] work_after,  // a gather behind earlier scatters
    input logic [QPS-1:0] work_empty,

    input logic [1:0]           grant,  // of a slot; [0] gather, [1] scatter
    input logic [1:0][BITS-1:0] grant_qp,
    input logic [1:0]           ends,
    input logic [1:0][BITS-1:0] end_qp,

    input  logic [QPS-1:0] reset_request,
    output logic [QPS-1:0] reset_answered,  // registered: at the edge before

    output logic [1:0][QPS-1:0] heads
);

  logic [15:0]    slots[QPS];     // held
  logic [15:0]    scatters[QPS];  // of them
  logic [QPS-1:0] idle;           // none is held
  logic [QPS-1:0] no_scatters;
  logic [QPS-1:0] at_limit;
  logic [QPS-1:0] resetting;
  logic [QPS-1:0] answers;
  logic [QPS-1:0] idle_next;
  logic [QPS-1:0] may_win;

  always_comb begin
    may_win = work_valid & ~resetting & ~reset_request &
        ((work_empty & idle) | (~work_empty & ~at_limit & (~work_after | no_scatters)));
    heads[0] = may_win & ~work_scatter;
    heads[1] = may_win & work_scatter;
  end

  // Ends of this edge count for the answer, grants cannot be of a queue pair that is reset.
  always_comb begin
    idle_next = idle;
    if ((ends[0] && slots[end_qp[0]] == 16'd1) ||
        (ends == 2'b11 && end_qp[0] == end_qp[1] && slots[end_qp[0]] == 16'd2)) begin
      idle_next[end_qp[0]] = 1'b1;
    end
    if (ends[1] && slots[end_qp[1]] == 16'd1) idle_next[end_qp[1]] = 1'b1;
    answers = (resetting | reset_request) & idle_next;
  end

  // Per queue pair: what it gets and gives back at this edge.
  logic [1:0][QPS-1:0] gets;
  logic [1:0][QPS-1:0] gives;
  logic [QPS-1:0]      changes;

  always_comb begin
    for (int d = 0; d < 2; d++) begin
      gets[d] = '0;
      gives[d] = '0;
      gets[d][grant_qp[d]] = grant[d];
      gives[d][end_qp[d]] = ends[d];
    end
    changes = gets[0] | gets[1] | gives[0] | gives[1];
  end

  for (genvar q = 0; q < QPS; q++) begin : gen_queue_pair
    logic [15:0] slots_next;
    logic [15:0] scatters_next;

    always_comb begin
      slots_next = slots[q] + 16'(gets[0][q]) + 16'(gets[1][q]) - 16'(gives[0][q]) - 16'(gives[1][q]);
      scatters_next = scatters[q] + 16'(gets[1][q]) - 16'(gives[1][q]);
    end

    always_ff @(posedge clk) begin
      if (changes[q]) begin
        slots[q] <= slots_next;
        scatters[q] <= scatters_next;
        idle[q] <= slots_next == 16'd0;
        no_scatters[q] <= scatters_next == 16'd0;
        at_limit[q] <= slots_per_qp != 16'd0 && slots_next >= slots_per_qp;
      end
      if (!rst_n) begin
        slots[q] <= '0;
        scatters[q] <= '0;
        idle[q] <= 1'b1;
        no_scatters[q] <= 1'b1;
        at_limit[q] <= 1'b0;
      end
    end
  end

  always_ff @(posedge clk) begin
    resetting <= (resetting | reset_request) & ~answers;
    reset_answered <= answers;
    if (!rst_n) begin
      resetting <= '0;
      reset_answered <= '0;
    end
  end

endmodule
