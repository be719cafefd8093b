title = 모든 종류
intro = 과제마다 묻는 것이 다릅니다.
counter = { $turn ->
   *[other] { $turn }턴
}이 끝난 뒤의 카운터는 얼마입니까?
    .hint-1 = 카운터는 새로 시작했습니다.
    .hint-2 = 마지막 호출만 셉니다.
    .because = 컴팩션이 카운터를 0으로 리셋했습니다.
    .says-storm = 리셋하는 것이 없을 때의 값입니다.
    .says-window = 윈도가 얼마나 찼는지를 나타내는 값입니다.
summary = 호출은 모두 몇 번입니까?
claims = 맞는 것은 무엇입니까?
    .option-below = 카운터는 윈도보다 작습니다.
    .option-above = 카운터는 { JOSA($threshold, "보다/보다") } 작습니다.
order = 컴팩션의 단계를 순서대로 놓으십시오.
    .option-replaced = 메시지를 갈아 끼웁니다.
    .option-asked = 요약을 요청합니다.
    .option-reset = 카운터를 0으로 리셋합니다.
    .option-reread = 노트를 읽어 들입니다.
line = 카운터를 리셋하는 줄은 어느 것입니까?
    .says-check = 그 줄은 묻기만 합니다.
blocks = 아직 남아 있는 메시지는 무엇입니까?
facts = 사라지는 사실은 무엇입니까?
dials = 정확히 한 번 컴팩션하십시오.
    .goal-once = 컴팩션이 한 번 있습니다.
    .goal-rare = 두 번째는 없습니다.
words = 자신의 말로 설명하십시오.
