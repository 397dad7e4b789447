"""Arrivals of each source."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Text
from sqlalchemy.orm import Mapped, mapped_column

from services.orm import MYSQL, Base, BigId, UtcDateTime


class SourceArrival(Base):
    """`item_at`: the newest item collected, `searchable_at`: when a document last became searchable or was refused; `profile`: profile.Profile as JSON."""

    __tablename__ = "source_arrival"
    __table_args__ = (MYSQL,)

    source_id: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=False)
    item_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    searchable_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    profile: Mapped[str] = mapped_column(Text)
