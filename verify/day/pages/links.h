// The links from page to page: those that lead nowhere.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "verify/day/pages/pages.h"

namespace day {

class Links {
 public:
    explicit Links(const Tree& tree) : tree_(tree) {}

    // The links of a page to a file or folder that is not in the repository, or to a heading that its page does not
    // have. What lies on the network is not asked for.
    std::vector<Problem> dead(const fs::path& page);

 private:
    std::string fault_of(const std::string& link, const fs::path& page);
    const std::set<std::string>& anchors_of(const fs::path& page);

    const Tree tree_;
    std::map<fs::path, std::set<std::string>> anchors_;  // by page
};

}  // namespace day
