// A course of one day whose compiler and programs are pretended, and a learner who works on it.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "verify/day/course/catalogue.h"
#include "verify/day/course/progress.h"
#include "verify/tests/day/scratch.h"

namespace day {

using Words = std::vector<std::string>;

inline bool has(const std::string& text, const std::string& words) { return text.find(words) != text.npos; }

// As one line: where prose is wrapped does not matter.
inline std::string flat(std::string text) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}

inline std::string last_line(const std::string& text) { return lines_of(text).back(); }

inline const std::string LOOP_BREAKS = BREAKS + R"(
[[break]]
id = "turned-round"
title = "Ask the other way round"
level = 2
[[break.edit]]
in = "doubling"
find = "n < N"
replace = "N > n"
[break.expect]
fail = []
[break.text]
hints = ["First hint.", "Second hint."]
why = "It is the same."

[[break]]
id = "racing"
title = "Race"
level = 3
[[break.edit]]
in = "doubling"
find = "threadIdx.x"
replace = "threadIdx.x / 2 /* RACE */"
[break.expect]
finding = "race"
may_fail = ["y"]
[break.text]
hints = ["Who else?"]
why = "Two threads, one place."
)";

// A compiler that looks for words in the source and makes a program that does what they say: 3.0f fails both gates,
// RACE fails y and is found by the check build, WILD is found only, a SYNTAX ERROR does not build, ABORT and EXIT3 end
// it, BAD_DATA fails sum, and GOOD_DATA fails y when the comparison is turned round. SOMETIMES fails sum in one order,
// SHY is a race that is found in one, CUT ends the check build as its time would, HANG both builds. BACKWARDS checks
// sum first, and QUITS ends with exit 1 and no verdict. _Exit(0) ends it before its checks, QUIET the check build
// alone, FRAIL fails sum in that alone, FORGED reports what its table does not say, and MORE checks y once more, unless
// FEWER stands there too. A program that never reads x[n] fails both gates.
inline const std::string COMPILER = R"(check=
while [ $# -gt 0 ]; do
    case $1 in *.cu) f=$1 ;; -o) o=$2 ;; --check) check=1 ;; esac; shift
done
grep -q 'SYNTAX ERROR' $f && { echo "$f:3: error: what is this"; exit 1; }
y=pass sum=pass end=
grep -q '3.0f' $f && y=fail sum=fail
grep -q '\* x\[n\]' $f || y=fail sum=fail
grep -q 'RACE' $f && y=fail
grep -q 'BAD_DATA' $f && sum=fail
grep -q 'GOOD_DATA' $f && grep -q 'N > n' $f && y=fail
grep -q 'ABORT' $f && end='kill -ABRT $$'
grep -q 'QUITS' $f && end='echo All is well; echo An input has changed; echo; exit 1'
grep -q 'HANG' $f && end='kill -XCPU $$'
grep -q '_Exit(0)' $f && end='exit 0'
grep -q 'QUIET' $f && [ $check ] && end='exit 0'
grep -q 'FRAIL' $f && [ $check ] && sum=fail
grep -q 'SOMETIMES' $f && end='[ "$DAYBREAK_ORDER" = reverse ] && sum=fail'
cat >$o <<END
#!/bin/sh
while [ \$# -gt 0 ]; do [ \$1 = --report ] && report=\$2; shift; done
y=$y sum=$sum
$end
echo '{"case":"hand","gate":"y","kind":"check","used":12.5,"verdict":"'\$y'","bad":1}' >\$report
echo '{"case":"hand","gate":"sum","kind":"check","used":700,"verdict":"'\$sum'","bad":1}' >>\$report
row() { printf '%s  %s  [4]  0.1  1%%  1e-2  %s\n' \$1 \$2 \$(echo \$3 | sed s/fail/FAIL/); }
row hand y \$y >table; row hand sum \$sum >>table
END
grep -q MORE $f && ! grep -q FEWER $f && cat >>$o <<END
echo '{"case":"more","gate":"y","kind":"check","used":1,"verdict":"pass","bad":1}' >>\$report; row more y pass >>table
END
grep -q FORGED $f && echo 'sed -i s/pass/FAIL/ table' >>$o
grep -q BACKWARDS $f && cat >>$o <<END
tac \$report >backwards; mv backwards \$report
tac table >backwards; mv backwards table
END
echo 'cat table' >>$o
grep -q RACE $f && [ $check ] && cat >>$o <<END
echo '{"tool":"racecheck","kind":"race","file":"x.cu","line":9,"plain":"Two threads use it."}' >\$DAYBREAK_FINDINGS
END
grep -q SHY $f && [ $check ] && cat >>$o <<END
[ \$DAYBREAK_ORDER = reverse ] && echo '{"tool":"racecheck","kind":"race","line":9}' >\$DAYBREAK_FINDINGS
END
grep -q CUT $f && [ $check ] && echo 'kill -XCPU $$' >>$o
grep -q WILD $f && [ $check ] && cat >>$o <<END
echo '{"tool":"initcheck","kind":"uninitialised","file":"x.cu","line":8,"plain":"Nobody wrote it."}' >\$DAYBREAK_FINDINGS
echo '{"tool":"memcheck","kind":"out-of-bounds","file":"x.cu","line":9,"plain":"It is too far."}' >>\$DAYBREAK_FINDINGS
exit 1
END
echo '[ $y$sum = passpass ] || exit 1' >>$o
chmod +x $o)";

class Loop : public testing::Test {
 protected:
    Loop() {
        lesson = scratch.lesson();
        write_file(lesson.breaks(), LOOP_BREAKS);
        Scratch::script(scratch.tree.build / "cpucc", COMPILER);
        scratch.set("DAYBREAK_PROGRESS", (scratch.root / "état" / "progress.txt").string());
        scratch.set("NO_COLOR", "1");
    }
    std::string progress() { return read_file(progress_file()); }
    const Break exercise(const std::string& id) { return break_named(lesson, exercises_of(scratch.tree, lesson), id); }
    void edit(const fs::path& file, const std::string& from, const std::string& to) {
        std::string text = read_file(file);
        const std::size_t at = text.find(from);
        ASSERT_NE(at, text.npos) << from;
        write_file(file, text.replace(at, from.size(), to));
    }

    Scratch scratch;
    Lesson lesson;
};

}  // namespace day
