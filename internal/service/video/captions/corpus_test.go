package captions_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/video/captions"
)

// corpus are small files like those in the specifications' test suites: WebVTT after the web
// platform tests, TTML after the IMSC tests. @1 is a line of times from 1 s to 2 s, in an element
// its times, and NS is the namespace of TTML. want contains the texts of the cues, each followed by
// "|", or the beginning of the error.
var corpus = []struct{ name, content, want string }{
	{
		"VTT: lines of white space are text",
		"WEBVTT\n\n@1\nHi\n \nyou\n\t\nand\n\u00a0\nall\n\u2003\n\n@2\nBye",
		"Hi\n \nyou\n\t\nand\n\u00a0\nall|Bye|",
	},
	{
		"VTT of a video site",
		"WEBVTT\nKind: captions\nLanguage: en\n\n@1 align:start position:0%\n \n" +
			"hello<00:00:01.500><c> world</c>\n\n@2 align:start position:0%\nhello world\n \n\n@3\n" +
			" \n\n@4\nand on",
		"hello world|hello world||and on|",
	},
	{
		"VTT: what looks like a block is text",
		"@1\nHi\n \nNOTE the date\n\t\nSTYLE\n\u00a0\nREGION\n \nWEBVTT\n\n@2\nBye",
		"Hi\n \nNOTE the date\n\t\nSTYLE\n\u00a0\nREGION\n \nWEBVTT|Bye|",
	},
	{"VTT: times below white space", "WEBVTT\n \n@1\nHi\n\t\n@2\nyou\n \n \n@3\nBye\n\u00a0\n", "Hi|you|Bye|"},
	{
		"VTT: names below white space",
		"WEBVTT\n \n1\n@1\nHi\n \n2\n@2\nyou\n\u00a0\n\u00a0\nthe third\n@3\nBye",
		"Hi|you|Bye|",
	},
	{"VTT: times below text", "WEBVTT\n\n@1\nHi\n@2\nyou\n3\n@3\nBye", "Hi|you\n3|Bye|"},
	{"VTT: times below times", "@1\n@2\n@3\nHi", "||Hi|"},
	{
		"VTT: words after white space and an empty line",
		"@1\nHi\n \n\nyou\n",
		`line 5: expected a line "hh:mm:ss.mmm --> hh:mm:ss.mmm", found "you"`,
	},
	{
		"VTT: a text of two paragraphs",
		"WEBVTT\n\n@1\nHi\n\nyou\nthere\n\n@2\nBye",
		`line 6: expected a line "hh:mm:ss.mmm --> hh:mm:ss.mmm", found "you"`,
	},
	{"VTT: a name of two lines", "WEBVTT\n\nchapter\none\n@1\nHi", `line 3: expected a line`},
	{
		"VTT: arrows",
		"WEBVTT\n\n@1\nHi\nmore -->\nHo",
		`line 5: expected "hh:mm:ss.mmm --> hh:mm:ss.mmm", found "more -->"`,
	},
	{"VTT: an arrow alone", "WEBVTT\n\n-->\n@1\nHi", `line 3: expected "hh`},
	{"VTT: no arrows", "WEBVTT\n\n-- >\n@1\n-> >\n\n->\n@2\n->", "-> >|->|"},
	{
		"VTT: names",
		"\n leading space\n@1\na\n\ntrailing space \n@2\nb\n\n \n@3\nc\n\nWEBVTT\n@4\nd\n\n" +
			"STYLE\n@5\ne",
		"a|b|c|d|e|",
	},
	{"VTT: line ends", "WEBVTT\r\rcr\r@1\ra\r\r\nlfcr\n@2\nb\n\r\ncrlf\r\n@3\r\nc\n\rd\n@4\ne", "a|b|c|e|"},
	{"VTT: nulls", "WEBVTT\x00 no", `line 1: expected a line "hh:mm:ss.mmm --> hh:mm:ss.mmm", found "WEBVTT� no"`},
	{"VTT: nulls in a text", "@1\na\x00b", "a\ufffdb|"},
	{
		"VTT: white space in times",
		"\t @1  \n  a  \n\n00:00:01.000-->00:00:02.000\nb\n\n00:00:01.000\f-->\f00:00:02.000\f\nc",
		"a|b|c|",
	},
	{"VTT: no white space", "00:00:01.000\u00a0--> 00:00:02.000\na", "line 1: expected"},
	{"VTT: hours", "0:00:01.000 --> 00:01.500\na\n\n000:00:01.000 --> 123:00:01.000 \nb", "a|b|"},
	{
		"VTT: times of a conferencing product",
		"WEBVTT\n\n0:0:5.320 --> 0:0:8.100\nHi",
		`line 3: expected "hh:mm:ss.mmm --> hh:mm:ss.mmm", found "0:0:5.320 --> 0:0:8.100": ` +
			`hours, minutes and seconds have two digits, and milliseconds three. Some ` +
			`conferencing products leave out zeros: write 00:00:05.320 for 0:0:5.320`,
	},
	{
		"VTT: a short fraction",
		"00:00:05.32 --> 00:00:08.100\nHi",
		`line 1: expected "hh:mm:ss.mmm --> hh:mm:ss.mmm", found "00:00:05.32 --> 00:00:08.100": hours`,
	},
	{
		"VTT: a short minute in the end",
		"00:00:05.320 --> 0:1:08.100\nHi",
		`line 1: expected "hh:mm:ss.mmm --> hh:mm:ss.mmm", found "00:00:05.320 --> 0:1:08.100": hours`,
	},
	{
		"VTT: a comma, behind line ends of another system",
		"WEBVTT\r\n\r\n00:00:01,000 --> 00:00:02,000\r\nHi",
		`line 3: expected "hh:mm:ss.mmm --> hh:mm:ss.mmm", found "00:00:01,000 --> 00:00:02,000"`,
	},
	{
		"VTT: a long fraction",
		"00:00:01.0000 --> 00:00:02.000\nHi",
		`line 1: expected "hh:mm:ss.mmm --> hh:mm:ss.mmm", found "00:00:01.0000 -->`,
	},
	{
		"VTT: sixty minutes",
		"00:60:00.000 --> 01:00:02.000\nHi",
		`line 1: expected "hh:mm:ss.mmm --> hh:mm:ss.mmm", found "00:60:00.000 -->`,
	},
	{
		"VTT: sixty seconds",
		"a\n00:00:60.000 --> 00:01:02.000\nHi",
		`line 2: expected "hh:mm:ss.mmm --> hh:mm:ss.mmm", found "00:00:60.000 -->`,
	},
	{
		"VTT: end before start",
		"\n\n00:00:02.000 --> 00:00:01.000\nHi",
		`line 3: the end comes before the start in "00:00:02.000 --> 00:00:01.000"`,
	},
	{
		"VTT: a long line",
		strings.Repeat("é", 61),
		`line 1: expected a line "hh:mm:ss.mmm --> hh:mm:ss.mmm", found "` +
			strings.Repeat("é", 60) + `…"`,
	},
	{
		"VTT: words that begin like a comment",
		"NOTEBOOK\n\nHi",
		`line 1: expected a line "hh:mm:ss.mmm --> hh:mm:ss.mmm", found "NOTEBOOK"`,
	},
	{
		"VTT: a comment behind a space",
		" NOTE\n\nHi",
		`line 1: expected a line "hh:mm:ss.mmm --> hh:mm:ss.mmm", found " NOTE"`,
	},
	{"VTT: negative", "-00:00:01.000 --> 00:00:02.000\na", "line 1: expected"},
	{
		"VTT: minutes without a zero",
		"1:00.000 --> 01:01.000\na",
		`line 1: expected "hh:mm:ss.mmm --> hh:mm:ss.mmm", found "1:00.000 --> 01:01.000": hours`,
	},
	{
		"VTT: settings",
		"WEBVTT\n\n" +
			"@1 vertical:rl line:-1,end position:5.5%,line-left size:10% align:center region:fred\n" +
			"a\n\n@2 align: start line: 84.66% position:1%, center align foo:bar A:start\nb\n\n" +
			"00:00:01.000 --> 00:00:02.000align:start\nc",
		"a|b|c|",
	},
	{
		"VTT: text beside times",
		"@1\na\n\n@2 and then\nb",
		`line 4: text follows the times in "00:00:02.000 --> 00:00:03.000 and then": move it ` +
			`to a separate line`,
	},
	{"VTT: a speaker beside times", "@1 align:start Ann: hello", "line 1: text follows the times"},
	{
		"VTT: times beside the signature",
		"WEBVTT @1\nHi",
		`line 1: expected "hh:mm:ss.mmm --> hh:mm:ss.mmm", found "WEBVTT 00`,
	},
	{"VTT: signatures", "webvtt\n\n@1\nHi", `line 1: expected a line "hh:mm:ss.mmm --> hh:mm:ss.mmm", found "webvtt"`},
	{"VTT: two byte order marks", "\ufeff\ufeffWEBVTT\n\n@1\nHi", "line 1: expected a line"},
	{"VTT: a signature that goes on", "WEBVTT-1\n\n@1\nHi", "line 1: expected a line"},
	{"VTT: a header of any lines", "WEBVTT\tof\tx\nSTYLE\nTitle: a - b\n@1\nHi", "Hi|"},
	{"VTT: a header ends at white space", "WEBVTT\nKind: x\n \nHello\n\n@1\nHi", "line 4: expected a line"},
	{
		"VTT: styles and regions above the cues",
		"WEBVTT\n\nSTYLE\n::cue {}\n\nNOTE a\nb\n\nREGION \nid:r\n\nSTYLE\t\n\n@1\nHi",
		"Hi|",
	},
	{
		"VTT: a style below a cue",
		"WEBVTT\n\n@1\nHi\n\nSTYLE\n::cue {}\n",
		`line 6: expected a line "hh:mm:ss.mmm --> hh:mm:ss.mmm", found "STYLE"`,
	},
	{"VTT: a region below a cue", "WEBVTT\n\n@1\nHi\n\nREGION\nid:r\n", `line 6: expected a line`},
	{"VTT: a style of words", "WEBVTT\n\nSTYLE is what counts\n\n@1\nHi", `line 3: expected a line`},
	{"VTT: comments", "WEBVTT\n\nNOTE\n\nNOTE one\ntwo\n \nthree\n\n@1\nHi\n\nNOTE\tfour\n@2\nBye", "Hi|Bye|"},
	{"VTT: times end a comment", "NOTE one\n\ntwo", "line 3: expected a line"},
	{"VTT: a cue that is no comment", "WEBVTT\n\nNOTE\nnot any more\n@1\nHi", "Hi|"},
	{
		"VTT: a remark",
		"@1\nHi\n\nNOTE: bring cash",
		`line 4: expected a line "hh:mm:ss.mmm --> hh:mm:ss.mmm", found "NOTE: bring cash"`,
	},
	{"VTT: joined files", "WEBVTT\n\n@1\nHi\n\nWEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000\n\n@2\nBye", "Hi|Bye|"},
	{
		"VTT: tags",
		"@1\n<v.loud Roger Bing><c.a.b>AT</c><i>&amp;</i>T <lang en-GB><00:00:01.500>is <b\n" +
			"class=x>big</b></lang></v> <ruby>漢<rt>kan</rt></ruby><>.</>",
		"AT&T is big 漢kan.|",
	},
	{
		"VTT: unknown tags",
		"@1\n<foo>a</foo><script>b()</script> <applause> c</laughs>\n</foo>d<foo>",
		"ab() <applause> c</laughs>\nd|",
	},
	{
		"VTT: text in angle brackets",
		"@1\n" +
			"<ann@mail.test> <v.bob@mail.test> <https://x.test/a> a <b and c> 1 < 2 <i want to> <3 <2024> x<y",
		"<ann@mail.test> <v.bob@mail.test> <https://x.test/a> a <b and c> 1 < 2 <i want to> <3 <2024> x<y|",
	},
	{
		"VTT: character references",
		"@1\n&lt;b&gt; &#x201c;a&#8221;&nbsp;&copy=2 AT&T; &nosuch; R&D {\\an8}",
		"<b> “a”\u00a0&copy=2 AT&T; &nosuch; R&D {\\an8}|",
	},

	{"SRT: line breaks", "1\n@1\none<br/>two <BR> three<br />\nfour", "one\ntwo\nthree\n\nfour|"},
	{
		"SRT: text in angle brackets",
		"1\n@1\n<I>Write</I> to <ann@mail.test> <<now>> <https://x.test>\n" +
			"<font color=\"#fff\" size=3>or</font> {\\an8}<b>c{all}</b>\\N{\\Users}",
		"Write to <ann@mail.test> <<now>> <https://x.test>\nor c{all}\n{\\Users}|",
	},
	{
		"SRT: marks of other formats",
		"1\n@1\n" +
			"{\\an8}{y:b}Wait\\Nfor\\hme,{C:$0000FF} {\\fs20\\i1}now{\\i0} {P:1}{z:i} {Y:} {Yes: no} \\n",
		"Wait\nfor me, now {z:i} {Y:} {Yes: no} \\n|",
	},
	{
		"SRT: tags of no player",
		"1\n@1\n<foo>a</foo> <v Ann>b <c.d>e <00:00:01.500>",
		"<foo>a</foo> <v Ann>b <c.d>e <00:00:01.500>|",
	},
	{
		"SRT: blank lines in a text",
		"1\n@1\n\nHi\n\nyou\n \n\t\n3\n\nand 4\n\n5\n\n\n2\n@2\nBye\n\n9\n",
		"Hi\n\nyou\n \n\t\n3\n\nand 4\n\n5|Bye\n\n9|",
	},
	{
		"SRT: arrows in a text",
		"1\n@1\na --> b\n\n12:30 - 13:00:00 break\n-->\n\n2\n@2\nBye",
		"a --> b\n\n12:30 - 13:00:00 break\n-->|Bye|",
	},
	{"SRT: without a text", "1\n@1\n\n2\n@2\nHi", "|Hi|"},
	{"SRT: numbers in any order", "\n 7 \n@1\n42\n\n7\n@2\n42", "42|42|"},
	{
		"SRT: as it is found",
		"\ufeff1\r\n0:00:01,5 --> 00:00:02.05  X1:40 X2:600\r\nFish &amp; chips\r\n\t\r\n2\r\n" +
			"00:00:03,000-->00:00:04,000\r\n42\r\n",
		"Fish & chips|42|",
	},
	{
		"SRT: a number is missing",
		"1\n@1\nHi\n\n@2\nBye",
		`line 5: the number of the cue is missing above "00:00:02,000 --> 00:00:03,000"`,
	},
	{"SRT: no numbers", "@1\nHi", `line 1: the number of the cue is missing above`},
	{
		"SRT: a blank line between number and times",
		"1\n@1\nHi\n\n2\n\n@2\nBye",
		`line 7: the number of the cue is missing above`,
	},
	{"SRT: a blank line is missing", "1\n@1\nHi\n2\n@2\nBye", `line 4: a blank line is missing above "2"`},
	{
		"SRT: end before start",
		"1\n00:00:02,000 --> 00:00:01,000\nHi",
		`line 2: the end comes before the start in "00:00:02,000 --> 00:00:01,000"`,
	},
	{"SRT: text beside times", "1\n@1 Hi", `line 2: text follows the times`},
	{
		"SRT: text above the first cue",
		"Subtitles by x\n\n1\n@1\nHi",
		`line 1: expected a line "hh:mm:ss,mmm --> hh:mm:ss,mmm", found "Subtitles by x"`,
	},
	{
		"SRT: another arrow",
		"1\n@1\nHi\n\n2\n00:00:02,000 -> 00:00:03,000\nBye",
		`line 6: expected "hh:mm:ss,mmm --> hh:mm:ss,mmm", found`,
	},
	{"SRT: no end", "1\n@1\nHi\n\n2\n00:00:02,000 -->\nBye", `line 6: expected "hh:mm:ss,mmm --> hh:mm:ss,mmm", found`},
	{"SRT: WebVTT", "WEBVTT\n\n1\n@1\nHi", `line 1: expected a line "hh:mm:ss,mmm`},

	{"TTML: nothing", "", "line 1: expected a TTML document, whose outermost element is <tt>"},
	{
		"TTML: malformed",
		"<tt>\n<body>\n<p begin=1></p></body></tt>",
		"line 3: unquoted or missing attribute value in element",
	},
	{"TTML: not closed", "<tt>\n<body>\n", "line 3: unexpected EOF"},
	{"TTML: closed twice", "<tt>\n</body></tt>", "line 2: element <tt> closed by </body>"},
	{"TTML: no more", "<tt/>\n<", "line 2: unexpected EOF"},
	{"TTML: an entity", "<tt><body>\n&nosuch;</body></tt>", "line 2: invalid character entity &nosuch;"},
	{
		"TTML: no time",
		"<tt><body>\n<p begin=\"soon\" end=\"1s\">a</p></body></tt>",
		`line 2: begin="soon": expected a time such as 00:01:02.500 or 62.5s`,
	},
	{
		"TTML: a time out of range",
		"<tt><body>\n<p begin=\"0s\" end=\"999999999999h\">a</p></body></tt>",
		`line 2: end="999999999999h": expected a time`,
	},
	{"TTML: ticks", "<tt><body>\n<p begin=\"1t\" end=\"2t\">a</p></body></tt>", `line 2: begin="1t": expected a time`},
	{"TTML: a paragraph in one", "<tt><body><p @1>a\n<p/></p></body></tt>", "line 2: a <p> in a <p> is not supported"},
	{
		"TTML: metadata and other namespaces",
		`<tt:tt xmlns:tt="NS" xmlns:ttm="NS#metadata" xmlns:x="urn:x"><tt:head>` +
			`<ttm:title>no</ttm:title></tt:head><tt:body><ttm:desc>no</ttm:desc><tt:div><x:p ` +
			`@1>no<tt:p>no</tt:p></x:p><tt:p @1>a<ttm:desc>no</ttm:desc><x:i>no</x:i>` +
			`<tt:metadata>no</tt:metadata>b<tt:set begin="soon">no</tt:set></tt:p></tt:div></tt:body></tt:tt>`,
		"ab|",
	},
	{
		"TTML: attributes of other namespaces",
		`<tt xmlns="NS" xmlns:x="urn:x"><body x:timeContainer="seq"><p @1 x:begin="soon" ` +
			`x:end="0s">a</p></body></tt>`,
		"a|",
	},
	{
		"TTML: an element of no namespace",
		`<tt xmlns="NS"><body><p @1>a<i xmlns="">no</i>b</p><div xmlns=""><p @2>no</p></div></body></tt>`,
		"ab|",
	},
	{
		"TTML: a root of no namespace",
		`<tt xmlns:tt="NS"><body><p @1>a</p></body><tt:body><tt:p @2>b</tt:p></tt:body></tt>`,
		"a|b|",
	},
	{"TTML: a draft", `<tt xmlns="http://www.w3.org/2006/10/ttaf1"><body><p @1>a</p></body></tt>`, "a|"},
	{
		"TTML: another namespace",
		"<tt\nxmlns='urn:x'><body/></tt>",
		`line 2: expected a TTML document, found <tt urn:x>`,
	},
	{
		"TTML: another root",
		`<html xmlns="NS"/>`,
		`line 1: expected a TTML document, found <html http://www.w3.org/ns/ttml>`,
	},
	{"TTML: text behind the root", "<tt xmlns='NS'/>\nHi", `line 2: "Hi" is outside of any <p>`},
	{
		"TTML: text above the root",
		"Hi<tt xmlns='NS'/>",
		`line 1: expected a TTML document, whose outermost element is <tt>`,
	},
	{
		"TTML: declarations",
		"<?xml version='1.0'?>\n<!-- a --><!DOCTYPE tt>\n<?pi?><tt xmlns='NS'/>\n<!-- b --><?pi?>\n",
		"",
	},
	{
		"TTML: text outside of paragraphs",
		"<tt xmlns='NS'><body><p @1>a</p>\n<div><span>lost</span></div></body></tt>",
		`line 2: "lost" is outside of any <p>`,
	},
	{
		"TTML: to the end of the parent",
		`<tt xmlns='NS'><body><div end='2s'><p begin='1s'>a</p></div></body></tt>`,
		"a|",
	},
	{
		"TTML: to no end",
		"<tt xmlns='NS'><body end='9s'/><body><p begin='1s'>a\n</p></body></tt>",
		"line 2: the <p> that ends here has no end time",
	},
	{
		"TTML: in a sequence",
		"<tt xmlns='NS'><body>\n<div timeContainer='seq'><p dur='1s'>a</p></div></body></tt>",
		`line 2: timeContainer="seq" is not supported`,
	},
	{
		"TTML: behind the end of the parent",
		"<tt xmlns='NS'><body><div dur='1s'>\n<p begin='2s' dur='1s'>a</p></div></body></tt>",
		`line 2: <p> starts at 00:00:02.000, but an element around it ends at 00:00:01.000`,
	},
	{
		"TTML: a part behind the end of its paragraph",
		"<tt xmlns='NS'><body><p end='3s'>a\n" +
			"<span begin='00:00:05' end='00:00:07'>b</span></p></body></tt>",
		`line 2: <span> starts at 00:00:05.000, but an element around it ends at 00:00:03.000`,
	},
	{
		"TTML: an end before its own start",
		"<tt xmlns='NS'><body><p end='3s'><span begin='2s' end='1s'>b</span></p></body></tt>",
		`line 1: the end of <span> comes before its start`,
	},
	{
		"TTML: a sum of times that is too late",
		"<tt xmlns='NS'><body><div begin='9999h'><p begin='9h' dur='1s'>b</p></div></body></tt>",
		`line 1: <p> starts at 10008:00:00.000, later than 10000:00:00.000`,
	},
	{
		"TTML: ruby",
		`<tt xmlns='NS' xmlns:tts='NS#styling'><head><styling>` +
			`<style xml:id='r' tts:ruby='container'/><style xml:id='s' style='r'/>` +
			`</styling></head><body><p @1>
		<span>a</span> <span>b</span>
		<span tts:ruby='container'>
			<span tts:ruby='baseContainer'> <span tts:ruby='base'>東</span> <span tts:ruby='base'>南</span> </span>
			<span tts:ruby='textContainer'>
				<span tts:ruby='delimiter'>(</span> <span tts:ruby='text'>とう なん</span> ` +
			`<span tts:ruby='delimiter'>)</span>
			</span>
		</span>の<span style='x s'> <span tts:ruby='base'>方角</span> <span>ほうがく</span> </span></p></body></tt>`,
		"a b 東南(とう なん)の方角ほうがく|",
	},
	{
		"TTML: white space",
		"<tt xmlns='NS'><body xml:space='preserve'> <p @1>a\nb <span xml:space='default'> c\n" +
			"d</span></p><p @2 xml:space='default'>\n a\n b <br/> c </p></body></tt>",
		"a\nb c d|a b\nc|",
	},
	{"TTML: references", `<tt xmlns='NS'><body><p @1>&lt;&nbsp;&#233;<![CDATA[<b>]]></p></body></tt>`, "<\u00a0é<b>|"},
}

