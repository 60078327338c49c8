"""Writes down every frame that passes a network interface, both ways, as a sniffer in that network would:

recorder.py INTERFACE FILE

says `recording` once it does, and ends with its standard input. A frame is its length, four bytes, and its bytes.
"""

import select
import socket
import struct
import sys

interface, path = sys.argv[1:]
# ETH_P_ALL; SO_RCVBUFFORCE: nothing may be missed.
sniffer = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(3))
sniffer.setsockopt(socket.SOL_SOCKET, 33, 256 * 1024 * 1024)
sniffer.bind((interface, 0))
print("recording", flush=True)
with open(path, "wb") as file:
    isOpen = True
    while True:
        ready, _, _ = select.select([sniffer, *([sys.stdin] if isOpen else [])], [], [], 0.5)
        if sniffer in ready:
            frame = sniffer.recv(1 << 18)
            file.write(struct.pack(">I", len(frame)) + frame)
        elif sys.stdin in ready:
            isOpen = sys.stdin.readline() != ""
        elif not isOpen:
            break
