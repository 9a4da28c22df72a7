// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/map/map_colours.h"

#include <algorithm>
#include <optional>

namespace tidemark::ui {

namespace {

// Finds the allocation of a block: by its event, or where that tells none by its address.
class BlockAllocations {
public:
    BlockAllocations(const GroupedDevice& device, std::size_t position)
        : m_device(device)
        , m_position(std::min(position, device.eventCount()))
    { }

    std::optional<std::uint32_t> of(const BlockInfo& block)
    {
        const std::vector<Allocation>& all = m_device.attribution.allocations;
        if (block.allocEvent != BlockInfo::noEvent) {
            const Allocation* made = m_device.attribution.madeBy(block.allocEvent);
            if (made != nullptr && made->address == block.address)
                return static_cast<std::uint32_t>(made - all.data());
        }
        return atAddress(block.address);
    }

private:
    std::optional<std::uint32_t> atAddress(std::uint64_t address)
    {
        const std::vector<Allocation>& all = m_device.attribution.allocations;
        if (!m_isListed) {
            m_isListed = true;
            m_byAddress = m_device.alive.at(m_device.attribution, m_position);
            std::sort(m_byAddress.begin(), m_byAddress.end(),
                [&](std::uint32_t a, std::uint32_t b) { return all[a].address < all[b].address; });
        }
        const auto found = std::lower_bound(m_byAddress.begin(), m_byAddress.end(), address,
            [&](std::uint32_t place, std::uint64_t value) { return all[place].address < value; });
        return found != m_byAddress.end() && all[*found].address == address ? std::optional(*found)
                                                                            : std::nullopt;
    }

    const GroupedDevice& m_device;
    std::size_t m_position;
    bool m_isListed = false;
    std::vector<std::uint32_t> m_byAddress; // what is alive; made when it is needed
};

} // namespace

std::vector<std::uint8_t> blockClasses(
    const SegmentList& list, const MapColours& colours, std::size_t position)
{
    std::vector<std::uint8_t> classOf(list.blocks.size(), noColourClass);
    BlockAllocations allocations(*colours.device, position);
    for (std::size_t i = 0; i < list.blocks.size(); ++i) {
        if (list.blocks[i].state != BlockState::ActiveAllocated)
            continue;
        if (const auto allocation = allocations.of(list.blocks[i]))
            classOf[i] = colours.classes->at(colours.device->attribution, *allocation, position);
    }
    return classOf;
}

std::vector<std::uint8_t> clearBlocks(
    const SegmentList& list, std::span<const std::uint64_t> held, std::vector<std::uint8_t> classOf)
{
    if (classOf.empty())
        classOf.assign(list.blocks.size(), 0);
    auto next = held.begin(); // blocks come by address, but for where a segment begins
    for (std::size_t i = 0; i < list.blocks.size(); ++i) {
        const BlockInfo& block = list.blocks[i];
        const bool isAllocated = block.state == BlockState::ActiveAllocated;
        if (isAllocated && (next == held.end() || *next != block.address))
            next = std::lower_bound(held.begin(), held.end(), block.address);
        if (isAllocated && next != held.end() && *next == block.address)
            ++next;
        else
            classOf[i] = noColourClass;
    }
    return classOf;
}

std::vector<std::uint64_t> bytesByClass(
    const SegmentList& list, std::span<const std::uint8_t> classOf, std::size_t classCount)
{
    std::vector<std::uint64_t> bytes(classCount + 1);
    for (std::size_t i = 0; i < classOf.size(); ++i)
        if (list.blocks[i].state == BlockState::ActiveAllocated)
            bytes[std::min<std::size_t>(classOf[i], classCount)] += list.blocks[i].size;
    return bytes;
}

} // namespace tidemark::ui
