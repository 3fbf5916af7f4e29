// Order within an edge: two events at the same edge, for each pair where the order matters. The
// table of docs/timing.md says in words what each case holds in edges, and has the same pairs.
//
// A gather of k words in one burst that is taken in at 1 is granted at 2, asks at 3, and moves its
// words from 8 on. A scatter drives from 3 on and moves from 4 on; answered, the response of a
// burst whose last word moves at n is taken at n + 3.

#include <algorithm>
#include <fstream>
#include <ostream>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/trace_control.h"
#include "support/trace_diagram.h"
#include "support/trace_setting.h"
#include "unit/control_run.h"

namespace sgdma::test {
namespace {

using ::testing::Contains;

/// Events are lines `edge event`. A kind that is expected at all is expected in full, in order.
struct Meeting {
  const char* first;  ///< in the words of docs/timing.md
  const char*
      second;  ///< the event that comes later within the edge, or whose effect is in question
  const char* config;
  const char* work;
  const char* control;
  const char* alone;  ///< shows that both meet: happens without the control, or without the fault
  const char* expected;
  const char* none;  ///< kinds that do not happen
};

constexpr const char* kOneWord = "1 0 g 0x1000 8";
constexpr const char* kFourWords = "1 0 g 0x1000 32";
constexpr const char* kTwoGathers = "1 0 g 0x1000 8\n1 1 g 0x2000 8";
constexpr const char* kOneWordIn = "1 0 s 0x1000 8";
constexpr const char* kFourWordsIn = "1 0 s 0x1000 32";
constexpr const char* kTwoScatters = "1 0 s 0x1000 8\n1 1 s 0x2000 8";
/// The second of three words comes with an error, at 9.
constexpr const char* kReadError = "fault=0x1008:8";
constexpr const char* kThreeWords = "1 0 g 0x1000 24";

const Meeting kMeetings[] = {
    // The reader has what it takes, whatever comes behind.
    {"completion taken", "engine reset", "", kOneWord, "9 engine_reset", "9 taken 0 SUCCESS",
     "9 taken 0 SUCCESS\n9 answered engine_reset", ""},
    {"completion taken", "QP RESET", "", kOneWord, "9 qp_reset 0", "9 taken 0 SUCCESS",
     "9 taken 0 SUCCESS\n9 answered qp_reset 0", ""},
    {"completion taken", "QP ERR", "", kOneWord, "9 qp_error 0", "9 taken 0 SUCCESS",
     "9 taken 0 SUCCESS\n9 answered qp_error 0", ""},
    {"completion taken", "QP ERR", "completion_every=20", kOneWord, "9 qp_error 0", "",
     "20 taken 0 SUCCESS\n20 answered qp_error 0", ""},
    {"completion taken", "grant", "completion_depth=1", kTwoGathers, "", "",
     "2 grant 0 0 g 0x1000 8\n9 taken 0 SUCCESS\n10 grant 0 1 g 0x2000 8\n17 taken 1 SUCCESS", ""},

    // What moves at the edge has moved; a transfer that is done at it is done. A reset drops its
    // completion.
    {"read beat", "engine reset", "", kFourWords, "8 engine_reset", "8 move 0 0x1000 8 24",
     "8 move 0 0x1000 8 24\n8 asked engine_reset\n8 teardown 0 engine_reset finish_beat\n"
     "9 waste 0 g 0x1008 0\n10 waste 0 g 0x1010 0\n11 waste 0 g 0x1018 1\n11 done 0\n"
     "11 answered engine_reset",
     "completion"},
    {"read beat", "QP RESET", "", kFourWords, "8 qp_reset 0", "8 move 0 0x1000 8 24",
     "8 move 0 0x1000 8 24\n8 asked qp_reset 0\n8 teardown 0 qp_reset finish_beat\n"
     "9 waste 0 g 0x1008 0\n10 waste 0 g 0x1010 0\n11 waste 0 g 0x1018 1\n11 done 0\n"
     "11 answered qp_reset 0",
     "completion"},
    {"read beat", "QP ERR", "", kFourWords, "8 qp_error 0", "8 move 0 0x1000 8 24",
     "8 move 0 0x1000 8 24\n8 asked qp_error 0\n8 teardown 0 qp_error finish_burst\n"
     "9 move 0 0x1008 8 16\n10 move 0 0x1010 8 8\n11 move 0 0x1018 8 0\n"
     "11 completion 0 g SUCCESS 32\n12 answered qp_error 0",
     "waste"},
    {"read beat", "QP ERR", "qp_error=finish_beat", kFourWords, "8 qp_error 0", "",
     "8 move 0 0x1000 8 24\n11 completion 0 g WR_FLUSH_ERR 8\n12 answered qp_error 0", ""},
    {"last read beat", "engine reset", "", kOneWord, "8 engine_reset", "8 move 0 0x1000 8 0",
     "8 move 0 0x1000 8 0\n8 done 0\n8 completion 0 g SUCCESS 8\n8 asked engine_reset\n"
     "8 answered engine_reset",
     "taken waste teardown"},
    {"last read beat", "QP RESET", "", kOneWord, "8 qp_reset 0", "8 move 0 0x1000 8 0",
     "8 move 0 0x1000 8 0\n8 done 0\n8 completion 0 g SUCCESS 8\n8 asked qp_reset 0\n"
     "8 answered qp_reset 0",
     "taken waste teardown"},
    {"last read beat", "QP ERR", "", kOneWord, "8 qp_error 0", "8 move 0 0x1000 8 0",
     "8 move 0 0x1000 8 0\n8 completion 0 g SUCCESS 8\n8 asked qp_error 0\n9 taken 0 SUCCESS\n"
     "9 answered qp_error 0",
     "waste teardown"},
    {"write beat", "engine reset", "", kFourWordsIn, "5 engine_reset", "5 move 0 0x1008 8 16",
     "4 move 0 0x1000 8 24\n5 move 0 0x1008 8 16\n5 asked engine_reset\n6 waste 0 s 0x1010 0\n"
     "7 waste 0 s 0x1018 1\n7 done 0\n7 answered engine_reset",
     "completion"},
    {"write beat", "QP RESET", "", kFourWordsIn, "5 qp_reset 0", "5 move 0 0x1008 8 16",
     "4 move 0 0x1000 8 24\n5 move 0 0x1008 8 16\n5 asked qp_reset 0\n6 waste 0 s 0x1010 0\n"
     "7 waste 0 s 0x1018 1\n7 done 0\n7 answered qp_reset 0",
     "completion"},
    {"write beat", "QP ERR", "", kFourWordsIn, "5 qp_error 0", "5 move 0 0x1008 8 16",
     "5 asked qp_error 0\n7 completion 0 s SUCCESS 32\n8 answered qp_error 0", "waste"},
    {"write beat", "QP ERR", "qp_error=finish_beat", kFourWordsIn, "5 qp_error 0",
     "5 move 0 0x1008 8 16",
     "4 move 0 0x1000 8 24\n5 move 0 0x1008 8 16\n6 waste 0 s 0x1010 0\n7 waste 0 s 0x1018 1\n"
     "7 completion 0 s WR_FLUSH_ERR 16\n8 answered qp_error 0",
     ""},
    {"last write beat", "engine reset", "", kOneWordIn, "4 engine_reset", "4 move 0 0x1000 8 0",
     "4 move 0 0x1000 8 0\n4 done 0\n4 completion 0 s SUCCESS 8\n4 asked engine_reset\n"
     "4 answered engine_reset",
     "taken teardown"},
    {"last write beat", "QP RESET", "", kOneWordIn, "4 qp_reset 0", "4 move 0 0x1000 8 0",
     "4 move 0 0x1000 8 0\n4 done 0\n4 completion 0 s SUCCESS 8\n4 asked qp_reset 0\n"
     "4 answered qp_reset 0",
     "taken teardown"},
    {"last write beat", "QP RESET", "posted_writes=0", kOneWordIn, "4 qp_reset 0",
     "4 move 0 0x1000 8 0",
     "4 move 0 0x1000 8 0\n4 asked qp_reset 0\n4 teardown 0 qp_reset finish_beat\n"
     "7 response 0 s 0x1000 OKAY\n7 done 0\n7 answered qp_reset 0",
     "completion waste"},
    {"last write beat", "QP ERR", "", kOneWordIn, "4 qp_error 0", "4 move 0 0x1000 8 0",
     "4 completion 0 s SUCCESS 8\n4 asked qp_error 0\n5 taken 0 SUCCESS\n5 answered qp_error 0",
     "teardown"},
    {"last write beat", "QP ERR", "posted_writes=0 qp_error=finish_beat", kOneWordIn,
     "4 qp_error 0", "4 move 0 0x1000 8 0",
     "4 asked qp_error 0\n7 completion 0 s SUCCESS 8\n8 answered qp_error 0", "waste"},
    {"write response", "engine reset", "posted_writes=0", kOneWordIn, "7 engine_reset",
     "7 response 0 s 0x1000 OKAY",
     "7 response 0 s 0x1000 OKAY\n7 done 0\n7 completion 0 s SUCCESS 8\n7 asked engine_reset\n"
     "7 answered engine_reset",
     "taken teardown"},
    {"write response", "QP RESET", "posted_writes=0", kOneWordIn, "7 qp_reset 0",
     "7 response 0 s 0x1000 OKAY",
     "7 response 0 s 0x1000 OKAY\n7 done 0\n7 completion 0 s SUCCESS 8\n7 asked qp_reset 0\n"
     "7 answered qp_reset 0",
     "taken teardown"},
    {"write response", "QP ERR", "posted_writes=0", kOneWordIn, "7 qp_error 0",
     "7 response 0 s 0x1000 OKAY",
     "7 completion 0 s SUCCESS 8\n7 asked qp_error 0\n8 taken 0 SUCCESS\n8 answered qp_error 0",
     "teardown"},
    // The credit of a burst per slot that comes back at this edge serves at the next, in a drain
    // as well.
    {"write response", "QP ERR",
     "posted_writes=0 max_write_burst=8 write_bursts_per_slot=1 qp_error=finish_transfer",
     "1 0 s 0x1000 16", "7 qp_error 0", "7 response 0 s 0x1000 OKAY",
     "3 aw 0 0x1000 8 1\n7 response 0 s 0x1000 OKAY\n7 asked qp_error 0\n8 aw 0 0x1008 8 1\n"
     "12 response 0 s 0x1008 OKAY\n12 completion 0 s SUCCESS 16",
     ""},

    // Control comes before faults.
    {"read error", "engine reset", kReadError, kThreeWords, "9 engine_reset",
     "9 fault 0 g 0x1008 SLVERR",
     "8 move 0 0x1000 8 16\n9 asked engine_reset\n9 waste 0 g 0x1008 0\n10 waste 0 g 0x1010 1\n"
     "10 done 0\n10 answered engine_reset",
     "fault completion"},
    {"read error", "QP RESET", kReadError, kThreeWords, "9 qp_reset 0", "9 fault 0 g 0x1008 SLVERR",
     "8 move 0 0x1000 8 16\n9 asked qp_reset 0\n9 waste 0 g 0x1008 0\n10 waste 0 g 0x1010 1\n"
     "10 done 0\n10 answered qp_reset 0",
     "fault completion"},
    {"read error", "QP RESET", "fault=0x1010:8", kThreeWords, "10 qp_reset 0",
     "10 fault 0 g 0x1010 SLVERR",
     "10 asked qp_reset 0\n10 waste 0 g 0x1010 1\n10 done 0\n10 answered qp_reset 0",
     "fault completion"},
    {"read error", "QP ERR", "fault=0x1008:8 qp_error=finish_beat", kThreeWords, "9 qp_error 0",
     "9 fault 0 g 0x1008 SLVERR",
     "9 asked qp_error 0\n9 waste 0 g 0x1008 0\n10 waste 0 g 0x1010 1\n"
     "10 completion 0 g WR_FLUSH_ERR 8",
     "fault"},
    {"read error", "QP ERR", kReadError, kThreeWords, "9 qp_error 0", "9 fault 0 g 0x1008 SLVERR",
     "9 asked qp_error 0\n9 fault 0 g 0x1008 SLVERR\n9 waste 0 g 0x1008 0\n10 waste 0 g 0x1010 1\n"
     "10 completion 0 g GENERAL_ERR 8",
     ""},
    {"response error", "engine reset", "posted_writes=0 fault=0x1000:8", kOneWordIn,
     "7 engine_reset", "7 fault 0 s 0x1000 SLVERR",
     "7 response 0 s 0x1000 SLVERR\n7 asked engine_reset\n7 done 0\n7 answered engine_reset",
     "fault completion"},
    {"response error", "QP RESET", "posted_writes=0 fault=0x1000:8", kOneWordIn, "7 qp_reset 0",
     "7 fault 0 s 0x1000 SLVERR",
     "7 response 0 s 0x1000 SLVERR\n7 asked qp_reset 0\n7 done 0\n7 answered qp_reset 0",
     "fault completion"},
    {"response error", "QP ERR", "posted_writes=0 fault=0x1000:8 qp_error=finish_beat", kOneWordIn,
     "7 qp_error 0", "7 fault 0 s 0x1000 SLVERR",
     "7 asked qp_error 0\n7 fault 0 s 0x1000 SLVERR\n7 completion 0 s GENERAL_ERR 8", ""},
    {"response error", "QP ERR",
     "posted_writes=0 max_write_burst=8 write_latency=0 fault=0x1000:8 qp_error=finish_beat",
     kFourWordsIn, "5 qp_error 0", "5 fault 0 s 0x1000 SLVERR",
     "4 move 0 0x1000 8 24\n5 move 0 0x1008 8 16\n5 response 0 s 0x1000 SLVERR\n"
     "5 asked qp_error 0\n6 response 0 s 0x1008 OKAY\n6 completion 0 s WR_FLUSH_ERR 16",
     "fault"},
    {"response error", "QP ERR", "posted_writes=0 max_write_burst=8 write_latency=0 fault=0x1000:8",
     kFourWordsIn, "5 qp_error 0", "5 fault 0 s 0x1000 SLVERR",
     "5 asked qp_error 0\n5 fault 0 s 0x1000 SLVERR\n6 completion 0 s GENERAL_ERR 16", ""},

    // Nothing new begins at the edge of a control request, or of a fault.
    {"burst issue", "engine reset", "", kOneWord, "3 engine_reset", "3 ar 0 0x1000 8 1",
     "3 asked engine_reset\n3 teardown 0 engine_reset finish_beat\n3 done 0\n"
     "3 answered engine_reset",
     "ar completion"},
    {"burst issue", "QP RESET", "", kOneWord, "3 qp_reset 0", "3 ar 0 0x1000 8 1",
     "3 asked qp_reset 0\n3 teardown 0 qp_reset finish_beat\n3 done 0\n3 answered qp_reset 0",
     "ar completion"},
    {"burst issue", "QP RESET", "", kOneWordIn, "3 qp_reset 0", "3 aw 0 0x1000 8 1",
     "3 asked qp_reset 0\n3 teardown 0 qp_reset finish_beat\n3 done 0\n3 answered qp_reset 0",
     "aw completion"},
    {"burst issue", "QP ERR", "", kOneWord, "3 qp_error 0", "3 ar 0 0x1000 8 1",
     "3 asked qp_error 0\n3 done 0\n3 completion 0 g WR_FLUSH_ERR 0\n4 answered qp_error 0", "ar"},
    {"burst issue", "QP ERR", "", kOneWordIn, "3 qp_error 0", "3 aw 0 0x1000 8 1",
     "3 asked qp_error 0\n3 done 0\n3 completion 0 s WR_FLUSH_ERR 0\n4 answered qp_error 0", "aw"},
    {"burst issue", "QP ERR", "qp_error=finish_transfer", kOneWord, "3 qp_error 0",
     "3 ar 0 0x1000 8 1", "3 asked qp_error 0\n3 ar 0 0x1000 8 1\n8 completion 0 g SUCCESS 8", ""},
    {"read error", "burst issue", "max_read_burst=8 read_bursts=16 fault=0x1000:8",
     "1 0 g 0x1000 64", "", "8 ar 0 0x1028 8 1",
     "3 ar 0 0x1000 8 1\n4 ar 0 0x1008 8 1\n5 ar 0 0x1010 8 1\n6 ar 0 0x1018 8 1\n"
     "7 ar 0 0x1020 8 1\n8 fault 0 g 0x1000 SLVERR\n12 completion 0 g GENERAL_ERR 0",
     ""},
    {"response error", "burst issue",
     "posted_writes=0 max_write_burst=8 write_latency=0 fault=0x1000:8", kFourWordsIn, "",
     "5 aw 0 0x1010 8 1",
     "3 aw 0 0x1000 8 1\n4 aw 0 0x1008 8 1\n5 fault 0 s 0x1000 SLVERR\n"
     "6 completion 0 s GENERAL_ERR 16",
     ""},
    {"grant", "engine reset", "", kOneWord, "2 engine_reset", "2 grant 0 0 g 0x1000 8",
     "2 asked engine_reset\n2 answered engine_reset", "grant completion"},
    {"grant", "QP RESET", "", kOneWord, "2 qp_reset 0", "2 grant 0 0 g 0x1000 8",
     "2 asked qp_reset 0\n2 answered qp_reset 0", "grant completion"},
    {"grant", "QP RESET", "", "1 0 g 0x1000 8\n1 1 s 0x2000 8", "2 qp_reset 0",
     "2 grant 1 1 s 0x2000 8", "2 asked qp_reset 0\n2 answered qp_reset 0\n2 grant 0 1 s 0x2000 8",
     ""},
    {"grant", "QP ERR", "", kOneWord, "2 qp_error 0", "2 grant 0 0 g 0x1000 8",
     "2 asked qp_error 0\n3 completion 0 g WR_FLUSH_ERR 0\n4 taken 0 WR_FLUSH_ERR\n"
     "4 answered qp_error 0",
     "grant"},
    {"intake", "engine reset", "", kOneWord, "1 engine_reset", "1 intake 0",
     "1 asked engine_reset\n1 answered engine_reset\n1 intake 0\n2 grant 0 0 g 0x1000 8", ""},
    {"intake", "QP RESET", "", kOneWord, "1 qp_reset 0", "1 intake 0",
     "1 asked qp_reset 0\n1 answered qp_reset 0\n1 intake 0\n2 grant 0 0 g 0x1000 8", ""},
    {"intake", "QP RESET", "", "1 0 g 0x1000 32\n9 0 g 0x2000 8", "8 qp_reset 0", "9 intake 0",
     "1 intake 0\n2 grant 0 0 g 0x1000 32\n8 asked qp_reset 0\n9 intake 0\n11 answered qp_reset 0\n"
     "12 grant 0 0 g 0x2000 8",
     ""},
    {"intake", "QP ERR", "", kOneWord, "1 qp_error 0", "1 intake 0",
     "1 asked qp_error 0\n1 answered qp_error 0\n1 intake 0\n2 completion 0 g WR_FLUSH_ERR 0",
     "grant"},

    // Requests of one edge, by kind, then by number.
    {"engine reset", "QP RESET", "", kFourWords, "8 qp_reset 0\n8 engine_reset", "",
     "8 asked engine_reset\n11 answered engine_reset\n12 asked qp_reset 0\n12 answered qp_reset 0",
     ""},
    {"engine reset", "QP ERR", "", kFourWords, "8 qp_error 0\n8 engine_reset", "",
     "8 asked engine_reset\n11 answered engine_reset\n12 asked qp_error 0\n12 answered qp_error 0",
     ""},
    {"QP RESET", "QP ERR", "", kFourWords, "8 qp_error 0\n8 qp_reset 0", "",
     "8 asked qp_reset 0\n11 answered qp_reset 0\n12 asked qp_error 0\n12 answered qp_error 0", ""},
    {"QP RESET", "QP ERR", "", kFourWords, "8 qp_error 0\n8 qp_reset 1", "",
     "8 asked qp_reset 1\n8 asked qp_error 0\n8 answered qp_reset 1\n12 answered qp_error 0", ""},
    {"QP RESET", "QP RESET", "", kFourWords, "8 qp_reset 1\n8 qp_reset 0", "",
     "8 asked qp_reset 0\n8 asked qp_reset 1\n8 answered qp_reset 1\n11 answered qp_reset 0", ""},
    {"QP ERR", "QP ERR", "", kFourWords, "8 qp_error 1\n8 qp_error 0", "",
     "8 asked qp_error 0\n8 asked qp_error 1\n8 answered qp_error 1\n12 answered qp_error 0", ""},

    // Two ends of a direction: what ends by itself comes first, and while another waits, no
    // transfer of the direction is granted.
    {"last read beat", "QP RESET", "read_bursts=1", kTwoGathers, "8 qp_reset 1",
     "8 move 0 0x1000 8 0", "8 done 0\n8 asked qp_reset 1\n9 done 1\n9 answered qp_reset 1", ""},
    {"grant", "QP RESET", "read_bursts=1", "1 0 g 0x1000 8\n1 1 g 0x2000 8\n7 2 g 0x3000 8",
     "8 qp_reset 1", "8 grant 2 2 g 0x3000 8",
     "2 grant 0 0 g 0x1000 8\n3 grant 1 1 g 0x2000 8\n8 asked qp_reset 1\n9 answered qp_reset 1\n"
     "9 grant 0 2 g 0x3000 8",
     ""},
    {"last read beat", "write response", "posted_writes=0", "1 0 g 0x1000 8\n2 1 s 0x2000 8", "",
     "8 response 1 s 0x2000 OKAY",
     "8 done 0\n8 completion 0 g SUCCESS 8\n8 done 1\n8 completion 1 s SUCCESS 8\n"
     "9 taken 0 SUCCESS\n9 taken 1 SUCCESS",
     ""},
    {"read error", "response error", "posted_writes=0 fault=0x1000:8 fault=0x2000:8",
     "1 0 g 0x1000 8\n2 1 s 0x2000 8", "", "8 response 1 s 0x2000 OKAY",
     "8 fault 0 g 0x1000 SLVERR\n8 done 0\n8 completion 0 g GENERAL_ERR 0\n"
     "8 fault 1 s 0x2000 SLVERR\n8 done 1\n8 completion 1 s GENERAL_ERR 8",
     ""},

    // A beat that is accepted at the edge of an error has moved.
    {"write beat", "response error",
     "posted_writes=0 max_write_burst=8 write_latency=0 fault=0x1000:8", kFourWordsIn, "",
     "5 move 0 0x1008 8 16",
     "4 move 0 0x1000 8 24\n5 move 0 0x1008 8 16\n5 fault 0 s 0x1000 SLVERR\n"
     "6 completion 0 s GENERAL_ERR 16",
     ""},
    {"last write beat", "response error",
     "posted_writes=0 max_write_burst=8 write_latency=0 fault=0x1000:8", "1 0 s 0x1000 16", "",
     "5 move 0 0x1008 8 0",
     "4 move 0 0x1000 8 8\n5 move 0 0x1008 8 0\n5 fault 0 s 0x1000 SLVERR\n"
     "6 completion 0 s GENERAL_ERR 16",
     ""},

    // Backward: what is given back at an edge serves at the next. An acceptance is not backward.
    {"last read beat", "grant", "slots=1", kTwoGathers, "", "",
     "2 grant 0 0 g 0x1000 8\n8 done 0\n9 grant 0 1 g 0x2000 8\n15 done 0", ""},
    {"last write beat", "grant", "slots=1", kTwoScatters, "", "",
     "2 grant 0 0 s 0x1000 8\n4 done 0\n5 grant 0 1 s 0x2000 8\n7 done 0", ""},
    {"write response", "grant", "slots=1 posted_writes=0", kTwoScatters, "", "",
     "2 grant 0 0 s 0x1000 8\n7 done 0\n8 grant 0 1 s 0x2000 8\n13 done 0", ""},
    {"read error", "grant", "slots=1 fault=0x1000:8", kTwoGathers, "", "",
     "2 grant 0 0 g 0x1000 8\n8 done 0\n9 grant 0 1 g 0x2000 8\n15 done 0", ""},
    {"response error", "grant", "slots=1 posted_writes=0 fault=0x1000:8", kTwoScatters, "", "",
     "2 grant 0 0 s 0x1000 8\n7 done 0\n8 grant 0 1 s 0x2000 8\n13 done 0", ""},
    {"last read beat", "burst issue", "read_bursts=1", kTwoGathers, "", "",
     "3 ar 0 0x1000 8 1\n8 move 0 0x1000 8 0\n9 ar 1 0x2000 8 1\n14 move 1 0x2000 8 0", ""},
    {"last write beat", "burst issue", "write_bursts=1", kTwoScatters, "", "",
     "3 aw 0 0x1000 8 1\n4 move 0 0x1000 8 0\n5 aw 1 0x2000 8 1\n6 move 1 0x2000 8 0", ""},
    {"last write beat", "burst issue", "", kTwoScatters, "", "",
     "3 aw 0 0x1000 8 1\n4 move 0 0x1000 8 0\n4 aw 1 0x2000 8 1\n5 move 1 0x2000 8 0", ""},
    {"write response", "burst issue", "posted_writes=0 write_bursts=1", kTwoScatters, "", "",
     "3 aw 0 0x1000 8 1\n7 response 0 s 0x1000 OKAY\n8 aw 1 0x2000 8 1\n"
     "12 response 1 s 0x2000 OKAY",
     ""},
    {"burst issue", "grant", "", kTwoGathers, "", "",
     "2 grant 0 0 g 0x1000 8\n3 ar 0 0x1000 8 1\n3 grant 1 1 g 0x2000 8\n4 ar 1 0x2000 8 1", ""},
    {"grant", "intake", "", "1 0 g 0x1000 8\n2 1 g 0x2000 8", "", "",
     "1 intake 0\n2 grant 0 0 g 0x1000 8\n2 intake 1\n3 grant 1 1 g 0x2000 8", ""},
};

void PrintTo(const Meeting& meeting, std::ostream* out) {
  *out << meeting.first << " and " << meeting.second << ": " << meeting.config << ", "
       << meeting.control;
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);) parts.push_back(part);
  return parts;
}

