// The four ways in which a scan does not come to a result, each with one line for the reader.
// Room: common/scan.
// SPDX-License-Identifier: MIT
#pragma once

#include <stdexcept>

namespace scan {

/// Base of all; what() is one line without a full stop at its end, fit to print after "error: ".
struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Bad command line or unusable input file: exit code 2.
struct UsageError : Error {
  using Error::Error;
};

/// The machine lacks something (a driver, an extension, memory), or the method is not meant for that many
/// items: the stage is `skipped`; what() says what is missing and what to do instead.
struct Unavailable : Error {
  using Error::Error;
};

/// The request is beyond a limit of the method or the device: the stage `failed`; what() has the asked and
/// the allowed value.
struct LimitError : Error {
  using Error::Error;
};

/// The device is gone or does not answer: nothing more can run on it in this process.
struct DeviceLost : Error {
  using Error::Error;
};

}  // namespace scan
