// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/dock_area.h"
#include "ui/window/view_dock.h"

#include <QLineEdit>
#include <QTabBar>
#include <QTest>
#include <QVBoxLayout>

namespace tidemark::tests {

using ui::DockArea;
using ui::DockedView;
using ui::dockedViewCount;
using ui::DockedViewInfo;
using ui::dockedViewInfos;

// Counts how often it came to be seen, and went.
class CountingPage : public QWidget {
public:
    explicit CountingPage(QWidget* parent)
        : QWidget(parent)
    {
        auto* column = new QVBoxLayout(this);
        field = new QLineEdit(this);
        column->addWidget(field);
        setMinimumSize(200, 80);
    }

    QLineEdit* field;
    int shown = 0;
    int hidden = 0;

protected:
    void showEvent(QShowEvent*) override { ++shown; }
    void hideEvent(QHideEvent*) override { ++hidden; }
};

constexpr std::array dockedBelow = {DockedView::Map, DockedView::Memory, DockedView::Tables};

// Three views below what stays, one at its right.
struct Area {
    Area()
    {
        const auto infos = dockedViewInfos();
        area.setCentralWidget(stays);
        stays->setFocusPolicy(Qt::StrongFocus);
        stays->setMinimumSize(200, 100);
        for (const DockedView view : dockedBelow)
            add(infos[indexOf(view)], DockArea::Side::Below);
        add(infos[indexOf(DockedView::Details)], DockArea::Side::Right);
        area.finishLayout();
        column->setContentsMargins(0, 0, 0, 0);
        column->addWidget(&area);
        window.resize(1000, 700);
    }

    ~Area() { area.setParent(nullptr); }

    void add(const DockedViewInfo& info, DockArea::Side side)
    {
        auto* page = new CountingPage(&area);
        pages[indexOf(info.view)] = page;
        area.addView(info, page, side);
    }

    void show()
    {
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
    }

    CountingPage& page(DockedView view) { return *pages[indexOf(view)]; }
    bool isSeen(DockedView view) { return page(view).isVisible(); }
    // In the coordinates of the area.
    QRect placeOf(DockedView view) { return {page(view).mapTo(&area, QPoint(0, 0)), page(view).size()}; }
    std::vector<QTabBar*> tabs()
    {
        std::vector<QTabBar*> result;
        for (QTabBar* bar : area.findChildren<QTabBar*>(QStringLiteral("lowerTabs")))
            if (bar->count() > 1)
                result.push_back(bar);
        return result;
    }

    QWidget window;
    QVBoxLayout* column = new QVBoxLayout(&window);
    QWidget* stays = new QWidget;
    DockArea area;
    std::array<CountingPage*, dockedViewCount> pages{};
};

} // namespace tidemark::tests
