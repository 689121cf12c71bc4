"""What the database holds. An item is something to answer; a slot is room for one answer; an answer fills a slot.

So no item can get a fourth answer: it has three slots. A slot is open, held by somebody until a moment, done, or void
(its answer was set aside, and another slot took its place). The log is appended to and never changed.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

VERSION = 1
"""The version of these tables; a database of another version is refused."""

metadata = MetaData()
KEY = BigInteger().with_variant(Integer, "sqlite")

meta = Table("meta", metadata, Column("name", String(40), primary_key=True), Column("value", Text, nullable=False))

workers = Table(
    "workers",
    metadata,
    Column("id", KEY, primary_key=True),
    Column("alias", String(20), nullable=False, unique=True),  # the pseudonym: all that is ever exported by default
    Column("session", String(40), nullable=False),  # changed, every cookie of the person is worth nothing
    Column("platform", String(20), nullable=False),
    Column("external", String(120), unique=True),  # the platform's id, erased on withdrawal
    Column("code", String(20), nullable=False),
    Column("joined", Float, nullable=False),
    Column("consented", Float),
    Column("withdrawn", Float),
    Column("removed", Float),
    Column("removed_why", Text, nullable=False, default=""),
    Column("released", Boolean, nullable=False, default=False),  # may join again from another browser
)

items = Table(
    "items",
    metadata,
    Column("id", KEY, primary_key=True),
    Column("task", String(10), nullable=False),
    Column("key", String(200), nullable=False),
    Column("shown", Text, nullable=False),  # JSON: what people see
    Column("hidden", Text, nullable=False),  # JSON: gold, direction, features; never sent to a worker
    Column("test", Boolean, nullable=False, default=False),
    Column("closed", Boolean, nullable=False, default=False),
    UniqueConstraint("task", "key"),
)

writers = Table(
    "writers",
    metadata,
    Column("item", ForeignKey("items.id"), primary_key=True),
    Column("worker", ForeignKey("workers.id"), primary_key=True),
)

slots = Table(
    "slots",
    metadata,
    Column("id", KEY, primary_key=True),
    Column("item", ForeignKey("items.id"), nullable=False),
    Column("task", String(10), nullable=False),
    Column("state", String(5), nullable=False),  # open, held, done, void
    Column("worker", ForeignKey("workers.id")),
    Column("since", Float),
    Column("until", Float),
    Column("test", Boolean, nullable=False, default=False),
    Index("slots_free", "task", "state", "test", "id"),
    Index("slots_worker", "worker", "task", "state"),
    UniqueConstraint("item", "worker"),
)

answers = Table(
    "answers",
    metadata,
    Column("id", KEY, primary_key=True),
    Column("slot", ForeignKey("slots.id"), nullable=False, unique=True),
    Column("item", ForeignKey("items.id"), nullable=False, index=True),
    Column("worker", ForeignKey("workers.id"), nullable=False, index=True),
    Column("task", String(10), nullable=False),
    Column("value", Text, nullable=False),  # JSON
    Column("seconds", Float, nullable=False),
    Column("at", Float, nullable=False),
    Column("right", Boolean),  # of test questions
    Column("aside", String(40), nullable=False, default=""),  # why it does not count
)

reviews = Table(
    "reviews",
    metadata,
    Column("item", ForeignKey("items.id"), primary_key=True),
    Column("swap", Boolean, nullable=False),
    Column("why", String(20), nullable=False),
)

payments = Table(
    "payments",
    metadata,
    Column("id", KEY, primary_key=True),
    Column("worker", ForeignKey("workers.id"), nullable=False, index=True),
    Column("cents", Integer, nullable=False),
    Column("at", Float, nullable=False),
)

log = Table(
    "log",
    metadata,
    Column("id", KEY, primary_key=True),
    Column("at", Float, nullable=False),
    Column("kind", String(20), nullable=False),
    Column("worker", KEY),
    Column("item", KEY),
    Column("value", Text, nullable=False),
)
