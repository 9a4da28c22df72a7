// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/compare/comparison.h"
#include "ui/compare/comparison_table.h"

#include <QWidget>

class QComboBox;
class QHBoxLayout;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QTableView;
class QTextBrowser;

namespace tidemark::ui {

class ViewState;

// Two recordings beside each other: what differs in words, and group by group what only one of them holds and
// what both do. The curves of the other one lie over the timeline; how, is chosen here.
class ComparisonPage : public QWidget {
    Q_OBJECT

public:
    // `state` must outlive the page.
    explicit ComparisonPage(ViewState& state, QWidget* parent = nullptr);

    Comparison* comparison() const { return m_comparison; }
    const ComparisonTable& table() const { return m_table; }
    QString text() const; // what it says in words
    void applyTheme(); // anew, when the palette changed

private:
    void buildLayout();
    QHBoxLayout* questionRow();
    QHBoxLayout* filterRow();
    QHBoxLayout* progressRow();
    void connectChoices();
    void beginAnew();
    void clear();
    void showQuestion();
    void showFacts();
    void showUnits();
    void followLink(const QUrl& url);

    ViewState& m_state;
    Comparison* m_comparison;
    ComparisonTable m_table;
    QComboBox* m_by;
    QComboBox* m_at;
    QComboBox* m_alignment;
    QComboBox* m_deviceA;
    QComboBox* m_side;
    QLineEdit* m_filter;
    QPushButton* m_end;
    QLabel* m_sides;
    QLabel* m_shares;
    QLabel* m_busy;
    QProgressBar* m_progress;
    QPushButton* m_stop;
    QTableView* m_rows;
    QTextBrowser* m_words;
};

} // namespace tidemark::ui
