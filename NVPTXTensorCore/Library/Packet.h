//===- Packet.h -------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Messages between the library and its worker process: numbers and texts, in an order that both
// know. The worker does not link LLVM itself, so that this header does without it.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_LIBRARY_PACKET_H
#define NVPTXTENSORCORE_LIBRARY_PACKET_H

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <poll.h>
#include <string>
#include <sys/socket.h>

namespace llvm::tensorcore {

class Packet {
public:
  void put(uint64_t Number) { Bytes.append(reinterpret_cast<const char *>(&Number), 8); }
  void put(const char *Text, size_t Size) {
    put(uint64_t(Size));
    Bytes.append(Text, Size);
  }
  /// A null pointer stays one.
  void put(const char *Text) {
    put(uint64_t(Text != nullptr));
    if (Text)
      put(Text, std::strlen(Text));
  }

  /// 0 after the end, which a packet of the same build does not have.
  uint64_t getNumber() {
    uint64_t Number = 0;
    if (Bytes.size() - Position >= 8)
      std::memcpy(&Number, Bytes.data() + Position, 8);
    Position = std::min(Position + 8, Bytes.size());
    return Number;
  }
  std::string getText() {
    const size_t Size = std::min<uint64_t>(getNumber(), Bytes.size() - Position);
    Position += Size;
    return Bytes.substr(Position - Size, Size);
  }
  /// Null if a null pointer was put; else the text, which `Into` keeps.
  const char *getText(std::string &Into) {
    if (!getNumber())
      return nullptr;
    Into = getText();
    return Into.c_str();
  }

  /// False if the other process is gone.
  bool send(int Socket) const {
    const uint64_t Size = Bytes.size();
    return sendAll(Socket, reinterpret_cast<const char *>(&Size), 8) &&
           sendAll(Socket, Bytes.data(), Size);
  }

  /// False if the other process is gone, or if the flag is set meanwhile.
  bool receive(int Socket, const volatile int *Cancel = nullptr) {
    uint64_t Size = 0;
    if (!receiveAll(Socket, reinterpret_cast<char *>(&Size), 8, Cancel))
      return false;
    Bytes.resize(Size);
    Position = 0;
    return receiveAll(Socket, &Bytes[0], Size, Cancel);
  }

private:
  static bool sendAll(int Socket, const char *Data, size_t Size) {
    while (Size) {
      const ssize_t Sent = ::send(Socket, Data, Size, MSG_NOSIGNAL);
      if (Sent < 0 && errno == EINTR)
        continue;
      if (Sent <= 0)
        return false;
      Data += Sent;
      Size -= size_t(Sent);
    }
    return true;
  }

  static bool receiveAll(int Socket, char *Data, size_t Size, const volatile int *Cancel) {
    constexpr int PollTime = 20; // milliseconds
    while (Size) {
      if (Cancel) {
        pollfd Poll = {Socket, POLLIN, 0};
        const int Ready = poll(&Poll, 1, PollTime);
        if (*Cancel)
          return false;
        if (Ready <= 0)
          continue;
      }
      const ssize_t Received = recv(Socket, Data, Size, 0);
      if (Received < 0 && errno == EINTR)
        continue;
      if (Received <= 0)
        return false;
      Data += Received;
      Size -= size_t(Received);
    }
    return true;
  }

  std::string Bytes;
  size_t Position = 0;
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_LIBRARY_PACKET_H
