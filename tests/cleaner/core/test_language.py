import pytest

from cleaner.core.language import LanguageGuess, detect_language, primary_subtag
from cleaner.core.tokens import tokenize


def guess(text: str, declared: str | None = None) -> LanguageGuess:
    return detect_language(text, tokenize(text), declared)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("渡船在清晨离开码头，去往对岸的小镇。", "zh"),
        ("渡船在清晨離開碼頭，前往對岸的小鎮。", "zh"),
        ("新しい桟橋は広くなり、増水の時期でも船が着けるようになった。", "ja"),
        ("새 부두는 넓어져서 물이 불어나는 철에도 배가 닿을 수 있다.", "ko"),
        ("The ferry left the small harbour shortly after dawn with a few passengers.", "en"),
        ("Die Fähre verließ den kleinen Hafen kurz nach Sonnenaufgang mit wenigen Fahrgästen.", "de"),
        ("Le bac a quitté le petit port peu après l'aube avec quelques passagers à bord.", "fr"),
        ("El transbordador salió del pequeño puerto poco después del amanecer con pocos pasajeros.", "es"),
        ("Паром вышел из небольшой гавани вскоре после рассвета с несколькими пассажирами.", "ru"),
        ("Το πλοίο έφυγε από το μικρό λιμάνι λίγο μετά την αυγή με λίγους επιβάτες.", "el"),
        ("غادرت العبارة الميناء الصغير بعد الفجر بقليل وعلى متنها عدد قليل من الركاب.", "ar"),
    ],
)
def test_the_language_of_a_sentence_is_recognised(text: str, code: str) -> None:
    assert guess(text).code == code


def test_plain_english_is_recognised_by_its_words_and_other_text_by_the_model(prose_en: str) -> None:
    assert guess(prose_en) == LanguageGuess("en", "words")
    assert guess("De veerboot verliet de kleine haven kort na zonsopgang met een handvol passagiers.").method == "model"


def test_a_chinese_text_with_product_names_stays_chinese() -> None:
    assert guess("我们在 Kubernetes 集群上部署了 Elasticsearch 和 Kafka，日志量翻了一倍。").code == "zh"


def test_an_english_text_that_quotes_one_chinese_name_stays_english() -> None:
    assert (
        guess("The poet 李白 wrote about wine and the moon, and travellers still quote him along the river.").code
        == "en"
    )


@pytest.mark.parametrize(
    ("text", "declared", "expected"), [("", None, "und"), ("ok", "en-US", "en"), ("123", "!", "und")]
)
def test_a_text_without_enough_letters_takes_the_declared_language(
    text: str, declared: str | None, expected: str
) -> None:
    assert guess(text, declared).code == expected


@pytest.mark.parametrize(
    ("tag", "primary"),
    [("zh-Hans-CN", "zh"), ("zh_CN", "zh"), ("EN", "en"), ("", None), (None, None), ("english", None), ("中文", None)],
)
def test_the_primary_subtag_of_a_language_tag(tag: str | None, primary: str | None) -> None:
    assert primary_subtag(tag) == primary
