"""A review as one page that can be sent around: it asks nothing of the outside, and needs no script."""

from __future__ import annotations

from html import escape

from ponticello.analysis.curve import SIGNS, curve_svg
from ponticello.analysis.model import Review, Step
from ponticello.analysis.summary import amount_words, balance_words, better_words, turn_words, verdict_words
from ponticello.engine.people import player_name
from ponticello.engine.verbs import CHANCE
from ponticello.engine.words import say, spoken
from ponticello.languages import ENGLISH, LANGUAGES, language
from ponticello.table.match import Match

MOST_PICTURES = 8  # of the turns that cost most; the others are told in words
CSS = """
:root{color-scheme:light dark}
body{margin:0 auto;max-width:46rem;padding:1rem;background:#faf6ec;color:#22333a;
font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
h1,h2,h3{font-family:Georgia,serif;line-height:1.25}
svg{max-width:100%;height:auto}
figure{margin:0 0 1rem}
figure.curve svg{width:100%}
figure.board svg{width:100%;max-width:30rem}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;padding:.3rem .5rem;border-bottom:1px solid #dcd1ba;vertical-align:top;overflow-wrap:anywhere}
.quiet{color:#5a6668}
@media (prefers-color-scheme:dark){
body{background:#0b1317;color:#ece6d6}
th,td{border-color:#2c3b43}
.quiet{color:#a6b2b2}
}
"""


def report_page(match: Match, review: Review) -> str:
    """Returns the review of a match as an HTML page, in the language spoken now."""
    code = next((code for code in LANGUAGES if language(code) is spoken()), ENGLISH)
    with match.called():
        title = say("{game}: review", game=match.game.title)
        parts = [
            f"<h1>{_text(title)}</h1>",
            f"<p>{_text(match.status)}. <span class=quiet>{_text(depth_words(review))}</span></p>",
            f"<figure class=curve>{curve_svg(review)}</figure>",
            f"<h2>{_text(say('Luck and skill'))}</h2>",
            *(_balance(review, seat) for seat in range(review.players)),
            f"<h2>{_text(say('Turns worth a word'))}</h2>",
            *_named(match, review),
            f"<h2>{_text(say('Every turn'))}</h2>",
            _table(match, review),
        ]
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{_text(title)}</title>'
    page = f"<head>{head}<style>{CSS}</style></head><body>{''.join(parts)}</body>"
    return f'<!doctype html>\n<html lang="{code}">{page}</html>\n'


def depth_words(review: Review) -> str:
    """Says how far the review has come."""
    return say("Games tried in each position: {number}.", number=f"{review.simulations:,}")


def ghost_of(match: Match, step: Step, *, theme: str = "auto") -> str:
    """Returns the board before a turn, as its seat saw it, with the better turn as a ghost."""
    position = match.position_after(step.at).view(step.seat)
    moves, after = [], position
    for action in step.better:
        moves.append(after.move(action, step.seat))
        after = after.play(moves[-1])
    own = str(step.seat + 1)
    return position.ghost(moves, theme=theme, view=own if own in match.game.rulebook.views_of(match.players) else None)


def _text(words: str) -> str:
    return escape(words, quote=False)


def _balance(review: Review, seat: int) -> str:
    told = _text(balance_words(review, seat))
    return f"<p>{told}</p>" if review.players == 1 else f"<p><b>{_text(player_name(seat))}</b>: {told}</p>"


def _named(match: Match, review: Review) -> list[str]:
    """Tells of the turns that have a name, the costliest with a picture of what was better."""
    named = review.named()
    if not named:
        return [f"<p>{_text(say('No turn stands out.'))}</p>"]
    parts = []
    for k, step in enumerate(named):
        number = review.steps.index(step) + 1
        head = say("Turn {number}, {name}: {turn}", number=number, name=player_name(step.seat), turn=turn_words(step))
        words = [f"{verdict_words(review, step)}.", f"{better_words(step)}." if step.better else ""]
        parts.append(f"<h3>{_text(head)} {SIGNS[step.verdict]}</h3><p>{_text(' '.join(filter(None, words)))}</p>")
        if step.better and k < MOST_PICTURES:
            parts.append(f"<figure class=board>{ghost_of(match, step)}</figure>")
    return parts


def _table(match: Match, review: Review) -> str:
    heads = [say("Turn"), *(player_name(seat) for seat in range(review.players)), say("What is to be said")]
    rows = []
    for k, step in enumerate(review.steps):
        who = say("chance") if step.seat == CHANCE else player_name(step.seat)
        expected = [amount_words(review, amount) for amount in step.after]
        said = ". ".join(filter(None, (verdict_words(review, step), better_words(step) if step.verdict else "")))
        rows.append([f"{k + 1}. {who}: {turn_words(step)}", *expected, said])
    body = "".join("<tr>" + "".join(f"<td>{_text(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    caption = say("What everybody could expect after each turn")
    head = "".join(f"<th scope=col>{_text(cell)}</th>" for cell in heads)
    return f"<table><caption class=quiet>{_text(caption)}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
