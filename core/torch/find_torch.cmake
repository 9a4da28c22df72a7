# LibTorch as found, in this order: -DTorch_DIR or CMAKE_PREFIX_PATH, the torch of the python3 on the PATH, the
# distribution's.

# The folder of TorchConfig.cmake in python3's torch; empty when there is none that can be built with.
function(find_python_torch result)
    set(${result} "" PARENT_SCOPE)
    execute_process(
        COMMAND python3 -c "import torch; print(torch.utils.cmake_prefix_path, torch._C._GLIBCXX_USE_CXX11_ABI, torch.version.cuda is not None, sep=';')"
        OUTPUT_VARIABLE answer OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    list(LENGTH answer parts)
    if(NOT parts EQUAL 3)
        return()
    endif()
    list(GET answer 0 folder)
    list(GET answer 1 has_today_abi)
    list(GET answer 2 needs_cuda)
    if(NOT has_today_abi)
        message(STATUS "Passing over python3's torch: it is built for the C++ library's ABI from before C++11")
        return()
    endif()
    if(needs_cuda)
        find_package(CUDAToolkit QUIET)
        if(NOT CUDAToolkit_FOUND)
            message(STATUS "Passing over python3's torch: it needs the CUDA toolkit, which is not here")
            return()
        endif()
    endif()
    set(${result} ${folder}/Torch PARENT_SCOPE)
endfunction()

find_path(Torch_DIR TorchConfig.cmake NO_DEFAULT_PATH
    PATHS ${CMAKE_PREFIX_PATH} $ENV{CMAKE_PREFIX_PATH}
    PATH_SUFFIXES Torch share/cmake/Torch
    DOC "The folder of LibTorch's TorchConfig.cmake")
if(NOT Torch_DIR)
    find_python_torch(python_torch)
    if(python_torch)
        set(Torch_DIR ${python_torch} CACHE PATH "The folder of LibTorch's TorchConfig.cmake" FORCE)
    endif()
endif()
set(CMAKE_FIND_PACKAGE_TARGETS_GLOBAL ON) # the program that links us needs them too
find_package(Torch REQUIRED)
message(STATUS "LibTorch: ${Torch_DIR}")

# PyTorch's wheel brings headers of an fmt of its own, which come before the system's: with them, fmt must not
# look for its functions in the system's library.
foreach(folder IN LISTS TORCH_INCLUDE_DIRS)
    file(REAL_PATH ${folder} folder)
    if(NOT folder IN_LIST CMAKE_CXX_IMPLICIT_INCLUDE_DIRECTORIES AND EXISTS ${folder}/fmt/format.h)
        set(TORCH_BRINGS_FMT ON)
    endif()
endforeach()
