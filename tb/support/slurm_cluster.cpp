#include "support/slurm_cluster.h"

#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <netinet/in.h>
#include <pwd.h>
#include <stdexcept>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include "support/command_run.h"
#include "support/command_start.h"
#include "support/scratch.h"

namespace sgdma::test {
namespace {

namespace fs = std::filesystem;

constexpr const char* kController = "slurmctld";

std::string contents(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// Ports of loopback that were free a moment ago.
template <std::size_t count>
std::array<int, count> free_ports() {
  std::array<int, count> ports{};
  std::array<int, count> sockets{};
  for (std::size_t at = 0; at < count; ++at) {
    sockets[at] = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    if (bind(sockets[at], reinterpret_cast<sockaddr*>(&address), size) != 0 ||
        getsockname(sockets[at], reinterpret_cast<sockaddr*>(&address), &size) != 0) {
      throw std::runtime_error("there is no free port");
    }
    ports[at] = ntohs(address.sin_port);
  }
  for (const int socket : sockets) close(socket);
  return ports;
}

/// Field 4 of /proc/PID/stat, behind the name in parentheses, which may hold anything.
int parent_of(int process) {
  const std::string stat = contents("/proc/" + std::to_string(process) + "/stat");
  const std::size_t end = stat.rfind(')');
  return end == std::string::npos ? 0 : std::atoi(stat.c_str() + end + 4);
}

template <class Condition>
bool wait_for(std::chrono::seconds time, const Condition& condition) {
  const auto end = std::chrono::steady_clock::now() + time;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  return true;
}

}  // namespace

bool SlurmCluster::is_installed() {
  return run_program({"sh", "-c", "command -v slurmctld && command -v slurmd && command -v sbatch"})
             .exit_code == 0;
}

SlurmCluster::SlurmCluster(unsigned most_array) : folder_(scratch_path("slurm")) {
  for (const char* part : {"state", "spool-n1", "spool-n2"}) fs::create_directories(path(part));
  configure(most_array);
  setenv("SLURM_CONF", path("slurm.conf").c_str(), 1);
  daemons_[kController] = start_program({"sh", "-c", "exec slurmctld -D 2>/dev/null"});
  for (const char* node : {"n1", "n2"}) {
    daemons_[node] =
        start_program({"sh", "-c", std::string("exec slurmd -D -N ") + node + " 2>/dev/null"});
  }
  const bool up = wait_for(std::chrono::seconds(30), [] {
    return run_program({"sinfo", "--noheader", "--format=%D %t"}).out == "2 idle\n";
  });
  if (!up) throw std::runtime_error("the nodes do not come up: " + contents(path("slurmctld.log")));
}

SlurmCluster::~SlurmCluster() {
  for (const char* node : {"n1", "n2"}) lose(node);
  end(kController);
  unsetenv("SLURM_CONF");
}

std::string SlurmCluster::path(const std::string& name) const { return folder_ + "/" + name; }

/// Lost nodes are noticed soon, and what ran there starts again soon: the controller waits for as
/// long as a credential lives.
void SlurmCluster::configure(unsigned most_array) const {
  const auto [controller, first, second] = free_ports<3>();
  const passwd* const user = getpwuid(getuid());
  const std::string name = user == nullptr ? "root" : user->pw_name;
  std::ofstream file(path("slurm.conf"));
  file << "ClusterName=test\nSlurmctldHost=localhost(127.0.0.1)\nSlurmctldPort=" << controller
       << "\nSlurmUser=" << name << "\nSlurmdUser=" << name
       << "\nAuthType=auth/none\nAuthInfo=cred_expire=5\nCredType=cred/none\n"
          "CommunicationParameters=NoInAddrAny,NoCtldInAddrAny\nStateSaveLocation="
       << path("state") << "\nSlurmdSpoolDir=" << folder_
       << "/spool-%n\nSlurmctldPidFile=" << path("slurmctld.pid") << "\nSlurmdPidFile=" << folder_
       << "/slurmd-%n.pid\nSlurmctldLogFile=" << path("slurmctld.log")
       << "\nSlurmdLogFile=" << folder_
       << "/slurmd-%n.log\nProctrackType=proctrack/linuxproc\nTaskPlugin=task/none\n"
          "JobAcctGatherType=jobacct_gather/none\nAccountingStorageType=accounting_storage/none\n"
          "SelectType=select/cons_tres\nSelectTypeParameters=CR_Core\n"
          "SchedulerParameters=sched_interval=1,sched_min_interval=0,batch_sched_delay=0,"
          "bf_interval=1\nSlurmdParameters=config_overrides\nReturnToService=2\nMpiDefault=none\n"
          "SlurmdTimeout=5\nMaxArraySize="
       << most_array << "\nNodeName=n1 NodeHostname=localhost NodeAddr=127.0.0.1 Port=" << first
       << " CPUs=2\nNodeName=n2 NodeHostname=localhost NodeAddr=127.0.0.1 Port=" << second
       << " CPUs=2\nPartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP\n";
}

void SlurmCluster::end(const std::string& daemon) {
  const auto found = daemons_.find(daemon);
  if (found == daemons_.end()) return;
  kill(found->second, SIGKILL);
  waitpid(found->second, nullptr, 0);
  daemons_.erase(found);
}

std::vector<int> SlurmCluster::jobs_of(const std::string& node) const {
  std::vector<int> processes;
  const std::string on_node = std::string(1, '\0') + "SLURMD_NODENAME=" + node + '\0';
  const std::string of_cluster = "SLURM_CONF=" + path("slurm.conf") + '\0';
  for (const auto& entry : fs::directory_iterator("/proc")) {
    const int process = std::atoi(entry.path().filename().c_str());
    if (process == 0) continue;
    const std::string environment = '\0' + contents(entry.path() / "environ");
    if (environment.find(on_node) == std::string::npos) continue;
    if (environment.find(of_cluster) != std::string::npos) processes.push_back(process);
  }
  return processes;
}

void SlurmCluster::lose(const std::string& node) {
  end(node);
  // A step that is left would tell the controller how its job has ended.
  const std::vector<int> jobs = jobs_of(node);
  for (const int job : jobs) {
    const int step = parent_of(job);
    const std::string name = contents("/proc/" + std::to_string(step) + "/comm");
    if (name.rfind("slurmstepd", 0) == 0) kill(step, SIGKILL);
  }
  for (const int job : jobs) kill(job, SIGKILL);
}

}  // namespace sgdma::test
