// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/recording_views.h"

#include "ui/details/details_pane.h"
#include "ui/map/fragmentation_map.h"
#include "ui/timeline/timeline_view.h"

#include <QDataStream>
#include <QIODevice>
#include <QSplitter>
#include <QVBoxLayout>

namespace tidemark::ui {

RecordingViews::RecordingViews(ViewState* state, QWidget* parent)
    : QWidget(parent)
    , m_timeline(new TimelineView(state, this))
    , m_map(new FragmentationMap(*state, this))
    , m_details(new DetailsPane(*state, this))
    , m_columns(new QSplitter(Qt::Horizontal, this))
    , m_rows(new QSplitter(Qt::Vertical, this))
{
    m_timeline->setObjectName(QStringLiteral("timeline"));
    m_map->setObjectName(QStringLiteral("map"));
    m_details->setObjectName(QStringLiteral("details"));
    setFocusProxy(m_timeline);
    m_rows->addWidget(m_timeline);
    m_rows->addWidget(m_map);
    m_columns->addWidget(m_rows);
    m_columns->addWidget(m_details);
    m_rows->setSizes({520, 380});
    m_columns->setSizes({1270, 330});
    m_columns->setStretchFactor(0, 1);
    m_columns->setStretchFactor(1, 0);
    for (QSplitter* splitter : {m_rows, m_columns}) {
        splitter->setChildrenCollapsible(false);
        splitter->setHandleWidth(5);
    }
    auto* page = new QVBoxLayout(this);
    page->setContentsMargins(0, 0, 0, 0);
    page->addWidget(m_columns);
}

QByteArray RecordingViews::saveDivision() const
{
    QByteArray result;
    QDataStream stream(&result, QIODevice::WriteOnly);
    stream << m_columns->saveState() << m_rows->saveState();
    return result;
}

void RecordingViews::restoreDivision(const QByteArray& division)
{
    QDataStream stream(division);
    QByteArray columns;
    QByteArray rows;
    stream >> columns >> rows;
    if (stream.status() != QDataStream::Ok)
        return;
    m_columns->restoreState(columns);
    m_rows->restoreState(rows);
}

} // namespace tidemark::ui
