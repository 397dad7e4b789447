"""Daily counts of fields and flags."""

from __future__ import annotations

from datetime import date

from sqlalchemy import Date, Index, Integer, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from services.orm import MYSQL, Base, BigId


class QualityDaily(Base):
    """Per UTC day, source and template version (empty: general extraction), how often each thing was seen. Kinds and names:

    page: "" = pages extracted; field: pages on which the field of that name was found; document: "" = cleaned documents; flag: documents
    with the flag of that name; rejected: documents rejected for the reason of that name; list: "" = list pages read, "empty" = those
    without any link or item, "links" = links and items on all of them; severity: cleaned documents kept ("clean"), held for a person ("review"),
    or kept out ("drop"). A share is field of page, flag of document, or empty of all lists.
    """

    __tablename__ = "quality_daily"
    __table_args__ = (Index(None, "source_id", "day"), MYSQL)

    day: Mapped[date] = mapped_column(Date, primary_key=True)
    source_id: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=False)
    template_version: Mapped[str] = mapped_column(String(40), primary_key=True)
    kind: Mapped[str] = mapped_column(String(8), primary_key=True)
    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    events: Mapped[int] = mapped_column(Integer)


class QualitySeries(Base):
    """What is remembered of each share of a source and template version: `ready` is read at every look (name → series.Ready), `memory`
    (name → series.Series) when a day has closed; both JSON. All days up to `through` are taken in."""

    __tablename__ = "quality_series"
    __table_args__ = (MYSQL,)

    source_id: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=False)
    template_version: Mapped[str] = mapped_column(String(40), primary_key=True)
    through: Mapped[date] = mapped_column(Date)
    ready: Mapped[str] = mapped_column(Text)
    memory: Mapped[str] = mapped_column(Text)
