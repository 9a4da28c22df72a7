// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/scopes/scopes_finder.h"
#include "ui/scopes/scopes_model.h"

#include <QTimer>
#include <QWidget>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QStackedWidget;
class QTableView;

namespace tidemark::ui {

class ScopeColumnsMenu;
class ViewState;

// What memory did in each scope, phase and named range, as a line profiler shows it: a row a scope, any
// figures of memory_stats() as columns, bars in the cells. A click on a row moves the cursor to the moment at
// which memory was highest inside. The table can be copied as text and written as CSV or as a page.
class ScopesPage : public QWidget {
    Q_OBJECT

public:
    // `state` must outlive the page.
    explicit ScopesPage(ViewState& state, QWidget* parent = nullptr);

    const ScopesModel& model() const { return m_model; }
    bool isBusy() const { return m_finder.isBusy(); }
    ScopeColumnsMenu* columnsMenu() const { return m_columns; }

    void copy() const;
    // As the name's end says: .csv, .html, or text. Empty when it was written; else why not.
    QString exportTo(const QString& path) const;

protected:
    void showEvent(QShowEvent* event) override;

private:
    void buildLayout();
    void takeRecording();
    void takeGrowth();
    void findAgain();
    void takeTable(std::shared_ptr<const ScopeTable> table);
    void fillSteps();
    void say(const QString& sentence);
    void describe();
    void askWhereTo();
    QString recordingName() const;

    ViewState& m_state;
    ScopesFinder m_finder;
    ScopesModel m_model;
    QTimer m_soon; // a run that grows is read anew now and then
    std::optional<ScopesQuestion> m_asked; // what the table answers, or will
    ScopeColumnsMenu* m_columns;
    QComboBox* m_steps;
    QCheckBox* m_operators;
    QCheckBox* m_lines;
    QLineEdit* m_filter;
    QTableView* m_table;
    QLabel* m_empty;
    QStackedWidget* m_place; // the table, or why there is none
};

} // namespace tidemark::ui
