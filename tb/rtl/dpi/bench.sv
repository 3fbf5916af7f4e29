// The scoreboard around the RTL engine: random work for four queue pairs, and a memory that takes
// and answers at random.

module bench (
    input  logic       clk,
    input  logic       rst_n,
    input  logic [7:0] bug,    // a deliberate fault of the engine; 0: none
    input  int         seed,
    output logic       failed,
    output longint     cycles,
    output longint     posted
);

  localparam int unsigned SLOTS = 4;
  localparam int unsigned QPS = 4;
  localparam int unsigned SGES = 2;
  localparam int unsigned DATA_BYTES = 8;
  localparam int unsigned ITEM_BITS = SGES * 96 + 160;

  // A head for each queue pair.
  logic [QPS-1:0]                head_valid;
  logic [QPS-1:0]                head_scatter;
  logic [QPS-1:0][ITEM_BITS-1:0] head;

  logic        post;
  logic [31:0] post_qp;
  logic        post_scatter;
  logic [63:0] post_tag;
  logic [1:0]  post_segments;
  logic [63:0] post_address[2];
  logic [31:0] post_bytes[2];

  logic [1:0]      granted;
  logic [1:0][1:0] granted_qp;
  logic [SLOTS-1:0] busy;
  logic [SLOTS-1:0][sgdma_pkg::ENTRY_BITS-1:0] entries;

  logic arvalid, arready, rvalid, rready, rlast, awvalid, awready, wvalid, wready, wlast, bvalid;
  logic [1:0]  arid, rid, awid, bid, rresp;
  logic [63:0] araddr;
  logic [7:0]  arlen;
  logic [1:0]  w_slot;

  // The head that was granted at the last edge has left.
  logic [QPS-1:0] shown;
  always_comb begin
    shown = head_valid;
    for (int d = 0; d < 2; d++) if (granted[d]) shown[granted_qp[d]] = 1'b0;
  end

  sgdma_pkg::config_t cfg;
  always_comb begin
    cfg = '0;
    cfg.read.max_burst = 16'd32;
    cfg.read.bursts = 16'd6;
    cfg.write.max_burst = 16'd32;
    cfg.write.bursts = 16'd4;
    cfg.slots = 16'(SLOTS);
    cfg.policy.reset_cuts = 1'b1;
  end

  sgdma_engine #(
      .SLOTS(SLOTS), .QPS(QPS), .DATA_BYTES(DATA_BYTES), .SGES(SGES), .WITH_BUGS(1'b1)
  ) engine (
      .clk(clk),
      .rst_n(rst_n),
      .bug(bug),
      .cfg(cfg),
      .weights({QPS{21'd1}}),
      .work_valid(shown),
      .work_scatter(head_scatter),
      .work_after('0),
      .work_empty('0),
      .work_item(head),
      .granted(granted),
      .granted_qp(granted_qp),
      .reset_request('0),
      .busy(busy),
      .entries(entries),
      .payload_out_ready(1'b1),
      .payload_in_slot(w_slot),
      .payload_in_data('0),
      .m_axi_awvalid(awvalid),
      .m_axi_awready(awready),
      .m_axi_awid(awid),
      .m_axi_wvalid(wvalid),
      .m_axi_wready(wready),
      .m_axi_wlast(wlast),
      .m_axi_bvalid(bvalid),
      .m_axi_bid(bid),
      .m_axi_bresp(2'b00),
      .m_axi_arvalid(arvalid),
      .m_axi_arready(arready),
      .m_axi_arid(arid),
      .m_axi_araddr(araddr),
      .m_axi_arlen(arlen),
      .m_axi_rvalid(rvalid),
      .m_axi_rready(rready),
      .m_axi_rid(rid),
      .m_axi_rdata('0),
      .m_axi_rresp(rresp),
      .m_axi_rlast(rlast)
  );

  logic [SLOTS-1:0]       scatter;
  logic [SLOTS-1:0][15:0] qp;
  logic [SLOTS-1:0][63:0] address, tag;
  logic [SLOTS-1:0][31:0] remaining, cursor;
  for (genvar s = 0; s < SLOTS; s++) begin : gen_entry
    sgdma_pkg::entry_t entry;
    assign entry = entries[s];
    assign scatter[s] = entry.owner[16];
    assign qp[s] = entry.owner[15:0];
    assign address[s] = entry.address;
    assign remaining[s] = entry.remaining;
    assign cursor[s] = entry.cursor;
    assign tag[s] = entry.tag[63:0];
  end

  scoreboard #(
      .SLOTS(SLOTS),
      .SETTINGS("slots=4 queue_pairs=4 bus_width=8 max_read_burst=32 max_write_burst=32 read_bursts=6 write_bursts=4 posted_writes=0")
  ) board (.*, .bresp(2'b00));

  // Random numbers, the same on every simulator.
  int unsigned random;
  function automatic int unsigned next(input int unsigned x);
    x ^= x << 13;
    x ^= x >> 17;
    return x ^ (x << 5);
  endfunction

  // What memory has to answer: read beats, and write responses.
  logic [1:0] read_slots[$];
  logic       read_lasts[$];
  logic [1:0] write_slots[$];

  always_ff @(posedge clk) begin
    automatic int unsigned r = random;
    automatic logic [1:0] first_slot;
    automatic logic first_last;
    if (!rst_n) begin
      random <= int'(seed) * 2 + 1;
      head_valid <= '0;
      post <= 1'b0;
      rvalid <= 1'b0;
      bvalid <= 1'b0;
      arready <= 1'b0;
      awready <= 1'b0;
      wready <= 1'b0;
      posted <= 0;
    end else begin
      r = next(r);
      arready <= r[1:0] != 2'b00;
      wready <= r[3:2] != 2'b00;
      awready <= r[3:2] != 2'b00;

      // Memory.
      if (arvalid && arready) begin
        for (int b = 0; b <= int'(arlen); b++) begin
          read_slots.push_back(arid);
          read_lasts.push_back(b == int'(arlen));
        end
      end
      if (wvalid && wready && wlast) write_slots.push_back(w_slot);
      r = next(r);
      if (!rvalid || rready) begin
        rvalid <= 1'b0;
        if (read_slots.size() != 0 && r[1:0] != 2'b00) begin
          first_slot = read_slots.pop_front();
          first_last = read_lasts.pop_front();
          rvalid <= 1'b1;
          rid <= first_slot;
          rlast <= first_last;
          rresp <= (r[11:2] == '0) ? 2'b10 : 2'b00;
        end
      end
      bvalid <= 1'b0;
      if (write_slots.size() != 0 && r[13:12] != 2'b00) begin
        first_slot = write_slots.pop_front();
        bvalid <= 1'b1;
        bid <= first_slot;
      end

      // Work: what was posted is a head from the next edge on.
      for (int d = 0; d < 2; d++) if (granted[d]) head_valid[granted_qp[d]] <= 1'b0;
      post <= 1'b0;
      if (post) begin
        head_valid[post_qp[1:0]] <= 1'b1;
        head_scatter[post_qp[1:0]] <= post_scatter;
        head[post_qp[1:0]] <= {
          post_address[1], post_bytes[1], post_address[0], post_bytes[0], 64'd0, post_tag,
          post_bytes[0] + (post_segments == 2'd2 ? post_bytes[1] : 32'd0)
        };
      end
      r = next(r);
      if (!post && !head_valid[r[1:0]] && !(granted[0] && granted_qp[0] == r[1:0]) &&
          !(granted[1] && granted_qp[1] == r[1:0])) begin
        post <= 1'b1;
        post_qp <= 32'(r[1:0]);
        post_scatter <= r[2];
        post_segments <= r[3] ? 2'd2 : 2'd1;
        post_tag <= posted;
        posted <= posted + 1;
        post_address[0] <= 64'(r[27:4]);
        post_bytes[0] <= 32'd1 + 32'(r[10:4]);
        post_address[1] <= 64'h1000000 + 64'(r[31:12]);
        post_bytes[1] <= 32'd1 + 32'(r[17:11]);
      end
      random <= r;
    end
  end

endmodule
