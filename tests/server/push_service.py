"""A push service on this machine: it takes in what it is sent, and reads it as the browser would that it is meant for."""

from __future__ import annotations

import base64
import json
import secrets
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

PATIENCE = 120  # seconds; only a test that has gone wrong waits that long


class PushService:
    """A push service with one browser behind each path; answers with a status that can be set."""

    def __init__(self) -> None:
        self.status = 201
        self.heard: Queue[dict[str, Any]] = Queue()
        self.key, self._secret = ec.generate_private_key(ec.SECP256R1()), secrets.token_bytes(16)
        service = self

        class Answer(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                service.hear(self.path, dict(self.headers), body)
                self.send_response(service.status)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        """Stops listening."""
        self.server.shutdown()
        self.server.server_close()

    def hear(self, path: str, headers: dict[str, str], body: bytes) -> None:
        """Takes in a message: it must be signed, and readable with the keys of the browser."""
        content = json.loads(http_ece.decrypt(body, private_key=self.key, auth_secret=self._secret, version="aes128gcm"))
        assert Vapid02.verify(headers["Authorization"])
        self.heard.put({"path": path, "headers": headers, "content": content, "body": body})

    def next(self) -> dict[str, Any]:
        """Returns the next message that comes."""
        return self.heard.get(timeout=PATIENCE)

    def device(self, name: str = "phone") -> dict[str, str]:
        """Returns a device as its browser introduces itself."""
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": f"{self.url}/{name}", "p256dh": text(point), "auth": text(self._secret)}


def text(key: bytes) -> str:
    """Returns a key as browsers write it."""
    return base64.urlsafe_b64encode(key).rstrip(b"=").decode()