Cycle edge_of(const std::string& line) { return std::stoull(line); }

std::string kind_of(const std::string& line) {
  const std::size_t word = line.find(' ') + 1;
  return line.substr(word, line.find(' ', word) - word);
}

CoreBenchConfig config_of(const Meeting& meeting, ResponseOrder order, bool alone) {
  CoreBenchConfig config = contract_config(3, 2, true);
  config.engine.response_order = order;
  for (const std::string& setting : split(meeting.config, ' ')) set_from_text(config, setting);
  if (!alone) {
    config.control = parse_control(meeting.control);
  } else if (meeting.control[0] == '\0') {
    config.memory.faults.clear();
  }
  return config;
}

/// In stage order; completions are taken first at their edge.
std::vector<std::string> everything(const ControlRun& run) {
  std::vector<std::string> lines = run.taken();
  for (const std::string& line : run.lines()) {
    if (kind_of(line) != "w") lines.push_back(line);
  }
  std::stable_sort(lines.begin(), lines.end(), [](const std::string& a, const std::string& b) {
    return edge_of(a) < edge_of(b);
  });
  return lines;
}

class EdgeOrder : public testing::TestWithParam<Meeting> {};

TEST_P(EdgeOrder, IsThatOfTheTable) {
  const Meeting& meeting = GetParam();
  for (const ResponseOrder order : {ResponseOrder::kSlot, ResponseOrder::kAny}) {
    SCOPED_TRACE(order == ResponseOrder::kSlot ? "in order per slot" : "in any order");
    if (meeting.alone[0] != '\0') {
      const ControlRun alone(config_of(meeting, order, true), meeting.work);
      EXPECT_THAT(everything(alone), Contains(meeting.alone));
    }
    const std::vector<std::string> expected = split(meeting.expected, '\n');
    std::set<std::string> kinds;
    for (const std::string& line : expected) kinds.insert(kind_of(line));
    for (const std::string& kind : split(meeting.none, ' ')) {
      EXPECT_TRUE(kinds.insert(kind).second) << kind << " is expected";
    }
    std::vector<std::string> is;
    for (const std::string& line :
         everything(ControlRun(config_of(meeting, order, false), meeting.work))) {
      if (kinds.count(kind_of(line)) > 0) is.push_back(line);
    }
    EXPECT_EQ(is, expected);
  }
}

