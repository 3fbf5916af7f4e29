// An AXI4 copy engine: what a model of a DMA engine is compared with in speed (docs/performance.md).
// Synthesizable; one clock, synchronous reset, one ID.
//
// A descriptor copies `desc_length` bytes, at least one, from `desc_source` to `desc_destination`, at
// any alignment of either. With BYTE_ALIGNED = 0 all three are multiples of the bus word
// (DATA_WIDTH / 8 bytes), and what is below a word is ignored. Descriptors are taken in order, up to
// QUEUE_DEPTH wait, and `done_count` counts those whose last write response has come; until then no
// other descriptor may read what one writes. `error` rises with the first bad response and stays.
//
// Bursts are INCR, of up to 16 words, and end at 4 KiB boundaries, on each side by its own address;
// the first of a descriptor begins at its very byte. Strobes are those of the bytes to write. A read
// burst is issued once the FIFO has room for all of it, so RREADY and BREADY are always high; up to
// WRITE_BURSTS write bursts are addressed and not yet answered. AW does not wait for data; W never
// comes before its AW.
//
// Timing: a descriptor taken in cycle 0 is offered as AR in cycle 3 and as AW in cycle 4; a word
// written whose last byte is read in cycle c is offered on W in cycle c + 4. R and W move a word every
// cycle, across bursts and descriptors, while the memory does and the bytes make as many words on
// both sides, if it answers within FIFO_WORDS - 19 cycles (first R after its AR) and
// 16 * WRITE_BURSTS - 21 cycles (B after its last W). With BYTE_ALIGNED = 0 no channel has an output
// register: AR in cycle 2, AW in cycle 3, W in c + 1, FIFO_WORDS - 17, 16 * WRITE_BURSTS - 17.

