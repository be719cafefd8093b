# Where the model's replies come from: prepared, recorded, or from a real model with the learner's own key.

source-label = 모델의 응답
source-stubbed = 스텁
source-recorded = 기록
source-live = 라이브
source-stubbed-note = 응답은 미리 준비되어 있고, 아무것도 전송되지 않습니다.
source-recorded-note = 실제 모델로 한 실행을 그대로 보여 줍니다. 아무것도 전송되지 않습니다.
source-live-note = 내 키로 실제 모델을 씁니다.

## The task

live-task-title = 주문 서비스, 라이브
live-task = 우리 주문 서비스에서는 취소한 주문이 배송되는 일이 가끔 있습니다. 상태 변경 두 건이 동시에 들어오면 그중 하나가 사라지기 때문입니다. 경쟁 조건을 찾아 둘 중 하나만 성공하도록 고치고, 테스트로 증명해 주시기 바랍니다.
live-system = 당신은 작은 주문 서비스를 도구만으로 혼자 다루는 꼼꼼한 소프트웨어 엔지니어입니다. 쓰기 전에 먼저 읽고, 필요한 만큼만 고치고, 고칠 때마다 테스트를 실행하십시오. 중요한 결정을 내리거나, 새 문제를 발견하거나, 한 단계를 끝낼 때마다 다음으로 넘어가기 전에 update_notes를 호출해 현재 상태 전체(결정, 미해결 질문, 다음 단계)를 적으십시오. 컨텍스트 윈도가 작아 중간에 새로 시작되는데, 그때도 노트에 적힌 내용은 남습니다. 모든 테스트가 통과하면 무엇이 잘못되었고 무엇을 바꾸었는지 짧게 보고하십시오.

## Setting up

live-heading = 실제로 실행하기
live-lead = 같은 루프를 실제 모델로 돌립니다. 모델은 이 페이지 안의 작은 주문 서비스에서 일합니다. 파일을 읽고 쓰고 테스트를 실행하며, 테스트는 경쟁 조건을 고칠 때까지 정말로 실패합니다. 적은 비용으로도 컴팩션이 발동하도록 윈도를 일부러 작게 잡았습니다.
live-close = 라이브 설정 닫기
live-framed = 지금 이 페이지는 다른 페이지 안에 들어 있고, 그 페이지가 라이브 실행을 허용하지 않았습니다. 별도의 탭에서 여십시오.
live-provider = 제공자
live-provider-anthropic = Anthropic
live-provider-openai = OpenAI
live-provider-ollama = Ollama(이 컴퓨터)
live-provider-lmstudio = LM Studio(이 컴퓨터)
live-provider-llamacpp = llama.cpp(이 컴퓨터)
live-provider-vllm = vLLM(이 컴퓨터)
live-provider-other = 다른 서버
live-hint-ollama = OLLAMA_ORIGINS에 이 페이지의 주소가 있어야 Ollama가 응답합니다. Ollama의 윈도는 따로 있고 4,000토큰인 경우가 많으므로 num_ctx를 여기 윈도보다 크게 잡으십시오.
live-hint-lmstudio = LM Studio의 서버 설정에서 “Enable CORS”를 켜십시오.
live-hint-llamacpp = llama-server는 설정 없이도 웹 페이지에 응답합니다.
live-hint-vllm = 도구 호출에는 --enable-auto-tool-choice와 --tool-call-parser가 필요합니다.
live-hint-other = 이 컴퓨터에서 두 방언 가운데 하나로 응답하는 서버면 됩니다. 키는 bearer 토큰으로 보냅니다.
live-dialect = 방언
live-dialect-anthropic = Anthropic Messages
live-dialect-openAiChat = OpenAI chat completions
live-model = 모델
live-base = 주소
live-key = API 키
live-key-held = 키는 이 페이지의 네트워크 워커가 이 주소에만 쓰도록 가지고 있습니다.
live-key-kept = 이 탭에 키가 남아 있습니다. 이 주소에만 쓰입니다.
live-key-note = 키는 제공자와 직접 통신하는 유일한 워커의 메모리에만 있으며, 요청 헤더 말고는 어디에도 쓰이지 않습니다. 한도를 낮게 잡은 전용 키를 만드는 편이 좋습니다.
live-key-stays = 이 탭에서 유지
live-key-forget = 키 지우기
live-more = 윈도와 한도
live-window = 윈도(토큰)
live-ratio = 임계값이 윈도에서 차지하는 비율
live-meter = 임계값과 비교하는 값
live-reply = 응답 하나의 최대 길이(토큰)
live-cents = 최대 지출(미국 센트)
live-cents-none = 한도 없음
live-calls = 최대 호출 횟수
live-asks = 호출할 때마다 먼저 묻기
live-setup = 다른 실행 설정 또는 한도 변경
live-start = 실행 시작
live-resume = 이 기록을 이어서 실행

