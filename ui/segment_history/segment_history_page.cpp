// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/segment_history/segment_history_page.h"

#include "ui/details/figures.h"
#include "ui/tiles/class_legend.h"
#include "ui/tiles/tile_canvas.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QStandardItemModel>
#include <algorithm>
#include <cmath>
#include <utility>

namespace tidemark::ui {

namespace {

std::shared_ptr<const ReservedHistory> reservedHistory(const std::shared_ptr<const ShownPart>& part,
    const std::shared_ptr<const ReservedHistory>& known, const std::stop_token& stop)
{
    if (known && known->part == part)
        return known;
    if (known && known->part->whole == part->whole) { // only the filter is another
        auto same = std::make_shared<ReservedHistory>(*known);
        same->part = part;
        return same;
    }
    auto made = std::make_shared<ReservedHistory>();
    made->part = part;
    const GroupedDevice& device = *part->whole;
    made->pieces = reservedPieces(device.recording->recording.devices[device.device], device.history(), stop);
    made->layout = AddressLayout(made->pieces);
    return stop.stop_requested() ? nullptr : made;
}

} // namespace

SegmentHistoryPage::SegmentHistoryPage(ViewState& state, QWidget* parent)
    : TilePage(state, parent)
    , m_segments(new QComboBox(this))
{
    canvas()->setObjectName(QStringLiteral("segmentHistoryCanvas"));
    canvas()->setAccessibleName(tr("Segments over time: every allocation at its address"));
    legend()->setFreeMemory(tr("not allocated"));
    m_segments->setObjectName(QStringLiteral("segmentHistorySegments"));
    m_segments->setAccessibleName(tr("Which segment is shown"));
    m_segments->setPlaceholderText(tr("A part"));
    m_segments->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    bar()->insertWidget(1, m_segments);
    listSegments();
    connect(&state, &ViewState::unitsChanged, this, &SegmentHistoryPage::listSegments);
    connect(m_segments, &QComboBox::activated, this, &SegmentHistoryPage::showSegment);
    connect(canvas(), &TileCanvas::bytesChanged, this, &SegmentHistoryPage::noteBytes);
    say();
}

SourceFinder::Maker SegmentHistoryPage::maker() const
{
    return [known = m_reserved](
               const auto& part, const auto& classes, const std::stop_token& stop) -> SourceFinder::Source {
        const auto reserved = reservedHistory(part, known, stop);
        return reserved ? std::make_shared<const SegmentSource>(reserved, classes) : nullptr;
    };
}

QString SegmentHistoryPage::caption() const
{
    return tr("Every segment by address, downwards, and what was allocated in it; blocks that wait for "
              "another stream count as not allocated.");
}

void SegmentHistoryPage::takeSource(const std::shared_ptr<const TileSource>& source)
{
    const auto segments = std::dynamic_pointer_cast<const SegmentSource>(source);
    const auto before = std::exchange(m_reserved, segments ? segments->reserved() : nullptr);
    listSegments();
    if (before && m_reserved && before != m_reserved && !canvas()->showsAllBytes())
        stayIn(before->layout);
}

// A recording that grows may have reserved more at lower addresses: the part that is shown remains the same
// memory, and a segment that was chosen is shown whole.
void SegmentHistoryPage::stayIn(const AddressLayout& before)
{
    if (m_segments->currentIndex() > 0)
        return showSegment(m_segments->currentIndex());
    const auto low = static_cast<std::uint64_t>(canvas()->low());
    const AddressRegion* region = before.regionAt(low);
    const auto place =
        region ? m_reserved->layout.toAxis(region->address + (low - region->begin)) : std::nullopt;
    if (place)
        canvas()->showBytes(static_cast<double>(*place), canvas()->span());
}

void SegmentHistoryPage::listSegments()
{
    constexpr std::size_t most = 200;
    const QVariant chosen = m_segments->currentData();
    const QSignalBlocker blocker(m_segments);
    m_segments->clear();
    m_segments->addItem(tr("All segments"), QVariant::fromValue<qulonglong>(0));
    std::vector<AddressRegion> regions;
    if (m_reserved)
        regions.assign(m_reserved->layout.regions().begin(), m_reserved->layout.regions().end());
    std::stable_sort(regions.begin(), regions.end(),
        [](const AddressRegion& left, const AddressRegion& right) { return left.size > right.size; });
    for (std::size_t i = 0; i < std::min(regions.size(), most); ++i)
        m_segments->addItem(
            tr("%1 at %2").arg(bytesText(regions[i].size, state().units()), addressText(regions[i].address)),
            QVariant::fromValue<qulonglong>(regions[i].address));
    if (regions.size() > most) {
        m_segments->addItem(tr("The %1 largest of %2").arg(most).arg(regions.size()));
        if (auto* model = qobject_cast<QStandardItemModel*>(m_segments->model()))
            model->item(m_segments->count() - 1)->setEnabled(false);
    }
    m_segments->setCurrentIndex(canvas()->showsAllBytes() ? 0
            : chosen.isValid()                            ? m_segments->findData(chosen)
                                                          : -1);
}

void SegmentHistoryPage::showSegment(int index)
{
    const auto address = m_segments->itemData(index).toULongLong();
    if (address == 0 || !m_reserved)
        return canvas()->fitBytes();
    const auto regions = m_reserved->layout.regions();
    const auto region = std::find_if(regions.begin(), regions.end(),
        [&](const AddressRegion& candidate) { return candidate.address == address; });
    if (region != regions.end())
        canvas()->showBytes(static_cast<double>(region->begin), static_cast<double>(region->size));
}

// The choice says what is shown also when the mouse chose it.
void SegmentHistoryPage::noteBytes(double low, double span)
{
    if (canvas()->showsAllBytes()) {
        m_segments->setCurrentIndex(0);
        return;
    }
    int index = -1;
    const auto place = static_cast<std::uint64_t>(std::llround(low));
    const AddressRegion* region = m_reserved ? m_reserved->layout.regionAt(place) : nullptr;
    if (region && region->begin == place && std::abs(span - static_cast<double>(region->size)) < 1)
        index = m_segments->findData(QVariant::fromValue<qulonglong>(region->address));
    m_segments->setCurrentIndex(index);
}

} // namespace tidemark::ui
