"""A client of docs/control-api.md, written from that page alone, in what Python brings along.

    page-client.py open ADDRESS TOKEN [ID]
    page-client.py claim ADDRESS SECRET NAME

ADDRESS is http://HOST:PORT or https://HOST:PORT. Prints JSON: what the session was opened as, or token, id and role.
"""
import base64, hashlib, hmac, json, os, re, secrets, socket, ssl, struct, sys
from urllib.parse import urlsplit


def mac(key, text):
    return hmac.new(key if isinstance(key, bytes) else key.encode('ascii'), text.encode('ascii'), hashlib.sha256).digest()


def text_of(data):
    return base64.urlsafe_b64encode(data).rstrip(b'=').decode('ascii')


def digest(data):
    return hashlib.sha256(data).digest()


class Speaker:
    def __init__(self, address):
        url = urlsplit(address)
        self.socket = socket.create_connection((url.hostname, url.port), 30)
        self.binding = '-'
        if url.scheme == 'https':
            # Any certificate will do: nothing is believed before the answered proof is right.
            context = ssl._create_unverified_context()
            self.socket = context.wrap_socket(self.socket)
            self.binding = hashlib.sha256(self.socket.getpeercert(True)).hexdigest()
        key = base64.b64encode(os.urandom(16)).decode('ascii')
        self.socket.sendall((
            f'GET /control HTTP/1.1\r\nHost: {url.hostname}:{url.port}\r\nUpgrade: websocket\r\n'
            f'Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n'
        ).encode('ascii'))
        self.stream = self.socket.makefile('rb')
        if b' 101 ' not in self.stream.readline():
            raise SystemExit('no WebSocket')
        while self.stream.readline() not in (b'\r\n', b''):
            pass
        hello = self.receive()
        assert hello['method'] == 'server.hello', hello
        self.hello = hello['params']
        if not re.fullmatch(r'[A-Za-z0-9_-]{24,128}', self.hello['nonce']):
            raise SystemExit('no nonce')
        self.nonce = text_of(secrets.token_bytes(24))

    def receive(self):
        while True:
            first, length = self.stream.read(2)
            if length == 126:
                (length,) = struct.unpack('>H', self.stream.read(2))
            elif length == 127:
                (length,) = struct.unpack('>Q', self.stream.read(8))
            data = self.stream.read(length)
            if first & 15 == 1:
                return json.loads(data)
            if first & 15 == 8:
                raise SystemExit(f'closed with {struct.unpack(">H", data[:2])[0]}')

    def call(self, method, params):
        data = json.dumps({'jsonrpc': '2.0', 'id': 1, 'method': method, 'params': params}).encode()
        mask = os.urandom(4)
        head = bytes([0x81, 0x80 | 126]) + struct.pack('>H', len(data)) + mask
        self.socket.sendall(head + bytes(byte ^ mask[at % 4] for at, byte in enumerate(data)))
        while True:
            answer = self.receive()
            if answer.get('id') == 1:
                break
        if 'error' in answer:
            raise SystemExit(json.dumps(answer['error']))
        return answer['result']

    def open(self, token, id=None):
        client_key = mac(token, 'Client Key')
        server_key = mac(token, 'Server Key')
        message = ','.join(['tonearm-2', self.hello['deviceUuid'], id or '', self.hello['nonce'], self.nonce, self.binding])
        signature = mac(digest(client_key), message)
        params = {'protocol': 2, 'client': {'name': 'Python'}, 'nonce': self.nonce,
                  'proof': text_of(bytes(one ^ other for one, other in zip(client_key, signature)))}
        if id:
            params['id'] = id
        opened = self.call('session.open', params)
        if opened.get('proof') != text_of(mac(server_key, message)):
            raise SystemExit('this is not my speaker')
        return opened

    def claim(self, secret, name):
        x = ','.join([self.hello['deviceUuid'], self.hello['nonce'], self.nonce, self.binding])
        claimed = self.call('access.claim', {
            'link': text_of(digest(('tonearm-link,' + secret).encode('ascii'))),
            'nonce': self.nonce, 'proof': text_of(mac(secret, 'claim,' + x)), 'name': name})
        answered = claimed['nonce']
        if claimed['proof'] != text_of(mac(secret, 'claimed,' + x + ',' + answered)):
            raise SystemExit('this is not the speaker of the link')
        token = text_of(mac(secret, 'token,' + self.nonce + ',' + answered))
        return {'token': token, 'id': claimed['id'], 'role': claimed['role']}


verb, address, *words = sys.argv[1:]
speaker = Speaker(address)
print(json.dumps({'open': speaker.open, 'claim': speaker.claim}[verb](*words)))
