// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/tide_messages.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace tidemark::ui {

// The playground's own row: allocate a block of a size, free one of those that live.
class PlaygroundBar : public QWidget {
    Q_OBJECT

public:
    explicit PlaygroundBar(QWidget* parent = nullptr);

    void reset(); // a new run: nothing is allocated
    void take(const Answer& answer); // keeps the list of living blocks
    void applyTheme(); // anew, when the palette changed

Q_SIGNALS:
    void command(const QString& line);

private:
    void validate();
    void allocate();
    void freeChosen();

    QLineEdit* m_size = nullptr;
    QPushButton* m_alloc = nullptr;
    QComboBox* m_blocks = nullptr;
    QPushButton* m_free = nullptr;
    QLabel* m_hint = nullptr;
};

} // namespace tidemark::ui
