# What is said of an answer to a task. A named wrong answer has words of its own, in the exercise.

verdict-passed = 맞습니다.
verdict-kept = 쓴 글을 저장했습니다.
verdict-named = 아직 아닙니다.
verdict-low = 아직 아닙니다. 더 큰 수입니다.
verdict-high = 아직 아닙니다. 더 작은 수입니다.
verdict-missing = 아직 아닙니다. 틀린 것은 없지만 { $count }개가 빠졌습니다.
verdict-extra = 아직 아닙니다. 고르지 말아야 할 것이 { $count }개 있습니다.
verdict-order = 아직 아닙니다. { $count ->
    [0] 첫 번째부터 제자리가 아닙니다.
   *[other] 처음 { $count }개는 제자리이고 그다음은 아닙니다.
}
verdict-line = 아직 아닙니다. 다른 줄입니다.
verdict-goal = 아직 아닙니다. 이루어지지 않은 목표가 있습니다.
verdict-held = 아직 아닙니다. 공개하지 않은 다른 시나리오에서 이루어지지 않은 목표가 있습니다.
verdict-fuel = 프로그램이 끝나지 않았습니다. 끝없는 루프처럼 아주 많은 단계를 거친 뒤 멈췄거나, 결코 오지 않을 것을 기다리고 있습니다.
verdict-sandbox = 프로그램을 시험하지 못했습니다. 샌드박스가 시작되지 않았으며, 프로그램이 맞고 틀림과는 관계가 없습니다. ({ $detail })
verdict-threw = 프로그램을 실행할 수 없습니다. { $name }: { $message }{ $line ->
    [0] {""}
   *[other] {" "}({ $line }번째 줄)
}
verdict-script-ended = 실행이 끝나지 않았습니다. 호출 { $calls }번 뒤로는 이어서 요청한 것에 준비된 답이 없습니다. 시작 값에 더 가까운 값을 고르십시오.
verdict-no-run = 그런 실행은 없습니다. { $detail ->
    [patch-ratio] 이 비율로는 임계값이 생기지 않습니다.
    [patch-window] 이 비율에서는 윈도에 임계값이 없습니다.
    [patch-no-room] 임계값이 윈도에서 예약분을 뺀 값보다 작지 않습니다.
   *[other] 이 값들은 함께 쓸 수 없습니다.
} 다른 값을 고르십시오.
verdict-course = 확인할 수 없습니다. 코스의 오류이며, 답이 맞고 틀림과는 관계가 없습니다. ({ $detail })
