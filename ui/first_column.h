// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QEvent>
#include <QHeaderView>
#include <QTableView>
#include <algorithm>

namespace tidemark::ui {

// Gives the first column, the one with names, all the width that the others leave, and never less than
// `least` pixels: a table with too little room is scrolled, and no name becomes three dots.
class FirstColumn : public QObject {
public:
    FirstColumn(QTableView* table, int least)
        : QObject(table)
        , m_table(table)
        , m_least(least)
    {
        QHeaderView* header = table->horizontalHeader();
        header->setSectionResizeMode(0, QHeaderView::Fixed);
        table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
        table->viewport()->installEventFilter(this);
        connect(header, &QHeaderView::sectionResized, this, [this](int section) {
            if (section != 0)
                fit();
        });
        connect(header, &QHeaderView::geometriesChanged, this, &FirstColumn::fit);
    }

private:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::Resize)
            fit();
        return QObject::eventFilter(watched, event);
    }

    void fit()
    {
        QHeaderView* header = m_table->horizontalHeader();
        if (header->count() == 0)
            return;
        const int others = header->length() - header->sectionSize(0);
        const int wanted = std::max(m_least, m_table->viewport()->width() - others);
        if (wanted != header->sectionSize(0))
            header->resizeSection(0, wanted);
    }

    QTableView* m_table;
    int m_least;
};

} // namespace tidemark::ui
