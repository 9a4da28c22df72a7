// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace tidemark::ui {

// A line of plain text that has "…" in it where it is narrow, and is then told whole by a tooltip.
class ElidedLabel : public QLabel {
    Q_OBJECT

public:
    // `elided`: where; of names that differ at their ends the middle.
    explicit ElidedLabel(QWidget* parent = nullptr, Qt::TextElideMode elided = Qt::ElideRight);

    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    Qt::TextElideMode m_elided;
};

} // namespace tidemark::ui
