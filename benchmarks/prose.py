"""English as a model writes it around, before and in place of JSON."""

from __future__ import annotations

import random

INTROS = (
    "Sure! Here's the result you asked for, based on the context you provided:",
    "Here is the JSON:",
    (
        "Of course. I went through the document and filled in every field of the schema. Where the text says nothing, "
        "I've left the value out:"
    ),
    "I've extracted the requested information from the conversation. Please find it below.",
    "Certainly! Based on the customer's message, this is how I'd classify it:",
    "Below is the structured output. Note that the dates are as they were written in the original.",
    "Thanks for the details - that makes it much clearer. This is what I came up with:",
    "The records you're looking for are these:",
    "Okay, let me put this into the format you described.\n\nHere it is:",
    "**Result**\n\nThe following object holds all of the entities that I could find, in their order:",
    "Got it. I'm returning the data exactly as the tool expects it:",
    "Great question! The short answer is in the `summary` field, and the evidence for it is listed after it.",
)

OUTROS = (
    "Let me know if you'd like any changes, or if the list should be sorted differently.",
    "Done.",
    "I hope this helps! If one of the fields looks wrong, tell me which and I'll have another look at the source.",
    "Please note that I couldn't verify two of the addresses, so you may want to check those by hand.",
    "Is there anything else you need?",
    "The confidence is lower than usual because the message mentions two different orders.",
    "**Note:** amounts are in euros, and times are local to the office that sent the report.",
    "Feel free to paste the next document whenever you're ready.",
)

SENTENCES = (
    "The user is asking for a summary of the meeting, but the transcript breaks off before the last item.",
    "First, I should look at what the schema wants and which of its fields are required.",
    "The invoice was sent on the third of March and paid eleven days later, which is within the agreed period.",
    "It isn't obvious whether the second address belongs to the same customer.",
    "Most of the complaints are about delivery times; only a few mention the quality of the product itself.",
    "Let me check the totals again, because the numbers in the table don't seem to add up.",
    "According to the documentation, the service retries three times before it gives up.",
    "We could also read this as a request to cancel, although the tone suggests otherwise.",
    "The report distinguishes between direct costs and overhead, and that matters for the comparison.",
    "In other words, the change reduced the load by about a third without affecting latency.",
    "There are several candidates, and the most plausible one is the contract signed in Rotterdam.",
    "That said, nothing in the text rules out the alternative.",
    "The patient reports mild pain in the left knee, mostly in the morning and after long walks.",
    "Wait, the question was about the previous quarter, so these figures don't apply.",
    "So the answer has to contain the name, the date and the reason, and nothing more than that.",
    "The author argues that smaller models can be sufficient when the task is narrow and the examples are good.",
    "Shipping takes between two and five working days, depending on the region.",
    "I don't have access to the account, so I can't confirm the current balance.",
    "Each of the three reviewers praised the structure of the argument and criticised its length.",
    "The parser reads the configuration once at start and never looks at it again.",
    "On balance, the evidence points to a configuration error rather than to a fault in the hardware.",
    "The meeting was moved to Thursday because half of the team was travelling.",
    "They'd prefer a refund, but would accept a replacement if it arrives before the weekend.",
    "Looking at the log, the first failure occurs shortly after midnight, and the others follow at regular intervals.",
    "This is consistent with what the support team described in their message.",
    "The river floods every few years, which is why the older houses stand on the hill.",
    "For the sake of completeness, I've considered the remaining options as well.",
    "Prices rose by four percent over the year, while wages stayed almost the same.",
    "The second paragraph contradicts the first, so one of them must be out of date.",
    "Hence the category should be billing, and the priority should be high.",
    "No further action is needed unless the customer writes again.",
    "The museum opens at ten, closes at six, and stays closed on Mondays except during the holidays.",
    "Her argument rests on two assumptions, neither of which is tested in the paper.",
    "If I count only the completed orders, there are forty-seven; with the pending ones, fifty-two.",
    "The translation keeps the rhythm of the original at the expense of a few details.",
    "Nobody answered the phone, but an email arrived within the hour.",
)

THOUGHTS = (
    'The field "priority" takes one of "low", "normal" or "high", so I need to pick one.',
    '- the order number is given as 4711, and the customer calls it "my last order"',
    "- `created_at` should be an ISO date, i.e. 2024-03-03",
    "1. find the entities; 2. sort them; 3. write the answer",
    "Hmm, \"as soon as possible\" isn't a date. I'll treat it as missing.",
    "The example in the instructions uses `snake_case` names, so I'll do the same.",
    "Let me double-check: 12 * 14.50 = 174.00, plus 19% VAT = 207.06. OK.",
)

REFUSALS = (
    "I'm sorry, but I can't help with that request.",
    "Unfortunately, the document doesn't contain the information that you're asking for.",
    "I'm not able to extract these fields, because the attachment seems to be empty.",
)

BRACKETS = (
    "As noted in [1] and again in [3], the effect disappears when the sample is restricted.",
    "The template has the placeholders {name} and {date}, which I'll fill in.",
    "See [the appendix] for the full table, or [section 4.2] for a summary.",
    "In the function body {\n  return x;\n} nothing else happens.",
)


def paragraphs(random_: random.Random, length: int, sentences: tuple[str, ...] = SENTENCES) -> str:
    """Text of exactly so many characters, in paragraphs of a few sentences; models do not wrap lines."""
    parts: list[str] = []
    size = 0
    while size < length:
        parts.append(random_.choice(sentences))
        parts.append("\n\n" if random_.random() < 0.2 else " ")
        size += len(parts[-2]) + len(parts[-1])
    return "".join(parts)[: length - 1] + "\n"


def reasoning(random_: random.Random, length: int) -> str:
    """The same as thinking aloud: quoted words, code spans, lists."""
    frame = "<think>\n", "</think>\n\n"
    lines = SENTENCES + tuple(f"\n{each}\n" for each in THOUGHTS * 2)
    return frame[0] + paragraphs(random_, length - sum(map(len, frame)), lines) + frame[1]


def fenced(random_: random.Random, document: str) -> str:
    """A document in a fence, with a word before and after it."""
    return f"{random_.choice(INTROS)}\n\n```json\n{document}\n```\n\n{random_.choice(OUTROS)}\n"


def inline(random_: random.Random, document: str) -> str:
    return f"{random_.choice(INTROS)}\n\n{document}\n\n{random_.choice(OUTROS)}\n"
