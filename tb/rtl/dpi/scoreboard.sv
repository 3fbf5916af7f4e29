// An example of the C interface: a scoreboard that steps the predictor beside a design with AXI pins
// and compares, at every cycle, the six fields of every slot, the read requests and the write beats.
// The first difference is printed, and `failed` rises with it.
//
// What the predictor has behind an edge is what the design's registers hold until the next one: they
// are compared right before that, and then the predictor is told what the pins say, and stepped.

module scoreboard #(
    parameter int unsigned SLOTS = 4,
    parameter string SETTINGS = "",
    localparam int unsigned BITS = $clog2(SLOTS)
) (
    input logic clk,
    input logic rst_n,

    // Work that intake takes at the next edge: at most one item a cycle, of up to two segments.
    input logic        post,
    input logic [31:0] post_qp,
    input logic        post_scatter,
    input logic [63:0] post_tag,
    input logic [1:0]  post_segments,
    input logic [63:0] post_address[2],
    input logic [31:0] post_bytes[2],

    // The design.
    input logic [SLOTS-1:0]        busy,
    input logic [SLOTS-1:0]        scatter,
    input logic [SLOTS-1:0][15:0]  qp,
    input logic [SLOTS-1:0][63:0]  address,
    input logic [SLOTS-1:0][31:0]  remaining,
    input logic [SLOTS-1:0][31:0]  cursor,
    input logic [SLOTS-1:0][63:0]  tag,
    input logic                    arvalid,
    input logic                    arready,
    input logic [BITS-1:0]         arid,
    input logic [63:0]             araddr,
    input logic [7:0]              arlen,
    input logic                    rvalid,
    input logic                    rready,
    input logic [BITS-1:0]         rid,
    input logic [1:0]              rresp,
    input logic                    wvalid,
    input logic                    wready,
    input logic                    wlast,
    input logic                    bvalid,
    input logic [BITS-1:0]         bid,
    input logic [1:0]              bresp,

    output logic   failed,
    output longint cycles
);

  import sgdma_dpi_pkg::*;

  chandle predictor;

  initial begin
    predictor = sgdma_dpi_create(SGDMA_DPI_VERSION, SETTINGS);
    if (predictor == null) $fatal(1, "sgdma_dpi: %s", sgdma_dpi_last_error());
  end
  final sgdma_dpi_destroy(predictor);

  function automatic bit same(input string field, input int at, input longint right,
                              input longint seen);
    if (right == seen) return 1'b1;
    $display("cycle %0d, slot %0d: %s: predictor 0x%0x, design 0x%0x", cycles, at, field, right, seen);
    return 1'b0;
  endfunction

  // Both sides as they stand behind the last edge.
  function automatic bit all_same();
    int is_busy, of_qp, is_scatter, at_cursor, valid, slot, bytes, beats, first, last, cut;
    longint at_address, left, with_tag, offset;
    for (int s = 0; s < int'(SLOTS); s++) begin
      check(sgdma_dpi_slot(predictor, s, is_busy, of_qp, is_scatter, at_address, left, at_cursor,
                           with_tag));
      if (!same("busy", s, longint'(is_busy), longint'(busy[s]))) return 1'b0;
      if (is_busy == 0) continue;
      if (!same("owning QP", s, longint'(of_qp), longint'(qp[s]))) return 1'b0;
      if (!same("direction", s, longint'(is_scatter), longint'(scatter[s]))) return 1'b0;
      if (!same("current address", s, at_address, longint'(address[s]))) return 1'b0;
      if (!same("remaining length", s, left, longint'(remaining[s]))) return 1'b0;
      if (!same("cursor", s, longint'(at_cursor), longint'(cursor[s]))) return 1'b0;
      if (!same("completion tag", s, with_tag, longint'(tag[s]))) return 1'b0;
    end
    check(sgdma_dpi_read_request(predictor, valid, slot, at_address, bytes, beats));
    if (!same("ARVALID", slot, longint'(valid), longint'(arvalid))) return 1'b0;
    if (valid != 0) begin
      if (!same("ARID", slot, longint'(slot), longint'(arid))) return 1'b0;
      if (!same("ARADDR", slot, at_address, longint'(araddr))) return 1'b0;
      if (!same("ARLEN", slot, longint'(beats) - 1, longint'(arlen))) return 1'b0;
    end
    check(sgdma_dpi_write_beat(predictor, valid, slot, at_address, bytes, first, last, cut, offset,
                               beats));
    if (!same("WVALID", slot, longint'(valid), longint'(wvalid))) return 1'b0;
    if (valid != 0) begin
      if (!same("WLAST", slot, longint'(last), longint'(wlast))) return 1'b0;
    end
    return 1'b1;
  endfunction

  always_ff @(posedge clk) begin
    if (!rst_n) begin
      failed <= 1'b0;
      cycles <= 0;
    end else if (!failed) begin
      if (!all_same()) begin
        failed <= 1'b1;
      end else begin
        if (post) begin
          check(sgdma_dpi_post(predictor, int'(post_qp), int'(post_scatter), 0, longint'(post_tag)));
          for (int s = 0; s < int'(post_segments); s++) begin
            check(sgdma_dpi_segment(predictor, longint'(post_address[s]), int'(post_bytes[s])));
          end
        end
        if (arvalid && arready) check(sgdma_dpi_read_accepted(predictor));
        if (rvalid && rready) check(sgdma_dpi_read_beat(predictor, int'(rid), int'(rresp)));
        if (wvalid && wready) check(sgdma_dpi_write_accepted(predictor));
        if (bvalid) check(sgdma_dpi_write_response(predictor, int'(bid), int'(bresp)));
        if (sgdma_dpi_step(predictor) < 0) $error("sgdma_dpi: %s", sgdma_dpi_last_error());
        cycles <= cycles + 1;
      end
    end
  end

endmodule
