# What Home Assistant's own `mpd` integration calls, as its public sources show: prints what it would show.
# Arguments: host, port, password (perhaps empty), how many polls.
import json, sys, mpd

host, port, password, polls = sys.argv[1:]
shown = []
for _ in range(int(polls)):
    # A new connection at each poll.
    client = mpd.MPDClient()
    client.timeout = 10
    client.connect(host, int(port))
    if password:
        client.password(password)
    commands = list(client.commands())
    status = client.status()
    song = client.currentsong()
    playlists = [each["playlist"] for each in client.listplaylists()]
    art = None
    if "readpicture" in commands and "file" in song:
        try:
            art = client.readpicture(song["file"])
        except mpd.CommandError:
            art = None
    shown.append({
        "state": status["state"],
        "volume": int(status["volume"]),
        "repeat": status["repeat"], "single": status["single"], "random": status["random"],
        "title": song.get("title"), "artist": song.get("artist"), "name": song.get("name"),
        "duration": song.get("time"), "file": song.get("file"),
        "elapsed": status.get("elapsed"),
        "playlists": playlists,
        "art": art and {"type": art.get("type"), "size": len(art["binary"])},
    })
    client.disconnect()

# Its services: volume, next, a playlist, a seek.
client = mpd.MPDClient()
client.connect(host, int(port))
if password:
    client.password(password)
client.setvol(105)
client.setvol(25)
client.pause(1)
client.pause(0)
client.next()
client.clear()
client.load(shown[0]["playlists"][0])
client.play()
client.disconnect()
print(json.dumps(shown))
