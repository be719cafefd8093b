# What the command line says to those who write courses.

## Help

new-about = 시작할 수 있는 코스, 연습, 수업 프로그램을 만듭니다. 이미 있는 파일은 덮어쓰지 않습니다
new-course-about = 그대로 작동하는 작은 코스를 만듭니다: 섹션 하나, 실행 하나, 연습 하나
new-exercise-about = 그대로 작동하는 연습을 만들고 course.toml의 목록에 넣습니다
new-lesson-about = 쓰던 편집기에서 Node로 실행할 수 있도록, 기준 실행의 준비된 모델과 함께 수업 프로그램을 만듭니다
preview-about = 작성 중인 코스를 브라우저로 보여 줍니다. 저장하면 바로 바뀌고, 오류는 페이지에 나타납니다
build-about = 코스와 코스를 보여 주는 페이지를 어떤 웹 서버에든 올릴 수 있는 파일로 만듭니다. 오류가 있는 코스는 만들지 않습니다
usage-preview = secondwind preview [옵션] <폴더>
usage-build = secondwind build [옵션] <폴더>
arg-port = 이 컴퓨터의 포트. 쓰이고 있으면 그 위의 빈 포트입니다
arg-page = 빌드된 페이지의 폴더. 쓰지 않으면 이 프로그램에 들어 있는 페이지입니다
arg-site = 사이트를 만들 폴더. 그 안의 이전 빌드는 새것으로 바뀝니다
arg-address = 사이트가 놓일 주소. 지정하면 oEmbed 파일도 씁니다
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
arg-section = 연습을 목록에 넣을 섹션의 id. 쓰지 않으면 마지막 섹션입니다

## What was written

# The title of a course that was given none.
new-title = 새 코스
new-course = { $folder } 폴더를 만들었습니다. 오류가 없습니다. `secondwind preview { $folder }`로 작성하면서 볼 수 있고, `secondwind check { $folder }`로 오류를 확인할 수 있습니다.
new-exercise = { $file } 파일을 만들었고, 텍스트는 { $texts } 폴더에 있습니다. { $run } 실행에 관해 물으며, { $section } 섹션의 목록에 있습니다.
new-lesson = { $folder } 폴더를 만들었습니다. `node { $file }`로 실행하십시오. 프로그램은 harness.js입니다.
preview-at = 코스 주소: { $url } (Ctrl-C로 끝냅니다)
build-done = { $folder } 폴더에 파일 { $count }개를 만들었습니다. 폴더를 아무 웹 서버에나 올리십시오. 하위 경로에 두어도 되고, index.html은 디스크에서도 열립니다.
# Stands below the faults.
build-faults = 아무것도 만들지 않았습니다.

## Faults of the call

error-not-empty = { $folder } 폴더는 빈 폴더가 아니며, 이미 있는 것은 덮어쓰지 않습니다. 비어 있거나 아직 없는 폴더를 지정하십시오.
error-new-no-course = { $file } 파일이 없습니다. --course 옵션으로 코스의 폴더를 지정하십시오.
error-new-title = 제목은 한 줄입니다. 줄바꿈 없이 쓰거나 --title을 빼십시오.
error-new-id = { $id }: id로 쓸 수 없습니다. id는 글자로 시작하고 first-steps처럼 글자, 숫자, 하이픈이 이어지며, 최대 60자입니다.
error-new-syntax = { $file } 파일은 올바른 TOML이 아닙니다. `secondwind check { $folder }`를 실행하면 위치를 알 수 있습니다. 먼저 그것을 고치십시오.
error-new-list = { $file } 파일에 id가 없거나 `exercises`가 목록이 아닌 섹션이 있습니다. 어디인지는 `secondwind check { $folder }`로 알 수 있습니다. 먼저 그곳을 고치십시오.
error-new-no-section = { $file } 파일에 연습을 넣을 섹션이 없습니다. 먼저 [[sections]]에 추가하십시오.
error-new-section = { $file } 파일에 { $section } 섹션이 없습니다. 있는 섹션: { $known }. 이 가운데 하나를 --section으로 고르십시오.
error-new-no-run = { $file } 파일의 실행 가운데 { $kind } 종류의 과제가 묻는 것을 갖춘 실행이 없습니다(있는 실행: { $runs }). 대부분의 종류에는 컴팩션이 있는 실행이 필요합니다. [runs]에 추가하거나, explain처럼 다른 종류를 --kind로 고르십시오.
error-no-page = 이 프로그램은 페이지 없이 빌드되었습니다. www/dist처럼 빌드된 페이지의 폴더를 --page로 지정하십시오.
error-page = { $folder } 폴더에 빌드된 그대로의 페이지가 없거나, 이미 코스를 넣은 페이지가 있습니다. www/dist처럼 페이지를 빌드한 폴더를 지정하십시오.
error-page-old = { $folder } 폴더의 페이지는 이 프로그램과 버전이 다릅니다. 다시 빌드하십시오.
error-out = { $folder } 폴더에 이전 빌드가 아닌 것이 있으며, 이미 있는 것은 덮어쓰지 않습니다. 다른 폴더를 --out으로 지정하십시오.
error-address = { $address }: 페이지 주소가 아닙니다. https://school.example/course/처럼 쿼리 없이 전체 주소를 적으십시오.
error-port = { $port } 포트와 그 위의 포트에서 페이지를 열 수 없습니다: { $reason }. 다른 포트를 --port로 지정하십시오.

## `npx secondwind`, where it does not start

npx-missing = { $platform } 플랫폼의 명령줄 프로그램이 여기에 없습니다. 빠진 npm 패키지: { $name }. 선택 패키지를 빼지 말고 secondwind를 다시 설치하거나, `cargo build --release -p secondwind-cli`로 프로그램을 빌드해 그 경로를 SECONDWIND_BINARY 변수에 넣으십시오.
npx-failed = { $file } 파일을 시작할 수 없습니다: { $reason }. secondwind를 다시 설치하거나, 다른 프로그램의 경로를 SECONDWIND_BINARY 변수에 넣으십시오.
