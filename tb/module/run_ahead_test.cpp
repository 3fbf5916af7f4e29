// Run-ahead (docs/architecture.md): each rule by which it changes nothing. A scene is run step by
// step and ahead, each in a process of its own, and comes to the same.
//
// Edge n is at n ns. A scatter of 100 words that is taken in at 1 is granted at 2 and drives a beat
// at each edge from 3 to 102; posted, it is done with its last one at 103, and its completion is
// taken at 104. A gather that is taken in at 1 is granted at 2 and asks for its first burst of 4
// words at 3.

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tlm_utils/peq_with_get.h>

#include "observe/engine_trace.h"
#include "support/scratch.h"
#include "support/systemc/ahead_scene.h"

namespace sgdma::test {
namespace {

using sc_core::SC_NS;
using sc_core::sc_time;
using sc_core::SC_ZERO_TIME;
using sc_core::wait;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsSupersetOf;
using ::testing::Not;
using ::testing::StartsWith;

constexpr const char* kScatter = "1 0 s 0x1000 800";
constexpr const char* kGather = "1 0 g 0x1000 800";
constexpr double kEnd = 1000;

using Scene = std::function<std::string(Stepping)>;

/// Whose name begins with one of these.
std::vector<std::string> only(const SceneOutcome& outcome, const std::string& word) {
  std::vector<std::string> lines;
  for (const std::string& line : outcome.lines) {
    if (line.find(word) != std::string::npos) lines.push_back(line);
  }
  return lines;
}

/// The first lines that differ; empty where none do.
std::string first_difference(std::vector<std::string> by_step, std::vector<std::string> ahead) {
  const std::size_t lines = std::max(by_step.size(), ahead.size());
  by_step.resize(lines);
  ahead.resize(lines);
  const auto [one, other] = std::mismatch(by_step.begin(), by_step.end(), ahead.begin());
  return one == by_step.end() ? "" : "by step: " + *one + "; ahead: " + *other;
}

/// The outcome, which is the same in both ways, but that edges are really stepped ahead.
SceneOutcome expect_same(const Scene& scene) {
  const SceneOutcome by_step = outcome_of(scene, Stepping::kByStep);
  SceneOutcome ahead = outcome_of(scene, Stepping::kAhead);
  EXPECT_EQ(first_difference(by_step.lines, ahead.lines), "");
  EXPECT_EQ(by_step.ahead, 0U);
  EXPECT_GT(ahead.ahead, 0U);
  return ahead;
}

std::string run_to_end(AheadScene& scene, Stepping stepping) {
  scene.run(stepping, kEnd);
  return scene.text();
}

/// A scatter, and neighbours that `add` makes.
SceneOutcome scatter_beside(const std::function<void(AheadScene&, model::SgdmaEngine&)>& add) {
  return expect_same([&](Stepping stepping) {
    AheadScene scene("scene");
    model::SgdmaEngine& engine = scene.add_engine("one", {kScatter});
    add(scene, engine);
    return run_to_end(scene, stepping);
  });
}

TEST(RunAhead, StepsWithinOneWakeWhereNothingElseHappens) {
  const SceneOutcome outcome = expect_same([](Stepping stepping) {
    AheadScene scene("scene");
    scene.add_engine("one", {kScatter});
    return run_to_end(scene, stepping);
  });
  // Edges 2 to 104, all but the first.
  EXPECT_EQ(outcome.ahead, 103U);
  EXPECT_THAT(outcome.lines, IsSupersetOf({"3000 one_writes asks for 0x1000",
                                           "102000 one_writes asks for 0x1318"}));
}

TEST(RunAhead, LeavesTimeWhereTheLastEdgeIs) {
  const SceneOutcome outcome = expect_same([](Stepping stepping) {
    AheadScene scene("scene");
    scene.add_engine("one", {kScatter});
    return run_to_end(scene, stepping);
  });
  EXPECT_THAT(outcome.lines, Contains("ends at 104000"));
}

TEST(RunAhead, NeedsAPromise) {
  const SceneOutcome outcome = outcome_of(
      [](Stepping) {
        AheadScene scene("scene");
        scene.add_engine("one", {kScatter});
        scene.run(Stepping::kByStep, kEnd);
        scene.journal.add("longest delay " + scene.journal.longest_delay().to_string());
        return scene.text();
      },
      Stepping::kAhead);
  EXPECT_EQ(outcome.ahead, 0U);
  EXPECT_THAT(outcome.lines, Contains(HasSubstr("longest delay 0 s")));
}

TEST(RunAhead, IsTurnedOffByWhoeverWantsStepByStep) {
  const Scene built = [](Stepping stepping) {
    AheadScene scene("scene");
    scene.add_engine("one", {kScatter}).step_by_step();
    return run_to_end(scene, stepping);
  };
  EXPECT_EQ(outcome_of(built, Stepping::kAhead).ahead, 0U);
}

TEST(RunAhead, IsTurnedOffByATraceOfTheEngine) {
  const std::string path = write_scratch_file("trace", "");
  const Scene built = [&path](Stepping stepping) {
    AheadScene scene("scene");
    model::SgdmaEngine& engine = scene.add_engine("one", {kScatter});
    sc_core::sc_trace_file* file = sc_core::sc_create_vcd_trace_file(path.c_str());
    sc_trace(file, engine, "dma");
    std::string text = run_to_end(scene, stepping);
    sc_core::sc_close_vcd_trace_file(file);
    return text;
  };
  EXPECT_EQ(outcome_of(built, Stepping::kAhead).ahead, 0U);
}

// Who called sc_start acts at its end, and is not pending activity.
TEST(RunAhead, StepsNoEdgeBeyondThePromise) {
  const SceneOutcome outcome = expect_same([](Stepping stepping) {
    AheadScene scene("scene");
    model::SgdmaEngine& engine = scene.add_engine("one", {kScatter});
    scene.run(stepping, 50);
    scene.look("caller", engine);
    engine.request({ControlKind::kEngineReset});
    return run_to_end(scene, stepping);
  });
  EXPECT_THAT(only(outcome, "caller"), ElementsAre("50000 caller sees 50 edges"));
  EXPECT_THAT(outcome.lines, Contains("one: edge 51 asked engine_reset"));
}

TEST(RunAhead, StepsNoEdgeBeyondPendingActivity) {
  const SceneOutcome outcome = scatter_beside([](AheadScene& scene, model::SgdmaEngine& engine) {
    AheadScene::add_neighbour([&] {
      // Before the engine's first call, and among its calls.
      wait(1.5, SC_NS);
      scene.look("neighbour", engine);
      wait(48, SC_NS);
      scene.look("neighbour", engine);
      engine.request({ControlKind::kEngineReset});
    });
  });
  EXPECT_THAT(only(outcome, "neighbour"),
              ElementsAre("1500 neighbour sees 2 edges", "49500 neighbour sees 50 edges"));
  EXPECT_THAT(outcome.lines, Contains("one: edge 50 asked engine_reset"));
}

TEST(RunAhead, LetsATieGoFirst) {
  const SceneOutcome outcome = scatter_beside([](AheadScene& scene, model::SgdmaEngine& engine) {
    AheadScene::add_neighbour([&] {
      wait(50, SC_NS);
      scene.look("neighbour", engine);
    });
  });
  EXPECT_THAT(only(outcome, "neighbour"), ElementsAre("50000 neighbour sees 50 edges"));
}

// An edge comes last at its instant: behind delta cycles and immediate notifications, in whatever
// order the kernel runs what is due.
TEST(RunAhead, WaitsForDeltaAndImmediateNotificationsAtAnEdge) {
  const SceneOutcome outcome = scatter_beside([](AheadScene& scene, model::SgdmaEngine& engine) {
    auto delta = std::make_shared<sc_core::sc_event>();
    AheadScene::add_neighbour([&scene, &engine, delta] {
      for (const double time : {20.0, 50.0}) {
        wait(sc_time(time, SC_NS) - sc_core::sc_time_stamp());
        for (int left = 0; left < 3; ++left) {
          scene.look("delta", engine);
          wait(SC_ZERO_TIME);
          delta->notify();
          wait(SC_ZERO_TIME);
        }
      }
    });
    AheadScene::add_neighbour([&scene, &engine, delta] {
      for (;;) {
        wait(*delta);
        scene.look("immediate", engine);
      }
    });
  });
  EXPECT_THAT(only(outcome, "20000 delta"), testing::SizeIs(3));
  EXPECT_THAT(only(outcome, "delta"),
              testing::Each(testing::AnyOf(HasSubstr("20000 delta sees 20 "),
                                           HasSubstr("50000 delta sees 50 "))));
  EXPECT_THAT(only(outcome, "immediate"), testing::SizeIs(6));
  EXPECT_THAT(only(outcome, "immediate"),
              testing::Each(testing::AnyOf(HasSubstr("20000 immediate sees 20 "),
                                           HasSubstr("50000 immediate sees 50 "))));
}

/// What a target notifies at a request, `after` it, and looks at then.
Scene notifying(double after) {
  return [after](Stepping stepping) {
    AheadScene scene("scene");
    model::SgdmaEngine& engine = scene.add_engine("one", {kScatter});
    sc_core::sc_event event;
    scene.target.on_request = [&](ProbedTarget::Port&, tlm::tlm_generic_payload& payload,
                                  tlm::tlm_phase&, sc_time& delay) {
      if (payload.get_address() % 0x50 == 0) event.notify(delay + sc_time(after, SC_NS));
      return ProbedTarget::complete(payload, delay);
    };
    AheadScene::add_neighbour([&] {
      for (;;) {
        wait(event);
        scene.look("target", engine);
      }
    });
    return run_to_end(scene, stepping);
  };
}

// 0x1040 is driven at 11, and each tenth word from there on.
TEST(RunAhead, AsksAgainAfterEachCall) {
  EXPECT_THAT(only(expect_same(notifying(2.5)), "target"),
              IsSupersetOf({"13500 target sees 14 edges", "23500 target sees 24 edges"}));
}

TEST(RunAhead, LetsATargetActAtTheTimeOfTheCall) {
  EXPECT_THAT(only(expect_same(notifying(0)), "target"),
              IsSupersetOf({"11000 target sees 12 edges", "21000 target sees 22 edges"}));
}

TEST(RunAhead, LetsATieWithWhatATargetNotifiesGoFirst) {
  EXPECT_THAT(only(expect_same(notifying(3)), "target"),
              IsSupersetOf({"14000 target sees 14 edges", "24000 target sees 24 edges"}));
}

/// A second initiator on the target, with a word at each of some times.
struct Initiator : sc_core::sc_module, tlm::tlm_bw_transport_if<> {
  Initiator(const sc_core::sc_module_name& name, AheadScene& scene) : sc_core::sc_module(name) {
    socket.bind(static_cast<tlm::tlm_bw_transport_if<>&>(*this));
    socket.bind(scene.target.add_port("other").socket);
  }
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload&, tlm::tlm_phase&,
                                     sc_time&) override {
    return tlm::TLM_COMPLETED;
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}
  void ask(sc_time delay) {
    tlm::tlm_generic_payload payload;
    payload.set_address(0x5000);
    socket->b_transport(payload, delay);
  }
  tlm::tlm_initiator_socket<> socket{"socket"};
};

/// The lines of requests around that of "other": the one before and the one after.
std::vector<std::string> around_other(const SceneOutcome& outcome) {
  const std::vector<std::string> asks = only(outcome, " asks for ");
  for (std::size_t at = 1; at + 1 < asks.size(); ++at) {
    if (asks[at].find("other") != std::string::npos) {
      return {asks[at - 1], asks[at], asks[at + 1]};
    }
  }
  return {};
}

// 0x1178 is driven at 50.
TEST(RunAhead, LetsASecondInitiatorGoFirstAtATie) {
  const SceneOutcome outcome = scatter_beside([](AheadScene& scene, model::SgdmaEngine&) {
    auto other = std::make_shared<Initiator>("initiator", scene);
    AheadScene::add_neighbour([other] {
      wait(50, SC_NS);
      other->ask(SC_ZERO_TIME);
    });
  });
  EXPECT_THAT(around_other(outcome),
              ElementsAre("49000 one_writes asks for 0x1170", "50000 other asks for 0x5000",
                          "50000 one_writes asks for 0x1178"));
}

// The call comes at its own time, whatever it is annotated with.
TEST(RunAhead, KeepsItsPlaceBesideAnInitiatorThatAnnotatesDelays) {
  const SceneOutcome outcome = scatter_beside([](AheadScene& scene, model::SgdmaEngine&) {
    auto other = std::make_shared<Initiator>("initiator", scene);
    AheadScene::add_neighbour([other] {
      wait(49.5, SC_NS);
      other->ask(sc_time(20, SC_NS));
    });
  });
  EXPECT_THAT(around_other(outcome),
              ElementsAre("49000 one_writes asks for 0x1170", "69500 other asks for 0x5000",
                          "50000 one_writes asks for 0x1178"));
}

Scene two_engines(double second_period, const std::function<void(AheadScene&)>& add) {
  return [=](Stepping stepping) {
    AheadScene scene("scene");
    scene.add_engine("one", {kScatter});
    AheadScene::EngineOptions second{"1 0 s 0x8000 400\n20 0 g 0x9000 400"};
    second.period = second_period;
    scene.add_engine("two", second);
    if (add) add(scene);
    return run_to_end(scene, stepping);
  };
}

TEST(RunAhead, StepsTheEdgesOfSeveralEnginesInOrder) {
  for (const double period : {1.0, 1.5, 0.7, 3.0}) {
    const SceneOutcome outcome = expect_same(two_engines(period, {}));
    std::vector<std::uint64_t> times;
    for (const std::string& line : only(outcome, " asks for ")) times.push_back(std::stoull(line));
    EXPECT_TRUE(std::is_sorted(times.begin(), times.end())) << period;
  }
}

TEST(RunAhead, StepsSeveralEnginesInOneProcess) {
  const Scene built = [](Stepping) {
    AheadScene scene("scene");
    scene.add_engine("one", {kScatter});
    scene.add_engine("two", {kScatter});
    for (const char* name : {"one", "two"}) {
      const bool has =
          sc_core::sc_find_object((std::string(name) + ".run_edges").c_str()) != nullptr;
      scene.journal.add(std::string(name) + (has ? " has" : " has not") + " a process");
    }
    return scene.text();
  };
  EXPECT_THAT(outcome_of(built, Stepping::kByStep).lines,
              IsSupersetOf({"0 one has a process", "0 two has not a process"}));
}

// Both drive at each edge from 3 on. What the first sets off at 11 comes before the second's edge.
TEST(RunAhead, LetsWhatAnEngineSetsOffGoBeforeTheNextEngine) {
  const SceneOutcome outcome = expect_same(two_engines(1, [](AheadScene& scene) {
    auto event = std::make_shared<sc_core::sc_event>();
    scene.target.on_request = [event](ProbedTarget::Port&, tlm::tlm_generic_payload& payload,
                                      tlm::tlm_phase&, sc_time& delay) {
      if (payload.get_address() == 0x1040) event->notify(delay);
      return ProbedTarget::complete(payload, delay);
    };
    AheadScene::add_neighbour([&scene, event] {
      wait(*event);
      scene.journal.add("target acts");
    });
  }));
  EXPECT_THAT(only(outcome, "11000 "),
              ElementsAre("11000 one_writes asks for 0x1040", "11000 target acts",
                          "11000 two_writes asks for 0x8040"));
}

/// An engine whose target reacts badly to its 10th word when that comes ahead of its time.
std::string error_of(const std::string& work, const ProbedTarget::Reaction& reaction) {
  const SceneOutcome outcome = outcome_of(
      [&](Stepping stepping) {
        AheadScene scene("scene");
        scene.add_engine("one", {work});
        scene.target.on_request = [&](ProbedTarget::Port& port, tlm::tlm_generic_payload& payload,
                                      tlm::tlm_phase& phase, sc_time& delay) {
          return payload.get_address() == 0x1048 && delay > SC_ZERO_TIME
                     ? reaction(port, payload, phase, delay)
                     : ProbedTarget::complete(payload, delay);
        };
        return run_to_end(scene, stepping);
      },
      Stepping::kAhead);
  return outcome.lines.back();
}

ProbedTarget::Reaction notifies(const sc_time& after) {
  return [after](ProbedTarget::Port&, tlm::tlm_generic_payload& payload, tlm::tlm_phase&,
                 sc_time& delay) {
    static sc_core::sc_event event;
    event.notify(after);
    return ProbedTarget::complete(payload, delay);
  };
}

TEST(RunAhead, NamesASocketWhoseTargetActsInThePast) {
  const auto acts = [](const char* socket) {
    return testing::AllOf(StartsWith("/sgdma/bus/past: "), HasSubstr(socket),
                          HasSubstr("the target acts at a time before that of the call"));
  };
  EXPECT_THAT(error_of(kScatter, notifies(SC_ZERO_TIME)), acts("write_socket"));
  EXPECT_THAT(error_of(kScatter, notifies(sc_time(2, SC_NS))), acts("write_socket"));
  EXPECT_THAT(error_of(kGather, notifies(SC_ZERO_TIME)), acts("read_socket"));
}

TEST(RunAhead, NamesASocketWhoseTargetAnswersBeforeTheCall) {
  const ProbedTarget::Reaction answers = [](ProbedTarget::Port&, tlm::tlm_generic_payload& payload,
                                            tlm::tlm_phase&, sc_time& delay) {
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    delay = SC_ZERO_TIME;
    return tlm::TLM_COMPLETED;
  };
  EXPECT_THAT(error_of(kScatter, answers),
              testing::AllOf(StartsWith("/sgdma/bus/past: "), HasSubstr("write_socket"),
                             HasSubstr("the target answers before the time of the call")));
}

TEST(RunAhead, NamesASocketWhoseTargetSpeaksOfATimeThatIsOver) {
  const ProbedTarget::Reaction speaks =
      [](ProbedTarget::Port& port, tlm::tlm_generic_payload& payload, tlm::tlm_phase&, sc_time&) {
        payload.set_response_status(tlm::TLM_OK_RESPONSE);
        tlm::tlm_phase phase = tlm::BEGIN_RESP;
        sc_time delay;
        port.socket->nb_transport_bw(payload, phase, delay);
        return tlm::TLM_ACCEPTED;
      };
  const auto over = [](const char* socket) {
    return testing::AllOf(StartsWith("/sgdma/bus/past: "), HasSubstr(socket),
                          HasSubstr("the target says something for a time that is over"));
  };
  EXPECT_THAT(error_of(kScatter, speaks), over("write_socket"));
  EXPECT_THAT(error_of(kGather, speaks), over("read_socket"));
}

// By the standard the initiator does not look at what comes with TLM_ACCEPTED.
TEST(RunAhead, DoesNotLookAtTheDelayOfWhatIsOnlyAccepted) {
  expect_same([](Stepping stepping) {
    AheadScene scene("scene");
    scene.add_engine("one", {kScatter});
    tlm_utils::peq_with_get<tlm::tlm_generic_payload> answers("answers");
    tlm::tlm_target_socket<>* socket = nullptr;
    scene.target.on_request = [&](ProbedTarget::Port& port, tlm::tlm_generic_payload& payload,
                                  tlm::tlm_phase&, sc_time& delay) {
      if (payload.get_address() % 0x50 != 0) return ProbedTarget::complete(payload, delay);
      payload.set_response_status(tlm::TLM_OK_RESPONSE);
      socket = &port.socket;
      answers.notify(payload, delay + sc_time(3, SC_NS));
      delay = SC_ZERO_TIME;
      return tlm::TLM_ACCEPTED;
    };
    AheadScene::add_neighbour([&] {
      for (;;) {
        wait(answers.get_event());
        while (tlm::tlm_generic_payload* payload = answers.get_next_transaction()) {
          tlm::tlm_phase phase = tlm::BEGIN_RESP;
          sc_time delay;
          (*socket)->nb_transport_bw(*payload, phase, delay);
        }
      }
    });
    return run_to_end(scene, stepping);
  });
}

TEST(RunAhead, RefusesARequestForAnEdgeThatWasStepped) {
  const Scene built = [](Stepping stepping) {
    AheadScene scene("scene");
    model::SgdmaEngine& engine = scene.add_engine("one", {kScatter});
    AheadScene::add_neighbour([&] {
      wait(49.5, SC_NS);
      engine.request_at(49, {ControlKind::kEngineReset});
    });
    return run_to_end(scene, stepping);
  };
  for (const Stepping stepping : {Stepping::kByStep, Stepping::kAhead}) {
    EXPECT_EQ(outcome_of(built, stepping).lines.back(),
              "/sgdma/bus/past: one: a request to control for an edge that has been stepped");
  }
}

/// Both directions, a completion and a reset, beside an engine whose edges are in between.
Scene kernel_timed(LoggedPart part) {
  return [part](Stepping stepping) {
    AheadScene scene("scene");
    AheadScene::EngineOptions options{
        "1 0 s 0x1000 80\n3 1 g 0x2000 80\n40 2 s 0x3000 8\n60 3 g 0x4000 8\n90 0 s 0x5000 800"};
    options.timings.at(static_cast<std::size_t>(part)) = model::PartTiming::kKernel;
    model::SgdmaEngine& engine = scene.add_engine("one", options);
    AheadScene::EngineOptions beside{"1 0 s 0x8000 800\n1 0 s 0xa000 800"};
    beside.period = 1.5;
    scene.add_engine("two", beside);
    AheadScene::add_neighbour([&] {
      // Edge 152 is known to come, with a beat, when the request comes for it; the other engine's
      // wake at 151.5 is before it.
      wait(151.25, SC_NS);
      engine.request({ControlKind::kEngineReset});
    });
    return run_to_end(scene, stepping);
  };
}

TEST(RunAhead, CallsAPartThatGoesByTheKernelAtItsOwnTime) {
  for (const LoggedPart part : {LoggedPart::kWork, LoggedPart::kReader, LoggedPart::kSink,
                                LoggedPart::kSource, LoggedPart::kClient}) {
    SCOPED_TRACE(static_cast<int>(part));
    const SceneOutcome outcome = expect_same(kernel_timed(part));
    for (const std::string& line : only(outcome, " one: edge ")) {
      const std::uint64_t edge = std::stoull(line.substr(line.find("edge ") + 5));
      EXPECT_EQ(std::stoull(line), edge * 1000) << line;
    }
    EXPECT_THAT(only(outcome, " one: "), Not(testing::IsEmpty()));
  }
}

// Wakes at edges 1 to 8, each with something pending before the next edge, are in vain: so it rests
// for 64 wakes, edges 9 to 72, and the one at 73 steps on, from 74.
TEST(RunAhead, RestsBesideAClock) {
  const Scene built = [](Stepping stepping) {
    AheadScene scene("scene");
    scene.add_engine("one", {kScatter});
    AheadScene::add_neighbour([] {
      wait(0.5, SC_NS);
      for (int edge = 0; edge < 20; ++edge) wait(1, SC_NS);
    });
    return run_to_end(scene, stepping);
  };
  EXPECT_EQ(expect_same(built).ahead, 104U - 73U);
}

}  // namespace
}  // namespace sgdma::test
