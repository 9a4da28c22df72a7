// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/foreign/own_exports.h"

#include <algorithm>
#include <array>

namespace tidemark {

namespace {

constexpr std::size_t ownHead = 4096; // in which they say what they are

} // namespace

bool isOwnDatabase(const HeadText& head)
{
    using namespace std::string_view_literals;
    return head.begins("SQLite format 3\0"sv) && head.contains("CREATE TABLE recording (id INTEGER")
        && head.contains("CREATE TABLE device_traces (device INTEGER");
}

bool isOwnTrace(const HeadText& head)
{
    return head.begins("{") && head.contains("\"converted_by\":\"tidemark", ownHead);
}

bool isOwnTable(const HeadText& head)
{
    // The first columns of every table of `tidemark convert`, and of --csv.
    constexpr std::array<std::string_view, 19> beginnings = {"device,event,time_us,",
        "device,segment_addr,addr,", "device,addr,total_size,", "id,device,addr,requested_bytes,",
        "id,device,name,time_us,bytes", "id,device,kind,name,", "id,device,event,addr,bytes,",
        "id,device,event,time_us,used_bytes,", "id,place,detail,thread,", "id,ordinal,name,source,",
        "id,name,value\n", "event,time,action,address,", "event,free_requested,life,",
        "address,size,mapped,kind,", "allocations,size,peak,largest,", "path,scope,depth,phase,",
        "category,bytes,share,blocks", "module,bytes,share,blocks", "name,shape,dtype,category,kept_by,"};
    return std::any_of(beginnings.begin(), beginnings.end(),
        [&head](std::string_view beginning) { return head.begins(beginning); });
}

bool isOwnTextReport(const HeadText& head)
{
    return head.isLog() && head.contains("Where its memory went, by Tidemark ", ownHead);
}

bool isOwnPage(std::string_view page)
{
    return page.substr(0, ownHead).find(" · Tidemark</title>") != std::string_view::npos;
}

} // namespace tidemark
