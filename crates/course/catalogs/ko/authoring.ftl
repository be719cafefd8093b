# What the command line says to those who write courses.

## Help

new-about = 시작할 수 있는 코스, 연습, 수업 프로그램을 만듭니다. 이미 있는 파일은 덮어쓰지 않습니다
new-course-about = 그대로 작동하는 작은 코스를 만듭니다: 섹션 하나, 실행 하나, 연습 하나
new-exercise-about = 그대로 작동하는 연습를 만들고 course.toml의 목록에 넣습니다
new-lesson-about = 쓰던 편집기에서 Node로 실행할 수 있도록, 기준 실행의 준비된 모델과 함께 수업 프로그램을 만듭니다
usage-new = secondwind new <대상>
usage-new-course = secondwind new course [옵션] <폴더>
usage-new-exercise = secondwind new exercise [옵션] <ID>
usage-new-lesson = secondwind new lesson [옵션] <폴더>
heading-what = 대상
value-text = 텍스트
value-id = ID
value-kind = 종류
arg-new-folder = 만들 폴더. 아직 없거나 비어 있어야 합니다
arg-title = 모든 언어에 쓸 코스 제목. 나중에 바꾸고 번역할 수 있습니다
arg-id = 연습의 id. 글자로 시작하고 글자, 숫자, 하이픈이 이어집니다. 한번 정하면 바꾸지 않습니다
arg-course = 코스의 폴더
arg-kind = 묻는 것
arg-section = 연습를 목록에 넣을 섹션의 id. 쓰지 않으면 마지막 섹션입니다

## What was written

# The title of a course that was given none.
new-title = 새 코스
new-course = { $folder } 폴더를 만들었습니다. 오류가 없습니다. `secondwind preview { $folder }`로 작성하면서 볼 수 있고, `secondwind check { $folder }`로 오류를 확인할 수 있습니다.
new-exercise = { $file } 파일을 만들었고, 텍스트는 { $texts } 폴더에 있습니다. { $run } 실행에 관해 물으며, { $section } 섹션의 목록에 있습니다.
new-lesson = { $folder } 폴더를 만들었습니다. `node { $file }`로 실행하십시오. 프로그램은 harness.js입니다.

## Faults of the call

error-not-empty = { $folder } 폴더는 빈 폴더가 아니며, 이미 있는 것은 덮어쓰지 않습니다. 비어 있거나 아직 없는 폴더를 지정하십시오.
error-new-title = 제목은 한 줄입니다. 줄바꿈 없이 쓰거나 --title을 빼십시오.
error-new-id = { $id }: id로 쓸 수 없습니다. id는 글자로 시작하고 first-steps처럼 글자, 숫자, 하이픈이 이어지며, 최대 60자입니다.
error-new-syntax = { $file } 파일은 올바른 TOML이 아닙니다. `secondwind check { $folder }`를 실행하면 위치를 알 수 있습니다. 먼저 그것을 고치십시오.
error-new-no-section = { $file } 파일에 연습를 넣을 섹션이 없습니다. 먼저 [[sections]]에 추가하십시오.
error-new-section = { $file } 파일에 { $section } 섹션이 없습니다. 있는 섹션: { $known }. 이 가운데 하나를 --section으로 고르십시오.
error-new-no-run = { $file } 파일의 실행 가운데 { $kind } 종류의 과제가 묻는 것을 갖춘 실행이 없습니다(있는 실행: { $runs }). 대부분의 종류에는 컴팩션이 있는 실행이 필요합니다. [runs]에 추가하거나, explain처럼 다른 종류를 --kind로 고르십시오.
