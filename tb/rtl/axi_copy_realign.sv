// The W channel of axi_copy_engine where copies are of bytes: shifts bytes into place.
// Synthesizable; one clock, synchronous reset.
//
// A beat is one word from two words of the source, `high` after `low`: its byte 0 is byte `shift` of
// `low`. Bytes `from` to `to` of it are written. Beats are taken in order, with `last` as WLAST.
//
// Three registers, so that a stage is no more than a memory's output or one level of the shifter: the
// two words as they are; shifted by whole groups of 4 bytes; shifted by what is left, which is W. A
// skid buffer behind W keeps WREADY away from all but its own stage.
//
// Timing: a beat taken in cycle 0 is offered on W in cycle 3; one each cycle while W takes them.

module axi_copy_realign #(
    parameter int unsigned DATA_WIDTH = 512,
    localparam int unsigned WordShift = $clog2(DATA_WIDTH / 8)
) (
    input logic aclk,
    input logic aresetn,

    input  logic                  beat_valid,
    output logic                  beat_ready,
    input  logic [DATA_WIDTH-1:0] beat_low,
    input  logic [DATA_WIDTH-1:0] beat_high,
    input  logic [ WordShift-1:0] beat_shift,
    input  logic [ WordShift-1:0] beat_from,
    input  logic [ WordShift-1:0] beat_to,
    input  logic                  beat_last,

    output logic                    m_axi_wvalid,
    input  logic                    m_axi_wready,
    output logic [DATA_WIDTH-1:0]   m_axi_wdata,
    output logic [DATA_WIDTH/8-1:0] m_axi_wstrb,
    output logic                    m_axi_wlast
);

  localparam int unsigned GroupBytes = 4;
  localparam int unsigned Groups = DATA_WIDTH / (8 * GroupBytes);
  localparam int unsigned ShiftedWidth = DATA_WIDTH + 8 * GroupBytes;

  typedef logic [WordShift-1:0] place_t;  // of a byte in its word
  typedef logic [DATA_WIDTH/8-1:0] strobe_t;

  logic fetched_valid, fetched_last;
  logic [2*DATA_WIDTH-1:0] fetched_pair;
  place_t fetched_shift, fetched_from, fetched_to;

  logic shifted_valid, shifted_last;
  logic [ShiftedWidth-1:0] shifted_data;  // with a group more, for the rest of the shift
  logic [1:0] shifted_rest;
  strobe_t shifted_strobe;

  logic kept_valid, kept_last;  // the skid buffer
  logic [DATA_WIDTH-1:0] kept_data;
  strobe_t kept_strobe;

  assign beat_ready = !kept_valid;

  always_ff @(posedge aclk) begin
    if (!kept_valid) begin
      fetched_valid <= beat_valid;
      if (beat_valid) begin
        fetched_pair <= {beat_high, beat_low};
        fetched_shift <= beat_shift;
        fetched_from <= beat_from;
        fetched_to <= beat_to;
        fetched_last <= beat_last;
      end

      shifted_valid <= fetched_valid;
      if (fetched_valid) begin
        for (int unsigned i = 0; i < Groups; ++i) begin
          if (fetched_shift >> 2 == place_t'(i)) begin
            shifted_data <= fetched_pair[8*GroupBytes*i+:ShiftedWidth];
          end
        end
        shifted_rest <= fetched_shift[1:0];
        shifted_strobe <= ('1 << fetched_from) & ('1 >> ~fetched_to);
        shifted_last <= fetched_last;
      end

      if (!m_axi_wvalid || m_axi_wready) begin
        m_axi_wvalid <= shifted_valid;
        if (shifted_valid) begin
          for (int unsigned i = 0; i < GroupBytes; ++i) begin
            if (shifted_rest == 2'(i)) m_axi_wdata <= shifted_data[8*i+:DATA_WIDTH];
          end
          m_axi_wstrb <= shifted_strobe;
          m_axi_wlast <= shifted_last;
        end
      end else if (shifted_valid) begin
        kept_valid <= 1'b1;
        for (int unsigned i = 0; i < GroupBytes; ++i) begin
          if (shifted_rest == 2'(i)) kept_data <= shifted_data[8*i+:DATA_WIDTH];
        end
        kept_strobe <= shifted_strobe;
        kept_last <= shifted_last;
      end
    end else if (m_axi_wready) begin
      kept_valid <= 1'b0;
      m_axi_wdata <= kept_data;
      m_axi_wstrb <= kept_strobe;
      m_axi_wlast <= kept_last;
    end

    if (!aresetn) begin
      fetched_valid <= 1'b0;
      shifted_valid <= 1'b0;
      m_axi_wvalid <= 1'b0;
      kept_valid <= 1'b0;
    end
  end

endmodule
