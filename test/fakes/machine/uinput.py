"""A device of the kernel's own, without hardware: `uinput.py NAME KEYS AXES`, codes separated by commas.

Prints a line once it is there. Each line on standard input is events, `type code value`, separated by semicolons; at the
end of its input the device is unplugged. The numbers are those of linux/uinput.h.
"""

import fcntl
import struct
import sys

SET_TYPE, SET_KEY, SET_AXIS, CREATE = 0x40045564, 0x40045565, 0x40045566, 0x5501

name, keys, axes = sys.argv[1:4]
with open("/dev/uinput", "wb", buffering=0) as device:
    for kind, codes, setting in ((1, keys, SET_KEY), (2, axes, SET_AXIS)):
        for code in filter(None, codes.split(",")):
            fcntl.ioctl(device, SET_TYPE, kind)
            fcntl.ioctl(device, setting, int(code))
    # struct uinput_user_dev: the name, who made it, no force feedback, no absolute axes.
    device.write(struct.pack("80s4HI", name.encode(), 3, 1, 1, 1, 0) + bytes(4 * 4 * 64))
    fcntl.ioctl(device, CREATE)
    print("ready", flush=True)
    for line in sys.stdin:
        for event in filter(None, line.strip().split(";")):
            kind, code, value = (int(word) for word in event.split())
            device.write(struct.pack("llHHi", 0, 0, kind, code, value))