live-bad-model = 모델 이름을 적으십시오.
live-bad-key = 키를 붙여 넣으십시오. 요청 헤더 말고는 어디에도 쓰이지 않습니다.
live-bad-key-sign = 키에 쓰일 수 없는 문자가 들어 있습니다. 공백이나 줄 바꿈 없이 다시 복사하십시오.
live-bad-base = http://localhost:11434 같은 서버 주소를 적으십시오.
live-bad-host = 이 페이지는 Anthropic, OpenAI, 이 컴퓨터하고만 통신할 수 있습니다. 다른 서버를 쓰려면 페이지를 직접 호스팅하고 페이지의 정책에 그 서버를 적으십시오.
live-bad-window = 3,000에서 200,000까지의 정수를 적으십시오.
live-bad-window-model = 모델 자체의 윈도가 { $window }토큰밖에 되지 않습니다. 여기서 더 작은 윈도를 고르거나 서버의 윈도를 늘리십시오.
live-bad-window-recording = 모델 자체의 윈도가 { $window }토큰밖에 되지 않는데, 이 기록은 { $needed }토큰 윈도로 만들어졌습니다. 서버의 윈도를 늘리거나 새 실행을 시작하십시오.
live-bad-ratio = 0보다 크고 1보다 작은 수를 적으십시오.
live-bad-reply = 256에서 32,000까지의 정수를 적으십시오.
live-bad-calls = 1에서 500까지의 정수를 적으십시오.
live-bad-cents = 1에서 10,000까지의 정수를 적거나, 한도를 두지 않으려면 비워 두십시오.

## The run

live-state-preparing = 준비 중
live-state-ready = 준비됨
live-state-calling = 호출 { $call } 진행 중
live-state-tool = 도구 { $tool } 실행 중
live-state-asking = 다음은 호출 { $call }
live-state-capped-price = 호출 { $call } 앞에서 멈춤: 지출 한도를 넘을 수 있습니다
live-state-capped-calls = 호출 { $call } 앞에서 멈춤: 허용된 호출 횟수를 다 썼습니다
live-state-failed = 호출 실패
live-state-stopped = 멈춤
live-state-over = 실행이 끝났습니다
live-quote = 다음 호출의 비용은 최대 { $price }입니다.
live-quote-none = 이 모델의 가격은 여기에 없습니다.
live-model-window = 모델 자체의 윈도: { $tokens }토큰.
live-spent = 호출 { $calls }회, { $price }
live-spent-none = 호출 { $calls }회, 가격 알 수 없음
live-stop = 중지
live-again = 계속
live-state-capped-unknown = 호출 { $call } 앞에서 멈춤: 호출 비용을 알 수 없어 한도를 지킬 수 없습니다
live-capped-way = “{ live-more }”에서 한도를 바꾼 뒤 계속하십시오.
live-no-key = 키가 없습니다. 아래에 입력하고 이 기록을 이어서 실행하십시오.
live-failed-dialect = 이 기록은 다른 방언으로 만들어졌습니다. 그 방언을 쓰는 제공자를 고르십시오.
live-shelf-close = 기록 닫기
live-shelf-remove-sure = 정말 삭제하시겠습니까?
live-retry = 다시 시도
live-send = 보내기
live-thinking = 생각하는 중
live-writing = 쓰는 중
live-calls-tool = 도구를 호출하는 중
live-said = 자세한 내용:
live-whole = 잃어버린 것은 없습니다. 대화 기록은 이 호출 전과 같습니다.
live-trying = 호출이 실패해 다시 보냅니다: { $reason }