// TestCorpus reads files as other programs write them.
func TestCorpus(t *testing.T) {
	t.Parallel()
	for _, file := range corpus {
		t.Run(file.name, func(t *testing.T) {
			t.Parallel()
			format := map[string]captions.Format{
				"VTT": captions.VTT, "SRT": captions.SRT, "TTM": captions.TTML,
			}[file.name[:3]]
			cues, err := captions.Parse(written(file.name, file.content), format)
			var texts strings.Builder
			for _, cue := range cues {
				texts.WriteString(cue.Text + "|")
			}
			isAsWanted := texts.String() == file.want
			if err != nil {
				isAsWanted = strings.HasPrefix(file.want, "line ") && strings.HasPrefix(err.Error(), file.want)
			}
			switch {
			case !isAsWanted:
				t.Errorf("cues %q, error %v, want\n%q", texts.String(), err, file.want)
			case err != nil && len(cues) > 0:
				t.Errorf("error %v and %d cues, want no cues where there is an error", err, len(cues))
			}
		})
	}
}

// written returns a file of the corpus in full.
func written(name, content string) string {
	times := map[string]string{
		"VTT": "00:00:0%d.000 --> 00:00:0%d.000", "SRT": "00:00:0%d,000 --> 00:00:0%d,000",
		"TTM": `begin="%ds" end="%ds"`,
	}[name[:3]]
	for n := range 9 {
		content = strings.ReplaceAll(content, fmt.Sprint("@", n), fmt.Sprintf(times, n, n+1))
	}
	return strings.ReplaceAll(content, "NS", "http://www.w3.org/ns/ttml")
}
