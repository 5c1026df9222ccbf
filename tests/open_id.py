"""A provider of OpenID Connect, as small as it can be, for tests of the login: it knows one person and asks nothing."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

CLIENT, SECRET = "canasta", "only for tests"


class Provider(ThreadingHTTPServer):
    """Serves until it is shut down; `person` is what it says of whoever comes."""

    def __init__(self, person: dict[str, Any]) -> None:
        from joserfc.jwk import RSAKey

        super().__init__(("127.0.0.1", 0), _Answer)
        self.person = person
        self.address = f"http://127.0.0.1:{self.server_port}"
        self.key = RSAKey.generate_key(2048, {"kid": "one", "use": "sig", "alg": "RS256"})
        self.nonces: dict[str, str] = {}  # by the code that was handed out


class _Answer(BaseHTTPRequestHandler):
    server: Provider

    def do_GET(self) -> None:
        path, query = urlsplit(self.path).path, dict(parse_qs(urlsplit(self.path).query))
        here = self.server.address
        match path:
            case "/.well-known/openid-configuration":
                self._say({
                    "issuer": here, "authorization_endpoint": f"{here}/authorize", "token_endpoint": f"{here}/token",
                    "jwks_uri": f"{here}/keys", "userinfo_endpoint": f"{here}/person",
                    "response_types_supported": ["code"], "subject_types_supported": ["public"],
                    "id_token_signing_alg_values_supported": ["RS256"],
                })  # fmt: skip
            case "/keys":
                self._say({"keys": [self.server.key.as_dict(private=False)]})
            case "/authorize":
                code = f"code-{len(self.server.nonces)}"
                self.server.nonces[code] = query.get("nonce", [""])[0]
                self.send_response(302)
                back = query["redirect_uri"][0]
                self.send_header("Location", f"{back}?{urlencode({'code': code, 'state': query['state'][0]})}")
                self.end_headers()
            case "/person":
                self._say(self.server.person)
            case _:
                self.send_error(404)

    def do_POST(self) -> None:
        from joserfc import jwt

        asked = parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
        now = int(time.time())
        claims = {"iss": self.server.address, "aud": CLIENT, "iat": now, "exp": now + 600,
                  "nonce": self.server.nonces.get(asked["code"][0], ""), **self.server.person}  # fmt: skip
        token = jwt.encode({"alg": "RS256", "kid": "one"}, claims, self.server.key)
        self._say({"access_token": "a", "token_type": "Bearer", "expires_in": 600, "id_token": token})

    def _say(self, answer: dict[str, Any]) -> None:
        body = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *_: object) -> None:
        """Say nothing."""


@contextmanager
def provider(**person: Any) -> Iterator[Provider]:
    """A provider that knows this person; `sub` is their number there."""
    with Provider({"sub": "1", **person}) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