live-failed-auth = 제공자가 이 키를 받아들이지 않습니다. 키가 맞는지, 이 모델을 쓸 수 있는 키인지 확인하십시오.
live-failed-billing = 계정에서 이 호출의 비용을 낼 수 없습니다. 제공자의 사이트에서 잔액을 확인하십시오.
live-failed-rate = 짧은 시간에 호출이 너무 많았습니다. 잠시 기다렸다가 다시 시도하십시오.
live-failed-rate-wait = 짧은 시간에 호출이 너무 많았습니다. 제공자가 { $seconds }초 동안 기다려 달라고 합니다.
live-failed-overload = 제공자의 서버에 과부하가 걸렸습니다. 잠시 뒤에 다시 시도하십시오.
live-failed-server = 제공자 쪽에서 오류가 났습니다. 잠시 뒤에 다시 시도하십시오.
live-failed-overflow = 요청이 모델 자체의 윈도보다 깁니다.
live-failed-tooLarge = 요청의 바이트 수가 제공자의 한도를 넘습니다.
live-failed-notFound = 제공자가 모르는 모델이거나, 이 주소에 아무것도 없습니다. 모델 이름과 주소를 확인하십시오.
live-failed-originForbidden = 제공자가 웹 페이지에서는 이 계정을 쓰지 못하게 합니다. 다른 키를 쓰거나 명령줄을 쓰십시오.
live-failed-corsSuspected = 아무 응답도 오지 않았습니다. 서버가 웹 페이지의 호출을 허용하지 않거나, 이 주소에 서버가 없을 가능성이 큽니다.
live-failed-network = 아무 응답도 오지 않았습니다. 연결과 주소를 확인하십시오.
live-failed-timeout = 제때 응답이 오지 않았습니다. 다시 시도하십시오.
live-failed-cut = 응답이 중간에 끊겼습니다. 다시 시도하십시오.
live-failed-malformed = 돌아온 것은 모델의 응답이 아닙니다. 주소와 방언을 확인하십시오.
live-failed-other = 호출이 실패했습니다.
live-failed-aborted = 호출이 중지되었습니다.
live-failed-refused = 요청을 이대로는 보낼 수 없습니다.
live-failed-worker = 페이지에서 네트워크를 맡은 부분을 불러오지 못했습니다. 온라인일 때 페이지를 새로 고치십시오.
live-failed-page = 라이브 실행에 필요한 페이지의 일부에서 오류가 났습니다. 페이지를 새로 고친 뒤 기록을 이어서 실행하십시오.
live-failed-workspace = 이 기록에 쓰인 파일이 이 페이지의 파일과 다릅니다. 볼 수는 있지만 이어서 실행할 수는 없습니다.

live-tests-passed = 원래 테스트가 모두 통과합니다. 경쟁 조건을 고쳤습니다.
live-tests-failed = 원래 테스트 가운데 통과하지 못한 것이 있습니다.
live-tests-unknown = 원래 테스트를 여기서 실행하지 못해, 경쟁 조건이 고쳐졌는지 알 수 없습니다.
live-tests-show = 테스트 결과 보기

## Recordings

live-shelf = 기록
live-shelf-none = 아직 기록이 없습니다. 라이브로 실행하면 기록이 생기고, 저장해 둔 기록은 여기서 열 수 있습니다.
live-shelf-note = 기록은 이 탭을 닫을 때까지 남습니다. 남기고 싶은 것은 저장하십시오.
live-shelf-open = 열기
live-shelf-here = 열려 있음
live-shelf-save = 저장
live-shelf-scenario = 시나리오로 만들기
live-shelf-remove = 삭제
live-shelf-pick = 파일 열기
live-shelf-of = { $model }, 응답 { $answers }개
live-open-recording = 기록 열기
live-made = { $title }, 시나리오
live-not-kept = 저장 공간이 가득 찼거나 막혀 있어 이 탭에 기록을 남길 수 없습니다. 페이지를 새로 고치면 사라지므로 저장해 두십시오.
live-unchanged = 이 기록은 답변까지 이어진 실행이 아니어서 있는 그대로만 볼 수 있습니다. 바꾼 것은 되돌렸습니다.
live-link-note = 링크에는 기록을 담을 수 없습니다. 링크를 연 사람은 첫 시나리오를 보게 됩니다. 파일로 저장해서 전하십시오.

## Texts of the model

live-text-label = 모델이 쓴 글의 표시 방식
live-text-plain = 글 그대로
live-text-formatted = 서식 적용
