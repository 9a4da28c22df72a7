// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/row_sink.h"

#include <filesystem>
#include <memory>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace tidemark {

// Rows into the tables of a new SQLite database. Texts that are no UTF-8 are made readable; numbers from 2^63
// on, which only addresses are, are kept as the negative number of the same 64 bits.
class DatabaseRows : public RowSink {
public:
    // Into an empty file; messages name the file `shownPath`.
    static Expected<std::unique_ptr<DatabaseRows>> open(
        const std::filesystem::path& path, std::filesystem::path shownPath);
    ~DatabaseRows() override;

    Expected<void> begin(const TableShape& table) override;
    Expected<void> row(std::span<const Cell> cells) override;
    // Makes the indices, and closes the file. Nothing may come after.
    Expected<void> finish();

private:
    struct Close {
        void operator()(sqlite3* database) const;
        void operator()(sqlite3_stmt* statement) const;
    };

    explicit DatabaseRows(std::filesystem::path shownPath);
    Expected<void> run(const std::string& sql);
    tl::unexpected<Error> failure(int result) const;

    std::filesystem::path m_shownPath;
    std::unique_ptr<sqlite3, Close> m_database;
    std::unique_ptr<sqlite3_stmt, Close> m_insert; // into the table that was begun last
    std::vector<const TableShape*> m_tables;
};

} // namespace tidemark
