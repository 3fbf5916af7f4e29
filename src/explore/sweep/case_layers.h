/// Presets and files that the cases of a sweep name.
#pragma once

#include <map>
#include <string>

#include "workload/config/config_node.h"
#include "workload/config/error_list.h"

namespace sgdma::explore {

/// Each is read once, before the sweep file itself, whose settings so take precedence.
class CaseLayers {
 public:
  /// Read what is new; what is wrong with it goes to `errors`, or is thrown as a ConfigError.
  void add_preset(const std::string& name, workload::ErrorList& errors);
  void add_file(const std::string& path, workload::ErrorList& errors);

  /// Those that were added and read; nullptr otherwise.
  const workload::ConfigNode* preset(const std::string& name) const { return find(presets_, name); }
  const workload::ConfigNode* file(const std::string& path) const { return find(files_, path); }

 private:
  using Layers = std::map<std::string, workload::ConfigNode>;

  static const workload::ConfigNode* find(const Layers& layers, const std::string& name) {
    const auto found = layers.find(name);
    return found == layers.end() ? nullptr : &found->second;
  }

  Layers presets_;
  Layers files_;
};

}  // namespace sgdma::explore
