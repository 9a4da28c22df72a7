// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/tables/row_order.h"
#include "ui/newest_job.h"
#include "ui/tables/row_table.h"

#include <QTimer>
#include <QWidget>

class QHBoxLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QStackedWidget;
class QTableView;

namespace tidemark::ui {

// One table: a search box, how many rows it found, and the rows, which are searched and sorted on a worker.
class TablePane : public QWidget {
    Q_OBJECT

public:
    // `name` is what its rows are: "events".
    explicit TablePane(const QString& name, QWidget* parent = nullptr);

    // Null: no rows, and `why` stands in their place. Search and sorting stay.
    void setSource(std::shared_ptr<const RowSource> source, const QString& why = {});
    void setFilter(const MemoryFilter& filter);
    void setWithin(const std::optional<EventRange>& range); // only what is in it
    void setSearch(const QString& query);
    void startSearch(); // the search box is ready to be typed into
    void setNote(const QString& note); // behind the count of rows
    void setUnits(ByteUnits units) { m_rows.setUnits(units); }
    void addTool(QWidget* tool); // beside the search box
    // Selects the row that is about this moment and address, where one is shown; it is not told.
    void follow(std::uint64_t position, std::optional<std::uint64_t> address);

    const RowTable& rows() const { return m_rows; }
    QTableView* table() const { return m_table; }
    QLineEdit* search() const { return m_search; }
    bool isBusy() const { return m_finder.isBusy() || m_soon.isActive(); }

    QString selectedText() const; // as shown, fields parted by tabs
    QString selectedCsv() const;
    // On a worker; exported() when it is done. One at a time: no more is begun while one is written.
    void exportTo(const QString& path);

Q_SIGNALS:
    void rowChosen(const RowPlace& place); // by mouse or keyboard
    void exported(const QString& failure); // empty: it is written

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void buildLayout(const QString& name);
    void buildTable(const QString& name);
    void buildTools(QHBoxLayout& bar);
    void askSoon();
    void goToHits();
    void enterRows();
    void ask();
    void take(const std::shared_ptr<const RowSource>& source, const std::shared_ptr<const RowOrder>& order);
    void say();
    void report(const QString& words);
    void showProgress();
    QString countWords() const;
    QString whyNone() const;
    void setWidths();
    void chooseCurrent();
    void select(std::size_t place);
    void copy(const QString& text);
    void askWhereTo();

    QString m_name;
    std::shared_ptr<const RowSource> m_source; // what is asked for; the rows' may be older
    QString m_why;
    QString m_note;
    QString m_mistake; // in the search
    QString m_report; // empty: nothing was done of late
    RowChoice m_choice;
    RowTable m_rows;
    NewestJob m_finder;
    NewestJob m_writer;
    std::shared_ptr<Progress> m_progress; // of the search
    std::shared_ptr<Progress> m_exported;
    QTimer m_soon;
    QTimer m_progressClock;
    QTimer m_reportEnd;
    bool m_wantsHits = false; // the first row is gone to once the search is done
    bool m_isOutrun = false; // the source grew while an older one was searched
    bool m_isFollowing = false; // the row changes because another view did
    bool m_hasWidths = false;
    QLineEdit* m_search;
    QLabel* m_count;
    QTableView* m_table;
    QLabel* m_empty;
    QHBoxLayout* m_tools = nullptr;
    QStackedWidget* m_place; // the table, or why there is none
};

} // namespace tidemark::ui
