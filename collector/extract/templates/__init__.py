"""Templates: what an operator says about the pages of a source, checked, compiled and applied."""

from collector.extract.templates.models import DetailTemplate, FieldRule, ListTemplate, Selector, TemplateSpec

__all__ = ["DetailTemplate", "FieldRule", "ListTemplate", "Selector", "TemplateSpec"]
