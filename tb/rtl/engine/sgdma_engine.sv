// A scatter-gather DMA engine with an AXI4 manager port, as docs/timing.md has it: what a line there
// says of edge n is in the registers behind clock edge n.
//
// Work stands in queues outside: `work_*` are the heads of the queue pairs' queues as they are
// before an edge; `granted` says which of them left at the last one. Bursts are INCR, of whole bus
// words, and the ID is the slot. The read channel is ready unless the outgoing payload is not; the
// response channel always is.

module sgdma_engine #(
    parameter int unsigned SLOTS = 4,       // 2 to 64
    parameter int unsigned QPS = 4,         // 2 to 64
    parameter int unsigned DATA_BYTES = 8,  // 8 to 64, a power of two
    parameter int unsigned SGES = 8,        // 1 to 8
    parameter bit          WITH_BUGS = 1'b0,
    localparam int unsigned SLOT_BITS = $clog2(SLOTS),
    localparam int unsigned QP_BITS = $clog2(QPS),
    localparam int unsigned ITEM_BITS = SGES * 96 + 160
) (
    input logic clk,
    input logic rst_n,

    input logic [7:0] bug,  // a deliberate fault, where the engine is built with them; 0: none

    input sgdma_pkg::config_t    cfg,
    input logic [QPS-1:0][20:0]  weights,

    // Heads of queues. An item is {segments, the first one lowest; tag; bytes}.
    input logic [QPS-1:0]                work_valid,
    input logic [QPS-1:0]                work_scatter,
    input logic [QPS-1:0]                work_after,
    input logic [QPS-1:0]                work_empty,
    input logic [QPS-1:0][ITEM_BITS-1:0] work_item,

    // Grants of the last edge: [0] gather, [1] scatter. Those of zero length have no slot.
    output logic [1:0]                granted,
    output logic [1:0]                granted_empty,
    output logic [1:0][QP_BITS-1:0]   granted_qp,
    output logic [1:0][SLOT_BITS-1:0] granted_slot,

    input  logic [QPS-1:0] reset_request,
    output logic [QPS-1:0] reset_answered,

    // The in-flight table.
    output logic [SLOTS-1:0]              busy,
    output logic [SLOTS-1:0][sgdma_pkg::ENTRY_BITS-1:0] entries,

    // A gather's beat that moved at the last edge, its bytes from byte 0 on.
    input  logic                    payload_out_ready,
    output logic                    payload_out_valid,
    output logic [SLOT_BITS-1:0]    payload_out_slot,
    output logic [31:0]             payload_out_offset,
    output logic [7:0]              payload_out_bytes,
    output logic [DATA_BYTES*8-1:0] payload_out_data,

    // The bytes of the write beat that stands on the bus, from byte 0 on.
    output logic [SLOT_BITS-1:0]    payload_in_slot,
    output logic [31:0]             payload_in_offset,
    output logic [7:0]              payload_in_bytes,
    input  logic [DATA_BYTES*8-1:0] payload_in_data,

    // Faults and completions of the last edge.
    output logic [1:0]                   faulted,
    output logic [1:0][SLOT_BITS-1:0]    faulted_slot,
    output logic [1:0][sgdma_pkg::FAULT_BITS-1:0]      faults,
    output logic [1:0]                   completed,
    output logic [1:0][sgdma_pkg::COMPLETION_BITS-1:0] completions,

    output logic                    m_axi_awvalid,
    input  logic                    m_axi_awready,
    output logic [SLOT_BITS-1:0]    m_axi_awid,
    output logic [63:0]             m_axi_awaddr,
    output logic [7:0]              m_axi_awlen,
    output logic [2:0]              m_axi_awsize,
    output logic [1:0]              m_axi_awburst,
    output logic [15:0]             m_axi_awuser,   // bytes of the burst: not all of its last word
    output logic                    m_axi_wvalid,
    input  logic                    m_axi_wready,
    output logic [DATA_BYTES*8-1:0] m_axi_wdata,
    output logic [DATA_BYTES-1:0]   m_axi_wstrb,
    output logic                    m_axi_wlast,
    input  logic                    m_axi_bvalid,
    output logic                    m_axi_bready,
    input  logic [SLOT_BITS-1:0]    m_axi_bid,
    input  logic [1:0]              m_axi_bresp,
    output logic                    m_axi_arvalid,
    input  logic                    m_axi_arready,
    output logic [SLOT_BITS-1:0]    m_axi_arid,
    output logic [63:0]             m_axi_araddr,
    output logic [7:0]              m_axi_arlen,
    output logic [2:0]              m_axi_arsize,
    output logic [1:0]              m_axi_arburst,
    output logic [15:0]             m_axi_aruser,
    input  logic                    m_axi_rvalid,
    output logic                    m_axi_rready,
    input  logic [SLOT_BITS-1:0]    m_axi_rid,
    input  logic [DATA_BYTES*8-1:0] m_axi_rdata,
    input  logic [1:0]              m_axi_rresp,
    input  logic                    m_axi_rlast
);

  localparam int unsigned LOW = $clog2(DATA_BYTES);

  typedef struct packed {
    logic [SGES*sgdma_pkg::SEGMENT_BITS-1:0] segments;
    sgdma_pkg::tag_t                tag;
    logic [31:0]                    bytes;
  } item_t;

  logic [7:0] fault_of_test;
  assign fault_of_test = WITH_BUGS ? bug : 8'd0;

  // Slots.
  logic [SLOTS-1:0]              scatters;  // by slot
  logic [SLOTS-1:0][QP_BITS-1:0] owner;
  logic [SLOTS-1:0]              free;
  logic [SLOT_BITS-1:0]          first_free;
  logic [SLOT_BITS-1:0]          second_free;
  logic [15:0]                   free_slots;
  logic [1:0][15:0]              busy_slots;
  logic [SLOTS-1:0]              dropped;  // their queue pair was reset
  logic [31:0]                   bytes[SLOTS];

  for (genvar s = 0; s < SLOTS; s++) begin : gen_owner
    /* verilator lint_off UNUSEDSIGNAL */
    sgdma_pkg::entry_t entry;
    /* verilator lint_on UNUSEDSIGNAL */
    assign entry = entries[s];
    assign owner[s] = entry.owner[QP_BITS-1:0];
  end

  always_comb begin
    free = ~busy & ~({SLOTS{1'b1}} << cfg.slots);
    if (cfg.slots == 16'(SLOTS)) free = ~busy;
    first_free = '0;
    second_free = '0;
    for (int s = SLOTS - 1; s >= 0; s--) begin
      if (free[s]) begin
        second_free = first_free;
        first_free = SLOT_BITS'(s);
      end
    end
    free_slots = cfg.slots - busy_slots[0] - busy_slots[1];
  end

  // Resets.
  logic [SLOTS-1:0] reset_hit;

  always_comb begin
    reset_hit = '0;
    if (reset_request != '0) begin
      for (int s = 0; s < SLOTS; s++) reset_hit[s] = busy[s] && reset_request[owner[s]];
    end
  end

  // Grants.
  logic [1:0][QPS-1:0]     heads;
  logic [1:0]              grant;
  logic [1:0][QP_BITS-1:0] winner;
  logic [1:0]              grant_empty;
  logic [1:0]              grant_slot;
  logic [1:0][SLOT_BITS-1:0] slot;
  logic [1:0][sgdma_pkg::ENTRY_BITS-1:0] new_entry;
  logic [1:0][SGES*sgdma_pkg::SEGMENT_BITS-1:0] new_segments;
  logic [1:0][31:0]        new_bytes;
  logic [1:0][sgdma_pkg::TAG_BITS-1:0]   new_tag;
  logic [1:0][sgdma_pkg::WALK_BITS-1:0]  new_walk;
  logic                    any_entry;
  logic                    single_entry;
  logic [1:0]              ends;
  logic [1:0][SLOT_BITS-1:0] end_slot;
  logic [1:0][QP_BITS-1:0] end_qp;
  logic [1:0]              ends_wait;
  logic [1:0]              port_used;
  logic [1:0]              end_silent;

  sgdma_qp_control #(.QPS(QPS)) qp_control (
      .clk(clk),
      .rst_n(rst_n),
      .slots_per_qp(cfg.slots_per_qp),
      .work_valid(work_valid),
      .work_scatter(work_scatter),
      .work_after(work_after),
      .work_empty(work_empty),
      .grant(grant_slot),
      .grant_qp(winner),
      .ends(ends),
      .end_qp(end_qp),
      .reset_request(reset_request),
      .reset_answered(reset_answered),
      .heads(heads)
  );

  sgdma_slot_arbiter #(.QPS(QPS)) slot_arbiter (
      .clk(clk),
      .rst_n(rst_n),
      .bug(fault_of_test),
      .weighted(cfg.weighted),
      .weights(weights),
      .reserve({cfg.reserve_scatter, cfg.reserve_gather}),
      .heads(heads),
      .empty(work_empty),
      .free_slots(free_slots),
      .busy_slots(busy_slots),
      .any_entry(any_entry),
      .single_entry(single_entry),
      .port_used(port_used),
      .ends_waiting(ends_wait),
      .decide(1'b1),
      .granted(grant),
      /* verilator lint_off PINCONNECTEMPTY */
      .no_slot(),
      .held_back(),
      .contended(),
      /* verilator lint_on PINCONNECTEMPTY */
      .winner(winner)
  );

  always_comb begin
    for (int d = 0; d < 2; d++) begin
      grant_empty[d] = grant[d] && work_empty[winner[d]];
      grant_slot[d] = grant[d] && !work_empty[winner[d]];
    end
    slot[0] = first_free;
    slot[1] = grant_slot[0] ? second_free : first_free;
    if (fault_of_test == 8'd11) slot[1] = second_free;
  end

  for (genvar d = 0; d < 2; d++) begin : gen_new
    item_t               item;
    sgdma_pkg::segment_t first;
    assign item = work_item[winner[d]];
    assign first = item.segments[sgdma_pkg::SEGMENT_BITS-1:0];
    assign new_segments[d] = item.segments;
    assign new_bytes[d] = item.bytes;
    assign new_tag[d] = item.tag;
    assign new_entry[d] = {item.tag, 32'd0, item.bytes, first.address, 15'd0, 1'(d), 16'(winner[d])};
    assign new_walk[d] = {first.address, first.bytes, item.bytes, 8'd0};
  end

  // The table.
  logic [1:0]                move;
  logic [1:0][SLOT_BITS-1:0] move_slot;
  logic [1:0][63:0]          move_address;
  logic [1:0][31:0]          move_remaining;
  logic [1:0][31:0]          move_cursor;
  /* verilator lint_off UNUSEDSIGNAL */
  logic [63:0]               move_from;
  /* verilator lint_on UNUSEDSIGNAL */
  logic [7:0]                move_bytes;

  sgdma_in_flight_table #(.SLOTS(SLOTS)) in_flight_table (
      .clk(clk),
      .rst_n(rst_n),
      .allocate(grant_slot),
      .allocate_slot(slot),
      .allocate_entry(new_entry),
      .advance(move),
      .advance_slot(move_slot),
      .advance_address(move_address),
      .advance_remaining(move_remaining),
      .advance_cursor(move_cursor),
      .release_(ends),
      .release_slot(end_slot),
      .busy(busy),
      .entries(entries)
  );

  logic [1:0][2:0][SLOT_BITS-1:0]      segment_slot;
  logic [1:0][2:0][7:0]                segment_index;
  logic [1:0][2:0][sgdma_pkg::SEGMENT_BITS-1:0]      segment;

  for (genvar d = 0; d < 2; d++) begin : gen_segments
    sgdma_segment_store #(.SLOTS(SLOTS), .SGES(SGES), .PORTS(3)) segments (
        .clk(clk),
        .write(grant_slot[d]),
        .write_slot(slot[d]),
        .write_segments(new_segments[d]),
        .read_slot(segment_slot[d]),
        .read_index(segment_index[d]),
        .read_segment(segment[d])
    );
  end

  // The channels.
  logic [1:0]                   fault;
  logic [1:0][SLOT_BITS-1:0]    fault_slot;
  logic [1:0][sgdma_pkg::FAULT_BITS-1:0]      fault_record;
  logic [1:0]                   end_failed;
  logic [1:0]                   end_answered;
  logic [1:0][sgdma_pkg::FAULT_BITS-1:0]      end_fault;

  sgdma_gather_channel #(.SLOTS(SLOTS), .QPS(QPS), .DATA_BYTES(DATA_BYTES)) gather_channel (
      .clk(clk),
      .rst_n(rst_n),
      .bug(fault_of_test),
      .limits(cfg.read),
      .limit_of_bytes(cfg.read_bytes),
      .run_to_completion(cfg.policy.run_to_completion),
      .reset_cuts(cfg.policy.reset_cuts),
      .begin_valid(grant_slot[0]),
      .begin_slot(slot[0]),
      .begin_walk(new_walk[0]),
      .entries(entries),
      .owner(owner),
      .reset_hit(reset_hit & ~scatters),
      .segment_slot(segment_slot[0]),
      .segment_index(segment_index[0]),
      .segment(segment[0]),
      .ar_valid(m_axi_arvalid),
      .ar_ready(m_axi_arready),
      .ar_slot(m_axi_arid),
      .ar_address(m_axi_araddr),
      .ar_last_beat(m_axi_arlen),
      .ar_bytes(m_axi_aruser),
      .r_valid(m_axi_rvalid),
      .r_ready(m_axi_rready),
      .r_slot(m_axi_rid),
      .r_status(m_axi_rresp),
      .r_last(m_axi_rlast),
      .payload_ready(payload_out_ready),
      .move(move[0]),
      .move_slot(move_slot[0]),
      .move_from(move_from),
      .move_bytes(move_bytes),
      .move_address(move_address[0]),
      .move_remaining(move_remaining[0]),
      .move_cursor(move_cursor[0]),
      .fault(fault[0]),
      .fault_slot(fault_slot[0]),
      .fault_record(fault_record[0]),
      .ends(ends[0]),
      .end_slot(end_slot[0]),
      .end_failed(end_failed[0]),
      .end_answered(end_answered[0]),
      .end_fault(end_fault[0]),
      .ends_wait(ends_wait[0])
  );

  logic       w_cut;
  /* verilator lint_off UNUSEDSIGNAL */
  logic [63:0] w_address;
  /* verilator lint_on UNUSEDSIGNAL */

  sgdma_scatter_channel #(.SLOTS(SLOTS), .QPS(QPS), .DATA_BYTES(DATA_BYTES)) scatter_channel (
      .clk(clk),
      .rst_n(rst_n),
      .bug(fault_of_test),
      .limits(cfg.write),
      .policy(cfg.policy),
      .begin_valid(grant_slot[1]),
      .begin_slot(slot[1]),
      .begin_walk(new_walk[1]),
      .entries(entries),
      .owner(owner),
      .reset_hit(reset_hit & scatters),
      .segment_slot(segment_slot[1]),
      .segment_index(segment_index[1]),
      .segment(segment[1]),
      .aw_valid(m_axi_awvalid),
      .aw_ready(m_axi_awready),
      .aw_slot(m_axi_awid),
      .aw_address(m_axi_awaddr),
      .aw_last_beat(m_axi_awlen),
      .aw_bytes(m_axi_awuser),
      .w_valid(m_axi_wvalid),
      .w_ready(m_axi_wready),
      .w_last(m_axi_wlast),
      .w_cut(w_cut),
      .w_slot(payload_in_slot),
      .w_address(w_address),
      .w_bytes(payload_in_bytes),
      .w_offset(payload_in_offset),
      .b_valid(m_axi_bvalid),
      .b_slot(m_axi_bid),
      .b_status(m_axi_bresp),
      .move(move[1]),
      .move_slot(move_slot[1]),
      .move_address(move_address[1]),
      .move_remaining(move_remaining[1]),
      .move_cursor(move_cursor[1]),
      .fault(fault[1]),
      .fault_slot(fault_slot[1]),
      .fault_record(fault_record[1]),
      .ends(ends[1]),
      .end_slot(end_slot[1]),
      .end_failed(end_failed[1]),
      .end_answered(end_answered[1]),
      .end_fault(end_fault[1]),
      .ends_wait(ends_wait[1])
  );

  logic [DATA_BYTES*8-1:0] read_payload;

  sgdma_axi_lanes #(.DATA_BYTES(DATA_BYTES)) lanes (
      .write_place(w_address[LOW-1:0]),
      .write_bytes(payload_in_bytes),
      .write_cut(w_cut),
      .write_payload(payload_in_data),
      .wdata(m_axi_wdata),
      .wstrb(m_axi_wstrb),
      .read_place(move_from[LOW-1:0]),
      .rdata(m_axi_rdata),
      .read_payload(read_payload)
  );

  assign m_axi_awsize = 3'(LOW);
  assign m_axi_arsize = 3'(LOW);
  assign m_axi_awburst = 2'b01;
  assign m_axi_arburst = 2'b01;
  assign m_axi_bready = 1'b1;

  // Ends and completions.
  logic [1:0]                   present;
  logic [1:0][sgdma_pkg::COMPLETION_BITS-1:0] completion;

  for (genvar d = 0; d < 2; d++) begin : gen_end
    /* verilator lint_off UNUSEDSIGNAL */
    sgdma_pkg::entry_t entry;
    /* verilator lint_on UNUSEDSIGNAL */
    logic [31:0]       remaining;
    logic              reset_now;

    assign entry = entries[end_slot[d]];
    assign end_qp[d] = owner[end_slot[d]];
    assign reset_now = reset_hit[end_slot[d]];
    assign end_silent[d] = dropped[end_slot[d]] || reset_now;
    // A reset drops what was presented at its edge, which has used the port all the same.
    assign port_used[d] = ends[d] && !dropped[end_slot[d]] && (end_answered[d] || !reset_now) &&
        fault_of_test != 8'd10;
    assign remaining = (move[d] && move_slot[d] == end_slot[d]) ? move_remaining[d] : entry.remaining;
    assign present[d] = grant_empty[d] || (ends[d] && !end_silent[d]);
    assign completion[d] = ends[d]
        ? {entry.tag, bytes[end_slot[d]] - remaining, end_failed[d], end_failed[d] ? end_fault[d] : '0}
        : {new_tag[d], 32'd0, 1'b0, 82'd0};
  end

  sgdma_completion_port completion_port (
      .clk(clk),
      .rst_n(rst_n),
      .depth(cfg.completion_depth),
      .grant(grant),
      .present(present),
      .completion(completion),
      .cancel(ends & end_silent),
      .any_entry(any_entry),
      .single_entry(single_entry),
      .presented(completed),
      .presents(completions)
  );

  /* verilator lint_off UNUSEDSIGNAL */
  sgdma_pkg::entry_t moved_entry;
  /* verilator lint_on UNUSEDSIGNAL */
  assign moved_entry = entries[move_slot[0]];

  always_ff @(posedge clk) begin
    granted <= grant;
    granted_empty <= grant_empty;
    granted_qp <= winner;
    granted_slot <= slot;
    faulted <= fault;
    faulted_slot <= fault_slot;
    faults <= fault_record;

    payload_out_valid <= move[0];
    if (move[0]) begin
      payload_out_slot <= move_slot[0];
      payload_out_offset <= bytes[move_slot[0]] - moved_entry.remaining;
      payload_out_bytes <= move_bytes;
      payload_out_data <= read_payload;
    end

    dropped <= dropped | reset_hit;
    for (int d = 0; d < 2; d++) begin
      if (grant_slot[d]) begin
        bytes[slot[d]] <= new_bytes[d];
        scatters[slot[d]] <= d == 1;
        dropped[slot[d]] <= 1'b0;
      end
      busy_slots[d] <= busy_slots[d] + 16'(grant_slot[d]) - 16'(ends[d]);
    end
    if (!rst_n) begin
      granted <= '0;
      faulted <= '0;
      payload_out_valid <= 1'b0;
      dropped <= '0;
      scatters <= '0;
      busy_slots <= '0;
    end
  end

endmodule
