// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/whatif/what_if_choice.h"

#include <QWidget>
#include <optional>

class QComboBox;
class QLabel;
class QLineEdit;
class QMenu;
class QPushButton;

namespace tidemark::ui {

// Where settings to be tried are written: the allocator's own syntax, a limit, and when the cache is emptied.
class WhatIfForm : public QWidget {
    Q_OBJECT

public:
    explicit WhatIfForm(QWidget* parent = nullptr);

    // Nothing while something is written that cannot be understood; the form says what.
    std::optional<WhatIfChoice> choice() const;
    std::optional<std::uint64_t> limit() const;
    void setChoice(const WhatIfChoice& choice);
    // The position that "at the cursor" means.
    void setCursor(std::size_t position);
    void setHasSteps(bool hasSteps); // whether the recording names its steps
    void setBusy(bool isBusy);

Q_SIGNALS:
    void runRequested();
    void suggestRequested();

private:
    QWidget* makeConfLine();
    QMenu* makeKeysMenu();
    void putKey(const QString& key, const QString& value);
    void look();

    QLineEdit* m_conf;
    QLineEdit* m_limit;
    QComboBox* m_emptyCache;
    QLabel* m_fault;
    QPushButton* m_run;
    QPushButton* m_suggest;
    std::size_t m_cursor = 0;
    bool m_isBusy = false;
};

} // namespace tidemark::ui
