# What is said of an answer to a task. A named wrong answer has words of its own, in the exercise.

verdict-passed = 맞습니다.
verdict-kept = 쓴 글을 저장했습니다.
verdict-named = 아직 아닙니다.
verdict-low = 정답은 더 큰 수입니다.
verdict-high = 정답은 더 작은 수입니다.
verdict-missing = 고른 것은 모두 맞지만 { $count }개가 빠졌습니다.
verdict-extra = 고른 것 가운데 { $count }개는 답이 아닙니다.
verdict-order = { $count ->
    [0] 첫 번째 항목부터 제자리가 아닙니다.
   *[other] 앞의 { $count }개는 제자리에 있고, 그다음이 아닙니다.
}
verdict-line = 다른 행입니다.
verdict-goal = 이 목표를 달성하지 못했습니다: { $goal }
verdict-held = 공개하지 않은 다른 시나리오에서 이 목표를 달성하지 못했습니다: { $goal }
verdict-fuel = 프로그램을 멈췄습니다. 끝없는 루프처럼 단계가 너무 많거나, 주어진 메모리나 스택을 넘었거나, 결코 오지 않을 것을 기다리고 있습니다.
verdict-stuck = 프로그램을 멈췄습니다. 아주 큰 목록을 뒤집거나 정렬하는 것처럼 연산 하나가 너무 오래 걸려, 기다리는 시간 안에 끝나지 않았습니다.
verdict-sandbox = 프로그램을 시험하지 못했습니다. 샌드박스가 시작되지 않은 것이며, 프로그램이 맞는지 틀리는지와는 관계가 없습니다. ({ $detail })
verdict-threw = 프로그램이 오류로 끝났습니다: { $name }: { $message }{ $line ->
    [0] {""}
   *[other] {" "}({ $line }행)
}
verdict-script-ended = 실행이 끝나지 않았습니다. 호출 { $calls }회 뒤에 이어지는 요청에는 준비된 응답이 없습니다. 처음 값에 더 가까운 값을 고르십시오.
verdict-no-run = 그런 실행은 없습니다. { $detail ->
    [patch-ratio] 이 비율로는 임계값이 생기지 않습니다.
    [patch-window] 이 비율에서는 윈도에 임계값이 없습니다.
    [patch-no-room] 임계값이 윈도에서 예비분을 뺀 값보다 작지 않습니다.
   *[other] 이 값들은 함께 쓸 수 없습니다.
} 다른 값을 고르십시오.
verdict-course = 채점할 수 없습니다. 수업의 오류이며, 답이 맞는지 틀리는지와는 관계가 없습니다. ({ $detail })
