"""Templates, to read."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from console.api.auth import TemplatesRead
from console.api.models import GateOut, Listed, TemplateDetailOut, TemplateOut, VersionOut
from services.paging import PAGE_MAX

router = APIRouter(prefix="/templates", tags=["templates"])


@router.get("", response_model=Listed[TemplateOut])
def list_templates(
    api: TemplatesRead,
    q: Annotated[str, Query(max_length=200, description="In the name.")] = "",
    limit: Annotated[int, Query(ge=1, le=PAGE_MAX)] = 50,
    after: Annotated[str, Query(max_length=2000)] = "",
) -> Listed[TemplateOut]:
    with api.read() as work:
        page = work.templates.page(q=q, limit=limit, after=after)
    items = [TemplateOut.model_validate(one) for one in page.items]
    return Listed[TemplateOut](items=items, next=page.next, total=page.total, more=page.more)


@router.get("/{template_id:id}", response_model=TemplateDetailOut)
def get_template(api: TemplatesRead, template_id: int) -> TemplateDetailOut:
    with api.read() as work:
        template = work.templates.get(template_id)
        versions = work.templates.versions(template_id)
    number = template.live_version or template.last_version
    spec = next(one.spec for one in versions if one.number == number)
    return TemplateDetailOut.model_validate(
        {
            **TemplateOut.model_validate(template).model_dump(),
            "versions": [VersionOut.model_validate(one) for one in versions],
            "spec": spec,
        }
    )


@router.get("/{template_id:id}/versions/{number:id}/gate", response_model=GateOut)
def get_gate(api: TemplatesRead, template_id: int, number: int) -> GateOut:
    """What stands between a version and its publication: its golden samples, run now, and its shadow run."""
    with api.read() as work:
        return GateOut.model_validate(work.templates.gate(template_id, number))