std::string meeting_name(const testing::TestParamInfo<Meeting>& instance) {
  return test_name(std::string(instance.param.first) + " and " + instance.param.second) + '_' +
         std::to_string(instance.index);
}

INSTANTIATE_TEST_SUITE_P(, EdgeOrder, testing::ValuesIn(kMeetings), meeting_name);

using Pair = std::pair<std::string, std::string>;

/// Rows `| first | second, second | what holds |` of the table of docs/timing.md.
std::set<Pair> pairs_of_document() {
  std::ifstream in(SGDMA_SOURCE_DIR "/docs/timing.md");
  std::set<Pair> pairs;
  bool inside = false;
  for (std::string line; std::getline(in, line);) {
    if (line == "| first | and | what holds |") {
      inside = std::getline(in, line).good();
      continue;
    }
    inside = inside && !line.empty();
    if (!inside) continue;
    const std::vector<std::string> cells = split(line, '|');
    for (const std::string& second : split(cells.at(2), ',')) {
      const auto trim = [](const std::string& text) {
        const std::size_t from = text.find_first_not_of(' ');
        return text.substr(from, text.find_last_not_of(' ') + 1 - from);
      };
      EXPECT_TRUE(pairs.insert({trim(cells.at(1)), trim(second)}).second) << line;
    }
  }
  return pairs;
}

TEST(EdgePairs, AreThoseOfTheDocument) {
  std::set<Pair> pairs;
  for (const Meeting& meeting : kMeetings) pairs.insert({meeting.first, meeting.second});
  EXPECT_EQ(pairs, pairs_of_document());
}

}  // namespace
}  // namespace sgdma::test