module axi_copy_engine #(
    parameter bit          BYTE_ALIGNED = 1'b1,
    parameter int unsigned DATA_WIDTH   = 512,   // a power of two, from 32 to 1024
    parameter int unsigned FIFO_WORDS   = 128,   // a power of two
    parameter int unsigned QUEUE_DEPTH  = 8,     // a power of two
    parameter int unsigned WRITE_BURSTS = 16     // a power of two
) (
    input logic aclk,
    input logic aresetn,

    input  logic        desc_valid,
    output logic        desc_ready,
    input  logic [63:0] desc_source,
    input  logic [63:0] desc_destination,
    input  logic [31:0] desc_length,
    output logic [31:0] done_count,
    output logic        error,

    output logic                    m_axi_arvalid,
    input  logic                    m_axi_arready,
    output logic [63:0]             m_axi_araddr,
    output logic [7:0]              m_axi_arlen,
    output logic [2:0]              m_axi_arsize,
    output logic [1:0]              m_axi_arburst,
    input  logic                    m_axi_rvalid,
    output logic                    m_axi_rready,
    input  logic [DATA_WIDTH-1:0]   m_axi_rdata,
    input  logic [1:0]              m_axi_rresp,
    input  logic                    m_axi_rlast,
    output logic                    m_axi_awvalid,
    input  logic                    m_axi_awready,
    output logic [63:0]             m_axi_awaddr,
    output logic [7:0]              m_axi_awlen,
    output logic [2:0]              m_axi_awsize,
    output logic [1:0]              m_axi_awburst,
    output logic                    m_axi_wvalid,
    input  logic                    m_axi_wready,
    output logic [DATA_WIDTH-1:0]   m_axi_wdata,
    output logic [DATA_WIDTH/8-1:0] m_axi_wstrb,
    output logic                    m_axi_wlast,
    input  logic                    m_axi_bvalid,
    output logic                    m_axi_bready,
    input  logic [1:0]              m_axi_bresp
);

  localparam int unsigned WordBytes = DATA_WIDTH / 8;
  localparam int unsigned WordShift = $clog2(WordBytes);
  localparam int unsigned AddressBits = 64 - WordShift;  // of a word
  localparam int unsigned LengthBits = 33 - WordShift;  // in words
  localparam int unsigned PageBits = 12 - WordShift;  // a word's place in its 4 KiB
  localparam int unsigned BurstWords = 16;
  localparam int unsigned QueueBits = $clog2(QUEUE_DEPTH);
  localparam int unsigned FifoBits = $clog2(FIFO_WORDS);
  localparam int unsigned RingBits = $clog2(WRITE_BURSTS);

  typedef logic [AddressBits-1:0] address_t;
  typedef logic [LengthBits-1:0] length_t;
  typedef logic [WordShift-1:0] place_t;  // of a byte in its word
  // Nothing below a word counts where copies are of words.
  localparam place_t PlaceMask = BYTE_ALIGNED ? '1 : '0;
  // One bit more than an index: full and empty differ.
  typedef logic [QueueBits:0] queue_pointer_t;
  typedef logic [FifoBits:0] fifo_pointer_t;
  typedef logic [RingBits:0] ring_pointer_t;

  // Words of the next burst: 16, or fewer up to the 4 KiB boundary or the end of the descriptor.
  function automatic logic [4:0] burst_words(input logic [PageBits-1:0] place, input length_t left);
    logic [4:0] words;
    words = 5'(BurstWords);
    if (&place[PageBits-1:4]) words = 5'(BurstWords) - {1'b0, place[3:0]};
    if (left < length_t'(words)) words = left[4:0];
    return words;
  endfunction

  // Words that `length` bytes from a place in the first one on touch.
  function automatic length_t touched_words(input logic [31:0] length, input place_t place);
    logic [32:0] bytes;
    bytes = 33'(length);
    if (BYTE_ALIGNED) bytes = bytes + 33'(place) + 33'(WordBytes - 1);
    return bytes[32:WordShift];
  endfunction

  // ---- Descriptors: taken by the read side, then by the write side, which frees the entry
  logic [63:0] queue_source[QUEUE_DEPTH];
  logic [63:0] queue_destination[QUEUE_DEPTH];
  logic [31:0] queue_length[QUEUE_DEPTH];
  queue_pointer_t queue_tail, queue_read, queue_write;

  assign desc_ready = queue_tail - queue_write != queue_pointer_t'(QUEUE_DEPTH);

  always_ff @(posedge aclk) begin
    if (desc_valid && desc_ready) begin
      queue_source[queue_tail[QueueBits-1:0]] <= desc_source;
      queue_destination[queue_tail[QueueBits-1:0]] <= desc_destination;
      queue_length[queue_tail[QueueBits-1:0]] <= desc_length;
      queue_tail <= queue_tail + 1'b1;
    end
    if (!aresetn) queue_tail <= '0;
  end

  // ---- Data FIFO: room is reserved by AR, filled by R, freed by W
  logic [DATA_WIDTH-1:0] fifo[FIFO_WORDS];
  fifo_pointer_t fifo_reserved, fifo_tail, fifo_head;

  assign m_axi_rready = 1'b1;

  always_ff @(posedge aclk) begin
    if (m_axi_rvalid) begin
      fifo[fifo_tail[FifoBits-1:0]] <= m_axi_rdata;
      fifo_tail <= fifo_tail + 1'b1;
    end
    if (!aresetn) fifo_tail <= '0;
  end

  // ---- Read side: AR
  address_t read_address;
  place_t read_place;  // of the first byte; 0 after the first burst
  length_t read_left;  // words not yet asked for
  logic [4:0] read_words;
  logic read_offer, read_accept, read_fire, read_free;
  logic [63:0] read_source;

  assign read_words = burst_words(read_address[PageBits-1:0], read_left);
  assign read_offer = read_left != '0 && fifo_pointer_t'(FIFO_WORDS) - (fifo_reserved - fifo_head)
                      >= fifo_pointer_t'(read_words);
  assign read_fire = read_offer && read_accept;
  assign read_free = read_left == '0 || (read_fire && read_left == length_t'(read_words));
  assign read_source = queue_source[queue_read[QueueBits-1:0]];

  assign m_axi_arsize = 3'(WordShift);
  assign m_axi_arburst = 2'b01;

  always_ff @(posedge aclk) begin
    if (read_fire) begin
      read_address <= read_address + address_t'(read_words);
      read_place <= '0;
      read_left <= read_left - length_t'(read_words);
      fifo_reserved <= fifo_reserved + fifo_pointer_t'(read_words);
    end
    if (read_free && queue_read != queue_tail) begin
      read_address <= read_source[63:WordShift];
      read_place <= read_source[WordShift-1:0] & PlaceMask;
      read_left <= touched_words(queue_length[queue_read[QueueBits-1:0]], read_source[WordShift-1:0]);
      queue_read <= queue_read + 1'b1;
    end
    if (!aresetn) begin
      read_left <= '0;
      fifo_reserved <= '0;
      queue_read <= '0;
    end
  end

  // ---- Write side: AW. Bursts that are addressed and not yet answered are in a ring.
  address_t write_address;
  place_t write_place;  // of the first byte; 0 after the first burst
  length_t write_left;  // words not yet addressed
  logic [4:0] write_words;
  logic write_offer, write_accept, write_fire, write_final, write_load;
  logic [63:0] write_destination;
  logic [3:0] ring_length[WRITE_BURSTS];  // AWLEN
  logic [WRITE_BURSTS-1:0] ring_final;  // the last burst of its descriptor
  ring_pointer_t ring_tail, ring_data, ring_head;  // next for AW, for W, for B
  ring_pointer_t ring_addressed;  // the first one whose AW is not accepted

  assign write_words = burst_words(write_address[PageBits-1:0], write_left);
  assign write_offer = write_left != '0 && ring_tail - ring_head != ring_pointer_t'(WRITE_BURSTS);
  assign write_fire = write_offer && write_accept;
  assign write_final = write_left == length_t'(write_words);
  assign write_load = (write_left == '0 || (write_fire && write_final)) && queue_write != queue_read;
  assign write_destination = queue_destination[queue_write[QueueBits-1:0]];

  assign m_axi_awsize = 3'(WordShift);
  assign m_axi_awburst = 2'b01;

  always_ff @(posedge aclk) begin
    if (write_fire) begin
      ring_length[ring_tail[RingBits-1:0]] <= 4'(write_words - 5'd1);
      ring_final[ring_tail[RingBits-1:0]] <= write_final;
      ring_tail <= ring_tail + 1'b1;
      write_address <= write_address + address_t'(write_words);
      write_place <= '0;
      write_left <= write_left - length_t'(write_words);
    end
    if (write_load) begin
      write_address <= write_destination[63:WordShift];
      write_place <= write_destination[WordShift-1:0] & PlaceMask;
      write_left <= touched_words(queue_length[queue_write[QueueBits-1:0]],
                                  write_destination[WordShift-1:0]);
      queue_write <= queue_write + 1'b1;
    end
    if (!aresetn) begin
      ring_tail <= '0;
      write_left <= '0;
      queue_write <= '0;
    end
  end

  // ---- Output registers of AR and AW
  if (BYTE_ALIGNED) begin : g_address_registers
    assign read_accept = !m_axi_arvalid || m_axi_arready;
    assign write_accept = !m_axi_awvalid || m_axi_awready;

    always_ff @(posedge aclk) begin
      if (read_accept) begin
        m_axi_arvalid <= read_offer;
        m_axi_araddr <= {read_address, read_place};
        m_axi_arlen <= 8'(read_words) - 8'd1;
      end
      if (write_accept) begin
        m_axi_awvalid <= write_offer;
        m_axi_awaddr <= {write_address, write_place};
        m_axi_awlen <= 8'(write_words) - 8'd1;
      end
      if (m_axi_awvalid && m_axi_awready) ring_addressed <= ring_addressed + 1'b1;
      if (!aresetn) begin
        m_axi_arvalid <= 1'b0;
        m_axi_awvalid <= 1'b0;
        ring_addressed <= '0;
      end
    end
  end else begin : g_no_address_registers
    assign read_accept = m_axi_arready;
    assign m_axi_arvalid = read_offer;
    assign m_axi_araddr = {read_address, read_place};
    assign m_axi_arlen = 8'(read_words) - 8'd1;
    assign write_accept = m_axi_awready;
    assign m_axi_awvalid = write_offer;
    assign m_axi_awaddr = {write_address, write_place};
    assign m_axi_awlen = 8'(write_words) - 8'd1;
    assign ring_addressed = ring_tail;
  end

  // ---- Write side: W
  logic [3:0] data_beat;  // of its burst
  logic data_step;  // a beat leaves the FIFO
  logic data_last;

  assign data_last = data_beat == ring_length[ring_data[RingBits-1:0]];

  always_ff @(posedge aclk) begin
    if (data_step) begin
      data_beat <= data_beat + 1'b1;
      if (data_last) begin
        data_beat <= '0;
        ring_data <= ring_data + 1'b1;
      end
    end
    if (!aresetn) begin
      data_beat <= '0;
      ring_data <= '0;
    end
  end

  if (BYTE_ALIGNED) begin : g_bytes
    // How the bytes of a descriptor lie. A word that is written begins with byte `shift` of a word
    // that was read; unless `shift` is 0 the rest comes from the next one. If the first word that is
    // read begins earlier in its word than the first that is written, there is none before it to
    // begin with: it is `held` for the second. At the end, `spill` tells whether the last word that
    // is written takes bytes of two words.
    typedef struct packed {
      place_t shift;
      place_t from;  // the first byte to write, in the first word
      place_t to;  // the last one, in the last word
      logic held;
      logic spill;
    } layout_t;

    layout_t write_layout, ring_layout[WRITE_BURSTS];
    logic write_first;
    logic [WRITE_BURSTS-1:0] ring_first;  // the first burst of its descriptor

    place_t source, destination, length_less_one;
    assign source = queue_source[queue_write[QueueBits-1:0]][WordShift-1:0];
    assign destination = write_destination[WordShift-1:0];
    assign length_less_one = place_t'(queue_length[queue_write[QueueBits-1:0]]) - 1'b1;

    always_ff @(posedge aclk) begin
      if (write_fire) begin
        ring_layout[ring_tail[RingBits-1:0]] <= write_layout;
        ring_first[ring_tail[RingBits-1:0]] <= write_first;
        write_first <= 1'b0;
      end
      if (write_load) begin
        write_layout.shift <= source - destination;
        write_layout.from <= destination;
        write_layout.to <= destination + length_less_one;
        write_layout.held <= source < destination;
        write_layout.spill <= place_t'(source + length_less_one)
                              < place_t'(destination + length_less_one);
        write_first <= 1'b1;
      end
    end

    layout_t layout;
    logic first, closing;  // of the words of a descriptor that are written
    logic hold;  // the word at the head is the second of the two, and stays
    logic both;  // two words of the FIFO are needed
    logic beat_valid, beat_ready;

    assign layout = ring_layout[ring_data[RingBits-1:0]];
    assign first = data_beat == '0 && ring_first[ring_data[RingBits-1:0]];
    assign closing = data_last && ring_final[ring_data[RingBits-1:0]];
    assign hold = first && layout.held;
    assign both = !hold && (closing ? layout.spill : layout.shift != '0);
    assign beat_valid = ring_data != ring_addressed && fifo_tail - fifo_head > fifo_pointer_t'(both);
    assign data_step = beat_valid && beat_ready;

    always_ff @(posedge aclk) begin
      if (data_step) begin
        fifo_head <= fifo_head + fifo_pointer_t'(!hold) + fifo_pointer_t'(closing && layout.spill);
      end
      if (!aresetn) fifo_head <= '0;
    end

    logic [FifoBits-1:0] fifo_second;
    assign fifo_second = fifo_head[FifoBits-1:0] + FifoBits'(!hold);

    axi_copy_realign #(
        .DATA_WIDTH(DATA_WIDTH)
    ) realign (
        .aclk,
        .aresetn,
        .beat_valid,
        .beat_ready,
        .beat_low(fifo[fifo_head[FifoBits-1:0]]),
        .beat_high(fifo[fifo_second]),
        .beat_shift(layout.shift),
        .beat_from(first ? layout.from : '0),
        .beat_to(closing ? layout.to : '1),
        .beat_last(data_last),
        .m_axi_wvalid,
        .m_axi_wready,
        .m_axi_wdata,
        .m_axi_wstrb,
        .m_axi_wlast
    );
  end else begin : g_words
    assign m_axi_wvalid = ring_data != ring_addressed && fifo_head != fifo_tail;
    assign m_axi_wdata = fifo[fifo_head[FifoBits-1:0]];
    assign m_axi_wstrb = '1;
    assign m_axi_wlast = data_last;
    assign data_step = m_axi_wvalid && m_axi_wready;

    always_ff @(posedge aclk) begin
      if (data_step) fifo_head <= fifo_head + 1'b1;
      if (!aresetn) fifo_head <= '0;
    end
  end

  // ---- Write side: B, and what software sees
  assign m_axi_bready = 1'b1;

  always_ff @(posedge aclk) begin
    if (m_axi_bvalid) begin
      ring_head <= ring_head + 1'b1;
      if (ring_final[ring_head[RingBits-1:0]]) done_count <= done_count + 1'b1;
    end
    if ((m_axi_rvalid && m_axi_rresp[1]) || (m_axi_bvalid && m_axi_bresp[1])) error <= 1'b1;
    if (!aresetn) begin
      ring_head <= '0;
      done_count <= '0;
      error <= 1'b0;
    end
  end

  // RLAST says nothing new to one ID in order; bit 0 of a response tells two kinds of good or of bad.
  logic unused;
  assign unused = &{1'b0, m_axi_rlast, m_axi_rresp[0], m_axi_bresp[0]};

endmodule
