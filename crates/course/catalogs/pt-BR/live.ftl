# Where the model's replies come from: prepared, recorded, or from a real model with the learner's own key.

source-label = As respostas do modelo
source-stubbed = Simulado
source-recorded = Gravado
source-live = Ao vivo
source-stubbed-note = As respostas estão prontas; nada é enviado.
source-recorded-note = Uma execução com um modelo real, como aconteceu; nada é enviado.
source-live-note = Um modelo real, com a sua própria chave.

## The task

live-task-title = O serviço de pedidos, ao vivo
live-task = No nosso serviço de pedidos, às vezes um pedido é enviado embora tenha sido cancelado: quando duas atualizações de status chegam no mesmo momento, uma delas se perde. Encontre a condição de corrida, corrija-a de modo que só uma das duas possa vencer e prove isso com os testes.
live-system = Você é um engenheiro de software cuidadoso que trabalha em um pequeno serviço de pedidos, sozinho e apenas com ferramentas. Leia antes de escrever, mude só o necessário e execute os testes depois de cada mudança. Depois de cada decisão importante, de cada problema novo e de cada fase concluída, chame update_notes com o estado atual completo (decisões, questões em aberto, próximos passos) antes de continuar: a sua janela de contexto é pequena, e o que está nas notas sobrevive quando ela recomeça. Quando todos os testes passarem, responda com um breve relato do que estava errado e do que você mudou.

## Setting up

live-heading = Execute de verdade
live-lead = O mesmo loop, com um modelo real. Ele trabalha em um pequeno serviço de pedidos dentro desta página: lê arquivos, escreve neles e executa os testes, que falham de fato até a condição de corrida ser corrigida. A janela é pequena de propósito, para que a compactação dispare em uma execução barata.
live-close = Fechar a configuração ao vivo
live-framed = Aqui a página faz parte de outra, que não permitiu execuções ao vivo. Abra-a em uma aba própria.
live-provider = Provedor
live-provider-anthropic = Anthropic
live-provider-openai = OpenAI
live-provider-ollama = Ollama, neste computador
live-provider-lmstudio = LM Studio, neste computador
live-provider-llamacpp = llama.cpp, neste computador
live-provider-vllm = vLLM, neste computador
live-provider-other = Outro servidor
live-hint-ollama = O Ollama só responde a esta página se OLLAMA_ORIGINS contiver o endereço dela. Ele tem uma janela própria, muitas vezes de 4.000 tokens: defina num_ctx maior que a janela daqui.
live-hint-lmstudio = Ative “Enable CORS” nas configurações do servidor do LM Studio.
live-hint-llamacpp = O llama-server responde a páginas da web sem configuração.
live-hint-vllm = Chamadas de ferramenta exigem --enable-auto-tool-choice e um --tool-call-parser.
live-hint-other = Qualquer servidor neste computador que fale um dos dois dialetos. A chave vai como token bearer.
live-dialect = Dialeto
live-dialect-anthropic = Anthropic Messages
live-dialect-openAiChat = OpenAI chat completions
live-model = Modelo
live-base = Endereço
live-key = Chave de API
live-key-held = A chave está no worker de rede desta página, só para este endereço.
live-key-kept = Esta aba guardou a chave, só para este endereço.
live-key-note = Ela fica na memória de um worker, o único que fala com o provedor, e vai no cabeçalho da requisição e em nenhum outro lugar. De preferência, crie uma chave separada, com limite baixo.
live-key-stays = Manter nesta aba
live-key-forget = Esquecer a chave
live-more = Janela e limites
live-window = Janela, em tokens
live-ratio = Limiar, como fração da janela
live-meter = O limiar olha para
live-reply = Tamanho máximo da resposta, em tokens
live-cents = Custo máximo da execução, em centavos de dólar
live-cents-none = sem limite
live-calls = Máximo de chamadas ao modelo
live-asks = Perguntar antes de cada chamada
live-setup = Configurar outra execução ou mudar os limites
live-start = Iniciar a execução
live-resume = Continuar esta gravação

live-bad-model = Informe o modelo.
live-bad-key = Cole a sua chave. Ela vai no cabeçalho de uma requisição e em nenhum outro lugar.
live-bad-key-sign = A chave tem um caractere que nenhuma chave tem. Copie-a de novo, sem espaços nem quebras de linha.
live-bad-base = Escreva o endereço de um servidor, como http://localhost:11434.
live-bad-host = Esta página só pode falar com a Anthropic, a OpenAI e este computador. Para outro servidor, hospede você mesmo a página e inclua esse servidor na política dela.
live-bad-window = Escreva um número inteiro de 3.000 a 200.000.
live-bad-window-model = A janela do próprio modelo tem só { $window } tokens. Escolha aqui uma janela menor ou configure uma maior no servidor.
live-bad-window-recording = A janela do próprio modelo tem só { $window } tokens, e esta gravação foi feita para uma de { $needed }. Configure uma maior no servidor ou inicie outra execução.
live-bad-ratio = Escreva um número maior que 0 e menor que 1.
live-bad-reply = Escreva um número inteiro de 256 a 32.000.
live-bad-calls = Escreva um número inteiro de 1 a 500.
live-bad-cents = Escreva um número inteiro de 1 a 10.000 ou deixe vazio, sem limite.

## The run

