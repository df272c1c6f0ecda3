// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_TEST_SUPPORT_TOOLS_HPP
#define ARIL_TEST_SUPPORT_TOOLS_HPP

#include <Kokkos_Core.hpp>
#include <string>
#include <vector>

/// \file
/// What Kokkos tells a profiling tool while a call runs.

namespace aril::test {

struct Event {
  enum Kind { kernel, kernel_end, reduction, scan, fence, allocation, deallocation, copy, region, region_end };

  Kind kind;
  std::string name     = {};
  std::uint32_t device = 0;

  friend bool operator==(Event const&, Event const&) = default;
  friend std::ostream& operator<<(std::ostream& out, Event const& event) {
    static constexpr char const* kinds[] = {"kernel",     "kernel end",   "reduction", "scan",   "fence",
                                            "allocation", "deallocation", "copy",      "region", "region end"};
    return out << kinds[event.kind] << ' ' << event.name << " on " << event.device;
  }
};

/// Listens for as long as it lives. One at a time: the callbacks are plain functions.
class Listener {
 public:
  Listener() : before_(Kokkos::Tools::Experimental::get_callbacks()) {
    namespace Tools = Kokkos::Tools::Experimental;
    events().clear();
    Tools::set_begin_parallel_for_callback(begin<Event::kernel>);
    Tools::set_end_parallel_for_callback([](std::uint64_t) { add({Event::kernel_end}); });
    Tools::set_begin_parallel_reduce_callback(begin<Event::reduction>);
    Tools::set_begin_parallel_scan_callback(begin<Event::scan>);
    Tools::set_begin_fence_callback(begin<Event::fence>);
    Tools::set_allocate_data_callback(memory<Event::allocation>);
    Tools::set_deallocate_data_callback(memory<Event::deallocation>);
    Tools::set_begin_deep_copy_callback([](Kokkos::Tools::SpaceHandle, char const* name, void const*,
                                           Kokkos::Tools::SpaceHandle, char const*, void const*, std::uint64_t) {
      add({Event::copy, name});
    });
    Tools::set_push_region_callback([](char const* name) { add({Event::region, name}); });
    Tools::set_pop_region_callback([] { add({Event::region_end}); });
  }
  ~Listener() { Kokkos::Tools::Experimental::set_callbacks(before_); }
  Listener(Listener const&)            = delete;
  Listener& operator=(Listener const&) = delete;

  static std::vector<Event>& events() {
    static std::vector<Event> all;
    return all;
  }

 private:
  static void add(Event const& event) { events().push_back(event); }

  template <Event::Kind kind>
  static void begin(char const* name, std::uint32_t device, std::uint64_t* id) {
    *id = events().size();
    add({kind, name, device});
  }
  template <Event::Kind kind>
  static void memory(Kokkos::Tools::SpaceHandle, char const* name, void const*, std::uint64_t) {
    add({kind, name});
  }

  Kokkos::Tools::Experimental::EventSet before_;
};

/// The events during call().
template <class G>
std::vector<Event> events_of(G const& call) {
  Listener const listener;
  call();
  return Listener::events();
}

}  // namespace aril::test

#endif
