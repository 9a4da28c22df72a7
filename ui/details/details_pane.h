// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/explain/card.h"
#include "ui/details/source_target.h"

#include <QElapsedTimer>
#include <QTextBrowser>
#include <vector>

namespace tidemark::ui {

class ViewState;
struct Link;

// The right side of the window: in words and exact bytes, what the cursor shows, and the selected block. One
// rich text, so that everything can be selected, copied, searched and read aloud; links move the cursor and
// the selection.
class DetailsPane : public QTextBrowser {
    Q_OBJECT

public:
    // `state` must outlive the pane.
    explicit DetailsPane(ViewState& state, QWidget* parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

public Q_SLOTS:
    // Copies the stack of the selected block, innermost frame first, with whole paths.
    void copyStack();

Q_SIGNALS:
    // Whether other settings would have served the oom that led to this position.
    void sourceAsked(const tidemark::ui::SourcePlace& place); // a line of a stack was clicked
    void otherSettingsAsked(std::size_t position);
    // A word of the glossary.
    void termAsked(const QString& term);

protected:
    QVariant loadResource(int type, const QUrl& name) override;
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void scheduleUpdate();
    void updateText();
    void follow(const Link& link);
    QString stackText() const;

    ViewState& m_state;
    QElapsedTimer m_sinceUpdate;
    QString m_html; // what is shown, so that equal text does not disturb a selection
    bool m_showsFramework = false;
    bool m_showsFragmentation = false;
    bool m_showsReason = false;
    std::vector<CardKind> m_openCards;
    bool m_isStale = true;
    bool m_isScheduled = false;
};

} // namespace tidemark::ui
