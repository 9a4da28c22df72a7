# The heavy headers of other libraries, read once and not in every file. TIDEMARK_PCH lists for which rooms: core
# (with app), ui, tests. Every file must include what it uses all the same: CI reads core file by file in `release`.
# Included last, when every target is there.

# What ccache needs to know to keep objects that use a precompiled header.
function(tidemark_cache_precompiled target)
    if(CCACHE)
        target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>
            "$<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>")
        set_target_properties(${target} PROPERTIES CXX_COMPILER_LAUNCHER
            "${CMAKE_COMMAND};-E;env;CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime;${CCACHE}")
    endif()
endfunction()

function(tidemark_precompile target)
    target_precompile_headers(${target} PRIVATE ${ARGN})
    tidemark_cache_precompiled(${target})
endfunction()

# One precompiled header for several targets, whose options must be alike: NAME is a target that has nothing else.
function(tidemark_shared_precompiled name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LINK;HEADERS;FOR")
    file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/${name}.cpp CONTENT "// Nothing but precompiled headers.\n")
    add_library(${name} OBJECT EXCLUDE_FROM_ALL ${PROJECT_BINARY_DIR}/${name}.cpp)
    target_link_libraries(${name} PRIVATE ${arg_LINK} tidemark_options)
    tidemark_precompile(${name} ${arg_HEADERS})
    foreach(target IN LISTS arg_FOR)
        target_precompile_headers(${target} REUSE_FROM ${name})
        tidemark_cache_precompiled(${target})
    endforeach()
endfunction()

# The test programs below a folder: those that moc has work for.
function(tidemark_test_programs folder result)
    get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
    set(found "")
    foreach(target IN LISTS targets)
        get_target_property(mocs ${target} AUTOMOC)
        get_target_property(type ${target} TYPE)
        if(mocs AND type STREQUAL EXECUTABLE)
            list(APPEND found ${target})
        endif()
    endforeach()
    get_property(folders DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
    foreach(below IN LISTS folders)
        tidemark_test_programs(${below} more)
        list(APPEND found ${more})
    endforeach()
    set(${result} ${found} PARENT_SCOPE)
endfunction()

set(core_headers <algorithm> <array> <boost/unordered/unordered_flat_map.hpp> <filesystem> <fmt/format.h> <functional>
    <map> <memory> <mutex> <optional> <span> <string> <tl/expected.hpp> <utility> <variant> <vector>)
set(test_headers ${core_headers} <QFile> <QProcess> <QTemporaryDir> <QTest>)
set(window_headers ${core_headers} <QtWidgets> <qcustomplot.h>)

if(core IN_LIST TIDEMARK_PCH)
    tidemark_shared_precompiled(tidemark_core_precompiled
        LINK fmt::fmt tl::expected Boost::headers
        HEADERS ${core_headers}
        FOR tidemark_base tidemark_allocator tidemark_trace tidemark_tide tidemark_files tidemark_analysis
            tidemark_simulate tidemark_record)
    tidemark_precompile(tidemark_commands ${core_headers} <CLI/CLI.hpp> <nlohmann/json.hpp>)
endif()
if(ui IN_LIST TIDEMARK_PCH AND TIDEMARK_GUI)
    tidemark_precompile(tidemark_ui ${window_headers})
endif()
if(tests IN_LIST TIDEMARK_PCH AND TIDEMARK_TESTS)
    # Where a test lies would make each one's headers different; no test asks for it.
    set_property(TARGET Qt6::Test PROPERTY INTERFACE_COMPILE_DEFINITIONS QT_TESTLIB_LIB)
    tidemark_test_programs(tests/core core_tests)
    if(TIDEMARK_TORCH)
        tidemark_test_programs(tests/torch torch_tests)
    endif()
    tidemark_shared_precompiled(tidemark_test_precompiled
        LINK Qt6::Test fmt::fmt tl::expected Boost::headers
        HEADERS ${test_headers}
        FOR ${core_tests} ${torch_tests})
    if(TIDEMARK_GUI)
        tidemark_test_programs(tests/ui ui_tests)
        tidemark_test_programs(tests/window real_window_tests)
        tidemark_shared_precompiled(tidemark_ui_test_precompiled
            LINK Qt6::Test Qt6::Widgets Qt6::PrintSupport fmt::fmt tl::expected Boost::headers
            HEADERS ${test_headers} ${window_headers}
            FOR ${ui_tests} ${real_window_tests})
    endif()
endif()
