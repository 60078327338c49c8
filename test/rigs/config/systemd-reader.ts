/** This machine's own systemd reads files of settings, by the function of its library that reads `EnvironmentFile=`. */
import { spawnSync } from 'node:child_process';

const SCRIPT = `
import base64, ctypes, glob, json, sys, tempfile
library = glob.glob('/usr/lib/*/systemd/libsystemd-shared-*.so')[0]
systemd = ctypes.CDLL(library)
words = ctypes.POINTER(ctypes.c_char_p)
systemd.load_env_file.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.POINTER(words)]
systemd.strv_env_clean_with_callback.argtypes = [words, ctypes.c_void_p, ctypes.c_void_p]
systemd.strv_env_clean_with_callback.restype = words
systemd.log_set_max_level(0)
print(library.rsplit('-', 1)[1].split('.')[0], flush=True)
with tempfile.NamedTemporaryFile() as file:
    for line in sys.stdin:
        file.seek(0)
        file.truncate()
        file.write(base64.b64decode(line))
        file.flush()
        found = words()
        read = systemd.load_env_file(None, file.name.encode(), ctypes.byref(found))
        if read >= 0 and found:
            found = systemd.strv_env_clean_with_callback(found, None, None)
        pairs = []
        while read >= 0 and found and found[len(pairs)] is not None:
            pairs.append(found[len(pairs)])
        print(json.dumps([base64.b64encode(pair).decode() for pair in pairs]))
`;

/** Reads each file, and returns what a unit would get of it. A refused file has no settings. */
export function readAsSystemd(files: readonly Buffer[]): Record<string, string>[] {
  const [, ...lines] = ask(files.map(file => file.toString('base64'))) ?? [];
  return lines.map(line => {
    const pairs = (JSON.parse(line) as string[]).map(pair => Buffer.from(pair, 'base64').toString());
    return Object.fromEntries(pairs.map(pair => pair.split(/=(.*)/s).slice(0, 2) as [string, string]));
  });
}

/** The version of that systemd; null where Python or the library is not there. */
export function findSystemd(): number | null {
  const [version] = ask([]) ?? [];
  return version === undefined ? null : Number(version);
}

function ask(lines: readonly string[]): string[] | null {
  const input = lines.map(line => `${line}\n`).join('');
  const { status, stdout } = spawnSync('python3', ['-c', SCRIPT], { input, maxBuffer: 2 ** 28 });
  return status === 0 ? stdout.toString().trim().split('\n') : null;
}
