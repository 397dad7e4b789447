"""The fixed words of notices, in the languages that a channel can have."""

from __future__ import annotations

from typing import Final

WORDS: Final[dict[str, dict[str, str]]] = {
    "zh": {
        "firing": "告警", "resolved": "已恢复", "closed": "已结束（不再监控）", "reminder": "仍在告警", "escalation": "升级：无人确认",
        "silence": "静默将结束", "test": "测试消息", "more": "另有 {n} 条", "since": "自 {t}", "ended": "恢复于 {t}",
        "expected": "应为 {x}", "silenced": "曾被静默", "flapping": "反复波动", "warn": "请查看", "down": "故障",
        "items": "{n} 项告警", "test_body": "这是一条测试消息：该渠道可用。", "silence_over": "静默已结束：{x}",
    },
    "en": {
        "firing": "Alert", "resolved": "Resolved", "closed": "Ended (no longer watched)", "reminder": "Still firing",
        "escalation": "Escalation: nobody acknowledged", "silence": "A silence is about to end", "test": "Test",
        "more": "and {n} more", "since": "since {t}", "ended": "ended {t}", "expected": "expected {x}", "silenced": "was silenced",
        "flapping": "flapping", "warn": "look at it", "down": "broken", "items": "{n} alerts",
        "test_body": "This is a test: the channel works.", "silence_over": "a silence has ended: {x}",
    },
}  # fmt: skip
NAMES: Final[dict[str, dict[str, str]]] = {
    "zh": {
        "source.staleness": "信源长时间未成功采集", "source.failures": "信源连续失败", "source.paused": "信源因失败被暂停",
        "source.links": "信源的失效链接", "collection.oldest": "任务等待过久", "collection.dead_letters": "一小时内的死信",
        "collection.success_rate": "一小时内成功率", "collection.delayed": "等待重试的任务", "server.roles": "角色未运行",
        "server.progress": "进程无进展", "server.taking": "采集进程不领取任务",
        "server.cpu": "处理器", "server.memory": "内存", "server.disk": "数据目录磁盘",
        "quality.field_success": "字段抽取成功率", "quality.flags": "质量标记分布变化", "source.content": "信源无新内容", "quality.structure": "页面结构变化待确认",
        "platform.sources": "大量信源同时失败：平台故障", "server.delivery": "通知渠道发送失败",
    },
    "en": {
        "source.staleness": "Source not collected in time", "source.failures": "Source fails again and again",
        "source.paused": "Source paused by failures", "source.links": "Dead links of a source",
        "collection.oldest": "Tasks wait too long", "collection.dead_letters": "Dead letters in the last hour",
        "collection.success_rate": "Success of the last hour", "collection.delayed": "Tasks waiting for a retry",
        "server.roles": "A role is not at work", "server.progress": "A process makes no progress",
        "server.taking": "A collector takes no work", "server.cpu": "Processor",
        "server.memory": "Memory", "server.disk": "Disk of the data folder", "quality.field_success": "Success of extracted fields",
        "quality.flags": "Mixture of quality flags", "source.content": "No new items of a source",
        "quality.structure": "Structure of pages has changed",
        "platform.sources": "Many sources fail together: the platform's fault", "server.delivery": "A channel does not deliver",
    },
}  # fmt: skip
