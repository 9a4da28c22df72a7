// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/database_rows.h"

#include "core/files/utf8.h"

#include <cerrno>
#include <fmt/format.h>
#include <sqlite3.h>
#include <system_error>

namespace tidemark {

namespace {

// A file that fails is thrown away as a whole: SQLite need not guard it.
constexpr const char* databaseSettings = "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; "
                                         "PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -65536; "
                                         "PRAGMA application_id = 0x5469646d; PRAGMA user_version = 1; BEGIN";

std::string createStatement(const TableShape& table)
{
    std::string columns;
    for (const ColumnShape& column : table.columns)
        columns += fmt::format("{}{} {}", columns.empty() ? "" : ", ", column.name,
            column.kind == ColumnKind::Text ? "TEXT" : "INTEGER");
    return fmt::format(
        "CREATE TABLE {} ({}, PRIMARY KEY ({})) WITHOUT ROWID", table.name, columns, table.key);
}

std::string insertStatement(const TableShape& table)
{
    std::string places;
    for (std::size_t i = 0; i < table.columns.size(); ++i)
        places += i == 0 ? "?" : ", ?";
    return fmt::format("INSERT INTO {} VALUES ({})", table.name, places);
}

// "device, alloc_event" of allocations is indexed by "allocations_by_device_alloc_event".
std::string indexStatement(const TableShape& table, std::string_view columns)
{
    std::string name;
    for (const char letter : columns) { // a comma and the space behind it become one
        if (letter != ' ')
            name += letter == ',' ? '_' : letter;
    }
    return fmt::format("CREATE INDEX {}_by_{} ON {} ({})", table.name, name, table.name, columns);
}

// What the operating system said when SQLite failed; 0 when it was not asked.
int systemError(sqlite3* database, int result)
{
    if ((result & 0xff) == SQLITE_FULL)
        return ENOSPC;
    int error = 0;
    if ((result & 0xff) == SQLITE_IOERR)
        sqlite3_file_control(database, "main", SQLITE_FCNTL_LAST_ERRNO, &error);
    return error != 0 ? error : sqlite3_system_errno(database);
}

// Returns SQLite's result.
struct BoundCell {
    sqlite3_stmt* statement;
    int place;

    int operator()(std::monostate) const { return sqlite3_bind_null(statement, place); }
    int operator()(std::int64_t number) const { return sqlite3_bind_int64(statement, place, number); }
    int operator()(std::uint64_t number) const
    {
        return sqlite3_bind_int64(statement, place, static_cast<std::int64_t>(number));
    }
    int operator()(std::string_view words) const
    {
        if (isUtf8(words))
            return bind(words);
        return bind(readableUtf8(words));
    }
    int bind(std::string_view words) const
    {
        const char* text = words.empty() ? "" : words.data(); // null would be NULL
        return sqlite3_bind_text64(statement, place, text, words.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
    }
};

} // namespace

void DatabaseRows::Close::operator()(sqlite3* database) const
{
    sqlite3_close(database);
}

void DatabaseRows::Close::operator()(sqlite3_stmt* statement) const
{
    sqlite3_finalize(statement);
}

DatabaseRows::DatabaseRows(std::filesystem::path shownPath)
    : m_shownPath(std::move(shownPath))
{ }

DatabaseRows::~DatabaseRows() = default;

Expected<std::unique_ptr<DatabaseRows>> DatabaseRows::open(
    const std::filesystem::path& path, std::filesystem::path shownPath)
{
    std::unique_ptr<DatabaseRows> rows(new DatabaseRows(std::move(shownPath)));
    sqlite3* database = nullptr;
    const int opened =
        sqlite3_open_v2(path.c_str(), &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr);
    rows->m_database.reset(database);
    if (opened != SQLITE_OK)
        return rows->failure(opened);
    if (const auto set = rows->run(databaseSettings); !set)
        return tl::unexpected(set.error());
    return rows;
}

Expected<void> DatabaseRows::begin(const TableShape& table)
{
    m_insert.reset();
    if (const auto created = run(createStatement(table)); !created)
        return created;
    m_tables.push_back(&table);
    sqlite3_stmt* statement = nullptr;
    const int prepared =
        sqlite3_prepare_v2(m_database.get(), insertStatement(table).c_str(), -1, &statement, nullptr);
    m_insert.reset(statement);
    if (prepared != SQLITE_OK)
        return failure(prepared);
    return {};
}

Expected<void> DatabaseRows::row(std::span<const Cell> cells)
{
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const int bound = std::visit(BoundCell{m_insert.get(), static_cast<int>(i) + 1}, cells[i]);
        if (bound != SQLITE_OK)
            return failure(bound);
    }
    if (const int stepped = sqlite3_step(m_insert.get()); stepped != SQLITE_DONE)
        return failure(stepped);
    sqlite3_reset(m_insert.get());
    return {};
}

Expected<void> DatabaseRows::finish()
{
    m_insert.reset();
    for (const TableShape* table : m_tables) {
        for (const std::string_view columns : table->indices)
            if (const auto made = run(indexStatement(*table, columns)); !made)
                return made;
    }
    if (const auto written = run("ANALYZE; COMMIT"); !written)
        return written;
    if (const int closed = sqlite3_close(m_database.get()); closed != SQLITE_OK)
        return failure(closed);
    m_database.release();
    return {};
}

Expected<void> DatabaseRows::run(const std::string& sql)
{
    const int result = sqlite3_exec(m_database.get(), sql.c_str(), nullptr, nullptr, nullptr);
    return result == SQLITE_OK ? Expected<void>() : Expected<void>(failure(result));
}

tl::unexpected<Error> DatabaseRows::failure(int result) const
{
    const int error = systemError(m_database.get(), result);
    return fail(fmt::format("{} cannot be written: {}.", m_shownPath.string(),
        error != 0 ? std::generic_category().message(error) : sqlite3_errmsg(m_database.get())));
}

} // namespace tidemark
