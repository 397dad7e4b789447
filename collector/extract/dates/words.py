"""Words of dates: month and weekday names of many languages, day halves, eras, Chinese numerals."""

from __future__ import annotations

import unicodedata

# Twelve groups a language, "/" between the spellings of one month; abbreviations are found by prefix where unique.
_MONTHS = """
january february march april may june july august september october november december
jan feb mar apr may jun jul aug sep/sept oct nov dec
januar/jänner februar/feber märz/maerz april mai juni juli august september oktober november dezember
jan/jän feb mär/mrz apr mai jun jul aug sep/sept okt nov dez
janvier février mars avril mai juin juillet août septembre octobre novembre décembre
janv févr/fév mars avr mai juin juil août sept oct nov déc
enero febrero marzo abril mayo junio julio agosto septiembre/setiembre octubre noviembre diciembre
ene feb mar abr may jun jul ago sep/sept/set oct nov dic
gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre
gen feb mar apr mag giu lug ago set ott nov dic
janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro
jan fev mar abr mai jun jul ago set out nov dez
januari februari maart/mars april mei/maj juni juli augustus/augusti september oktober november december
jan feb mrt apr mei jun jul aug sep okt nov dec
januar februar marts/mars april maj/mai juni juli august september oktober november december/desember
tammikuuta/tammikuu helmikuuta/helmikuu maaliskuuta/maaliskuu huhtikuuta/huhtikuu toukokuuta/toukokuu kesäkuuta/kesäkuu heinäkuuta/heinäkuu elokuuta/elokuu syyskuuta/syyskuu lokakuuta/lokakuu marraskuuta/marraskuu joulukuuta/joulukuu
stycznia/styczeń lutego/luty marca/marzec kwietnia/kwiecień maja/maj czerwca/czerwiec lipca/lipiec sierpnia/sierpień września/wrzesień października/październik listopada/listopad grudnia/grudzień
sty lut mar kwi maj cze lip sie wrz paź lis gru
ledna/leden února/únor března/březen dubna/duben května/květen června/červen července/červenec srpna/srpen září října/říjen listopadu prosince/prosinec
januára februára marca apríla mája júna júla augusta septembra októbra novembra decembra
január február március április május június július augusztus szeptember október november december
ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie
ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık
oca şub mar nis may haz tem ağu eyl eki kas ara
января/январь февраля/февраль марта/март апреля/апрель мая/май июня/июнь июля/июль августа/август сентября/сентябрь октября/октябрь ноября/ноябрь декабря/декабрь
янв фев/февр мар апр мая июн июл авг сен/сент окт ноя/нояб дек
січня лютого березня квітня травня червня липня серпня вересня жовтня листопада_ua грудня
януари февруари март април май юни юли август септември октомври ноември декември
ιανουαρίου/ιανουάριος φεβρουαρίου/φεβρουάριος μαρτίου/μάρτιος απριλίου/απρίλιος μαΐου/μάιος ιουνίου/ιούνιος ιουλίου/ιούλιος αυγούστου/αύγουστος σεπτεμβρίου/σεπτέμβριος οκτωβρίου/οκτώβριος νοεμβρίου/νοέμβριος δεκεμβρίου/δεκέμβριος
ιαν φεβ μαρ απρ μαϊ/μαι ιουν ιουλ αυγ σεπ οκτ νοε δεκ
januari februari maret april mei juni juli agustus september oktober november desember
januari februari mac april mei jun julai ogos september oktober november disember
yanvar fevral mart aprel may iyun iyul avqust sentyabr oktyabr noyabr dekabr
siječnja veljače ožujka travnja svibnja lipnja srpnja kolovoza rujna listopada_hr studenoga/studenog prosinca
januarja februarja marca aprila maja junija julija avgusta septembra oktobra novembra decembra
sausio vasario kovo balandžio gegužės birželio liepos rugpjūčio rugsėjo spalio lapkričio gruodžio
janvāris/janvārī februāris/februārī marts/martā aprīlis/aprīlī maijs/maijā jūnijs/jūnijā jūlijs/jūlijā augusts/augustā septembris/septembrī oktobris/oktobrī novembris/novembrī decembris/decembrī
jaanuar veebruar märts aprill mai juuni juuli august september oktoober november detsember
janúar febrúar mars apríl maí júní júlí ágúst september október nóvember desember
يناير فبراير مارس أبريل/ابريل/إبريل مايو يونيو يوليو أغسطس/اغسطس سبتمبر أكتوبر/اكتوبر نوفمبر ديسمبر
जनवरी फ़रवरी/फरवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर/सितम्बर अक्टूबर/अक्तूबर नवंबर/नवम्बर दिसंबर/दिसम्बर
มกราคม กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม พฤศจิกายน ธันวาคม
"""

_WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday"
_DIGITS = dict(zip("〇零一二三四五六七八九", "00123456789", strict=True)) | {"○": "0", "Ｏ": "0"}
ERAS = {"民國": 1911, "民国": 1911, "令和": 2018, "平成": 1988, "昭和": 1925, "大正": 1911, "明治": 1867}


def fold(word: str) -> str:
    """Lower case without accents, so that "Août" and "aout" meet."""
    plain = unicodedata.normalize("NFKD", word.lower())
    return "".join(char for char in plain if not unicodedata.combining(char))


def _month_table() -> dict[str, int]:
    table: dict[str, int] = {}
    for line in _MONTHS.strip().splitlines():
        for number, group in enumerate(line.split(), 1):
            for word in group.split("/"):
                table.setdefault(fold(word.partition("_")[0]), number)
    return table


MONTHS = _month_table()
# "listopad" is November in Polish and Czech, October in Croatian; mars is March everywhere it occurs.
WEEKDAYS = {name[:3]: index for index, name in enumerate(_WEEKDAYS.split())}


def month_number(word: str) -> int | None:
    """1 to 12 for a month name or its usual abbreviation in any known language."""
    key = fold(word.strip(". "))
    if key in MONTHS:
        return MONTHS[key]
    return MONTHS.get(key[:3]) if len(key) in (4, 5) and key.isascii() and key[:3] in _ENGLISH_SHORT else None


_ENGLISH_SHORT = frozenset(["jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "oct", "nov", "dec"])


def chinese_number(text: str) -> int | None:
    """The number written in Chinese or ASCII digits: 二〇一九, 十八, 二十, 廿三, 30."""
    if text.isascii() and text.isdigit():
        return int(text)
    text = text.replace("廿", "二十").replace("卅", "三十").replace("两", "二").replace("兩", "二")
    if "十" not in text:
        digits = "".join(_DIGITS.get(char, "?") for char in text)
        return int(digits) if digits.isdigit() and digits.isascii() else None
    tens, _, ones = text.partition("十")
    left = _DIGITS.get(tens, "1" if not tens else "?")
    right = _DIGITS.get(ones, "0" if not ones else "?")
    return int(left) * 10 + int(right) if left.isdigit() and right.isdigit() else None
