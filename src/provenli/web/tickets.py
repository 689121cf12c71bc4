"""Signed cookies and form tokens: what comes back is what was given, from the one it was given to, and not too old."""

from __future__ import annotations

import hmac
from typing import Any

from itsdangerous import BadData, URLSafeTimedSerializer

DAY = 24 * 3600
LONGEST = 2_000


class Tickets:
    def __init__(self, key: str) -> None:
        self._key = key

    def sign(self, purpose: str, value: Any) -> str:
        signed = URLSafeTimedSerializer(self._key, salt=purpose).dumps(value)
        return signed if isinstance(signed, str) else signed.decode()

    def read(self, purpose: str, text: str | None, most_seconds: int) -> Any:
        """None if it is not ours, was made for something else, or is too old."""
        if not text or len(text) > LONGEST:
            return None
        try:
            return URLSafeTimedSerializer(self._key, salt=purpose).loads(text, max_age=most_seconds)
        except BadData:
            return None

    def form_token(self, session: str) -> str:
        return self.sign("form", session)

    def is_form_of(self, session: str, token: str | None) -> bool:
        """Whether the form was made for this very session: a page elsewhere cannot make one."""
        found = self.read("form", token, DAY)
        return isinstance(found, str) and hmac.compare_digest(found.encode(), session.encode())
