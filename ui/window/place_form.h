// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytes.h"
#include "ui/live/recorder_offer.h"
#include "ui/live/recorder_program.h"
#include "ui/live/run_options.h"

#include <QWidget>

class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QSpinBox;
class QToolButton;

namespace tidemark::ui {

class Fold;

// Where a run runs: on which machine, by which program, on which device, under whose allocator, and how many
// at once. Folded away while all of it is as a newcomer has it.
class PlaceForm : public QWidget {
    Q_OBJECT

public:
    explicit PlaceForm(QWidget* parent = nullptr);

    void setFoundRecorder(const RecorderProgram& recorder);
    RecorderProgram recorder() const; // the one described, else the one found

    RecorderPlace place() const;
    void setPlace(const RecorderPlace& place);
    // Device, allocator and ranks of the options.
    void addTo(RunOptions& options) const;
    void setOptions(const RunOptions& options);

    void showAsking(); // the recorder is being asked what it can do
    void showUnasked(); // it has not been asked, as it is elsewhere; a button asks
    void showOffer(const RecorderOffer& offer);
    void setUnits(ByteUnits units); // of the devices' capacities
    void showFailure(const QString& sentence);

Q_SIGNALS:
    void changed(); // any of it
    void askWanted(); // another recorder is meant, or the person wants it asked again
    void returnPressed();

private:
    QWidget* makeFields();
    QWidget* makeAnswer();
    QLineEdit* addLine(QFormLayout* form, const QString& label);
    void onRecorderEdited();
    void say(const QString& sentence, bool isProblem, const QString& button);
    void refresh();
    void forgetWithoutCuda();
    QString device() const;

    RecorderProgram m_found;
    RecorderProgram m_meant; // when askWanted() was last emitted
    QList<DeviceOffer> m_offered;
    ByteUnits m_units = ByteUnits::Binary;
    QString m_withoutCuda; // why there is no CUDA device, as the recorder says
    Fold* m_fold = nullptr;
    QLineEdit* m_runOn = nullptr;
    QLineEdit* m_recorder = nullptr;
    QComboBox* m_device = nullptr;
    QLabel* m_deviceNote = nullptr;
    QComboBox* m_allocator = nullptr;
    QSpinBox* m_ranks = nullptr;
    QWidget* m_answer = nullptr; // what came of asking
    QLabel* m_answerText = nullptr;
    QToolButton* m_askAgain = nullptr;
};

} // namespace tidemark::ui