live-state-preparing = Preparando
live-state-ready = Pronto
live-state-calling = A chamada { $call } está em andamento
live-state-tool = A ferramenta { $tool } está em execução
live-state-asking = A próxima é a chamada { $call }
live-state-capped-price = Parou antes da chamada { $call }: ela poderia passar do seu limite
live-state-capped-calls = Parou antes da chamada { $call }: o seu limite de chamadas foi atingido
live-state-failed = A chamada falhou
live-state-stopped = Interrompida
live-state-over = A execução terminou
live-quote = A próxima chamada custa no máximo { $price }.
live-quote-none = O preço deste modelo não é conhecido aqui.
live-model-window = Janela do próprio modelo: { $tokens } tokens.
live-spent = { $calls ->
    [one] { $calls } chamada, { $price }
   *[other] { $calls } chamadas, { $price }
}
live-spent-none = { $calls ->
    [one] { $calls } chamada, preço desconhecido
   *[other] { $calls } chamadas, preço desconhecido
}
live-stop = Parar
live-again = Continuar
live-state-capped-unknown = Parou antes da chamada { $call }: não se sabe quanto custam as chamadas; por isso, o limite não pode ser garantido
live-capped-way = Mude o limite em “{ live-more }” e continue.
live-no-key = A chave não está mais aqui. Digite-a abaixo e continue esta gravação.
live-failed-dialect = Esta gravação foi feita no outro dialeto. Escolha um provedor que o fale.
live-shelf-close = Fechar as gravações
live-shelf-remove-sure = Remover de vez?
live-retry = Tentar de novo
live-send = Enviar
live-thinking = Está pensando
live-writing = Está escrevendo
live-calls-tool = Está chamando uma ferramenta
live-said = Detalhes:
live-whole = Nada se perdeu: o histórico está como antes desta chamada.
live-trying = A chamada está sendo repetida porque falhou: { $reason }

live-failed-auth = O provedor não aceita esta chave. Confira-a e veja se ela pode usar este modelo.
live-failed-billing = A conta não pode pagar por esta chamada. Veja o seu saldo no provedor.
live-failed-rate = Chamadas demais em pouco tempo. Espere um pouco e tente de novo.
live-failed-rate-wait = { $seconds ->
    [one] Chamadas demais em pouco tempo. O provedor pede para esperar { $seconds } segundo.
   *[other] Chamadas demais em pouco tempo. O provedor pede para esperar { $seconds } segundos.
}
live-failed-overload = O provedor está sobrecarregado. Tente de novo daqui a pouco.
live-failed-server = Houve uma falha no provedor. Tente de novo daqui a pouco.
live-failed-overflow = A requisição é mais longa que a própria janela do modelo.
live-failed-tooLarge = A requisição tem mais bytes do que o provedor aceita.
live-failed-notFound = O provedor não conhece esse modelo, ou não há nada nesse endereço. Confira o nome do modelo e o endereço.
live-failed-originForbidden = O provedor não deixa páginas da web usarem esta conta. Use outra chave ou a linha de comando.
live-failed-corsSuspected = Nada voltou. O mais provável é que o servidor não permita chamadas de páginas da web, ou que não haja servidor nesse endereço.
live-failed-network = Nada voltou. Verifique a conexão e o endereço.
live-failed-timeout = Nenhuma resposta chegou a tempo. Tente de novo.
live-failed-cut = A resposta foi interrompida no meio. Tente de novo.
live-failed-malformed = O que voltou não é resposta de um modelo. Confira o endereço e o dialeto.
live-failed-other = A chamada falhou.
live-failed-aborted = A chamada foi interrompida.
live-failed-refused = A requisição não pode ser feita assim.
live-failed-worker = A parte da página que fala com a rede não carregou. Recarregue a página quando houver conexão.
live-failed-page = Uma parte da página de que a execução ao vivo precisa falhou. Recarregue a página e continue a gravação.
live-failed-workspace = Esta gravação foi feita com arquivos diferentes dos desta página. Ela pode ser vista, mas não continuada.

live-tests-passed = Os testes originais passam: a condição de corrida está corrigida.
live-tests-failed = Nem todos os testes originais passam.
live-tests-unknown = Os testes originais não puderam ser executados aqui, então não se sabe se a condição de corrida está corrigida.
live-tests-show = O que dizem os testes

## Recordings

live-shelf = Gravações
live-shelf-none = Ainda não há gravação. Uma execução ao vivo cria uma; uma gravação salva pode ser aberta aqui.
live-shelf-note = Elas ficam nesta aba até que ela seja fechada. Salve o que quiser guardar.
live-shelf-open = Abrir
live-shelf-here = Aberta agora
live-shelf-save = Salvar
live-shelf-scenario = Criar um cenário
live-shelf-remove = Remover
live-shelf-pick = Abrir um arquivo
live-shelf-of = { $answers ->
    [one] { $model }, { $answers } resposta
   *[other] { $model }, { $answers } respostas
}
live-open-recording = Abrir a gravação
live-made = { $title }, como cenário
live-not-kept = Esta aba não consegue manter gravações: o armazenamento está cheio ou bloqueado. Elas se perdem quando a página é recarregada; salve-as.
live-unchanged = Esta execução não chegou à resposta; por isso, só pode ser vista como foi. As mudanças foram desfeitas.
live-link-note = Um link não leva uma gravação: quem o abre vê o primeiro cenário. Salve o arquivo e envie-o.

## Texts of the model

live-text-label = Como os textos do modelo são mostrados
live-text-plain = Como texto
live-text-formatted = Formatado
