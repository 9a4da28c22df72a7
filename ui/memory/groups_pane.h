// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/memory/group_table.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSortFilterProxyModel;
class QStackedWidget;
class QTableView;

namespace tidemark::ui {

class FlameGraph;
class TreePicture;
class Treemap;

// What is alive as a table of groups and as a flame graph or a treemap of what they are made of. A group that
// is chosen in the table is shown in the graph.
class GroupsPane : public QWidget {
    Q_OBJECT

public:
    explicit GroupsPane(QWidget* parent = nullptr);

    void setFacts(const std::shared_ptr<const MemoryFacts>& facts); // null: none
    void setUnits(ByteUnits units);
    FlameGraph* flame() const { return m_flame; }
    Treemap* treemap() const { return m_treemap; }
    void showTreemap(bool shown); // in place of the flame graph
    QTableView* table() const { return m_rows; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fitColumns();
    void buildTable();
    QWidget* buildGraph();
    QWidget* buildPictures(QWidget* parent);
    void connectPicture(TreePicture* picture);
    TreePicture* picture() const; // the one that is shown
    void changePicture();
    void showChosen();
    void showPath();
    void sayFound(quint64 bytes, bool isSearching);

    std::shared_ptr<const MemoryFacts> m_facts;
    ByteUnits m_units = ByteUnits::Binary;
    GroupTable m_groups;
    QTableView* m_rows;
    FlameGraph* m_flame;
    Treemap* m_treemap;
    QStackedWidget* m_pictures;
    QComboBox* m_pictureBox;
    QPushButton* m_up;
    QLineEdit* m_search;
    QLabel* m_path;
};

} // namespace tidemark::ui
