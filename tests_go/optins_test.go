package tests_go

import (
	"fmt"
	"testing"

	"github.com/jsonbeacon/jsonbeacon/core/extract"
)

func TestOptIns(t *testing.T) {
	show := func(s string, o extract.Options) {
		e, err := extract.JSON(s, o)
		fmt.Printf("%q %+v\n   %+v %v\n", s, o, e, err)
	}
	skip := extract.Options{Reasoning: extract.SkipReasoning}
	show("<think>start with { and a list [</think>{\"facts\": []}", skip)
	show("draft {\"a\": 0}\n</think>\n{\"a\": 1}", skip)
	show("<Think mode=\"x\">hmm</Think>{\"act\": \"tap\"}", skip)
	show("<think>I will return {\"a\": ", skip)
	show("{\"a\": \"<think>\"} x", skip)
	show("[1, <think>x</think> 2] {\"b\":1}", skip)
	tags := extract.Options{Tags: []string{"json", "Result"}}
	show("example <json>{\"a\":1}</json> then <JSON id='1'>{\"a\":\"</json>\"}</json>", tags)
	tags.Select = extract.Last
	show("example <json>{\"a\":1}</json> then <JSON id='1'>{\"a\":\"</json>\"}</json>", tags)
	show("<json><json>{\"a\":1}</json> {\"b\":2}</json> {\"c\":1}", tags)
	show("<json><![CDATA[{\"a\":1}]]></json>", tags)
	show("<json>```json\n{\"a\":1}\n```", tags)
	show("<json>{\"a\":1", tags)
	show("<json>none</json> {\"b\":1}", tags)
	tags.Reasoning = extract.SkipReasoning
	show("<json><think>{\"x\":1}</think>{\"a\":1}</json>", tags)
	inv := extract.Options{Invisible: extract.SkipInvisible}
	for _, s := range []string{"{\"a\":\u200b 1}", "{\u200b\"a\"\u200b:\u200b1\u200b,\u200b\"b\": [\u200b], \"c\": [1,\u200b2\u200b]\u200b}", "\ufeff\u200b{\"k\u200b\": \"x\u200by\\u200bz\"}\u200b", "{\"a\":1,\u200b}"} {
		show(s, inv)
		show(s, extract.Options{Invisible: extract.StripInvisible})
	}
	show("{\"k\u200b\": 1, \"k\":2}", extract.Options{Invisible: extract.StripInvisible})
	show("{\"k\": \"👩\u200d💻 ok می\u200cخواهم\"}", extract.Options{Invisible: extract.StripInvisible})
	show("{\"a\": null, \"b\": [\"\", \"...\", {\"c\":\"<x>\"}]}", extract.Options{Blank: extract.RejectBlank})
	show("{\"a\": null, \"b\": [\"\", \"...\", {\"c\":\"x\"}]}", extract.Options{Blank: extract.RejectBlank})
	ft := extract.Options{Fallthrough: true, Blank: extract.RejectBlank}
	show("```json\n{\"a\": null}\n```\n```python\n{'x':1}\n```\n {\"b\": 1,} [2] {\"c\":1}", ft)
	show("```json\n{\"a\": 1", ft)
	show("{bad} nothing", ft)
}
