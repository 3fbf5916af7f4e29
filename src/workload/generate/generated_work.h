/// Work that is made while the run goes on: by generators, and by the peers at the other end.
#pragma once

#include <cstdint>
#include <vector>

#include "platform/work_item.h"
#include "platform/work_listener.h"
#include "workload/generate/generator.h"
#include "workload/generate/posted_items.h"
#include "workload/generate/wire.h"
#include "workload/merged_work.h"
#include "workload/scenario.h"

namespace sgdma::workload {

/// A peer acknowledges a SEND or WRITE `peer_delay` after it has left, and answers a READ or atomic
/// as long after its request has. A closed loop's next WQE is posted when software takes the CQE of
/// one before; a peer's next message comes `peer_delay` after one before is done. At one time, WQEs
/// come first, then acknowledges, then the packets of the wire. A RESET loses what is under way of
/// its queue pair, and a closed loop begins again with as many messages.
class GeneratedWork : public platform::WorkItemStream, public platform::WorkListener {
 public:
  /// `scenario` outlives this.
  explicit GeneratedWork(const Scenario& scenario);

  const platform::WorkItem* peek() override;
  void pop() override { made_.pop(); }
  bool waits() const override;

  void on_sent(platform::Picoseconds at, QpIndex qp, const platform::SentWqe& sent) override;
  void on_cqe_taken(platform::Picoseconds at, QpIndex qp,
                    const platform::CompletionQueueEntry& entry) override;
  void on_messages_done(platform::Picoseconds at, QpIndex qp, std::uint32_t messages) override;
  void on_reset(platform::Picoseconds at, QpIndex qp) override;

 private:
  /// The generator whose message is due first, or nullptr.
  Generator* first_due();
  Generator* owner(QpIndex qp);

  const Scenario& scenario_;
  std::vector<Generator> generators_;
  std::vector<std::size_t> by_queue_pair_;  ///< generators, in the order of their queue pairs
  PostedItems posted_;
  PostedItems acknowledges_;
  Wire wire_;
  MergedWork made_;  ///< of the three
};

}  // namespace sgdma::workload
