# The words of the playground page. Numbers arrive as numbers and are formatted for the language.

## Frame

document-title = { $scenario } · secondwind
brand = secondwind
crumb-lesson = Aula 6
skip-link = Ir para a janela

scenario-label = Cenário
scenario-task = A tarefa
scenario-policy = Janela de { $window } tokens × razão { $ratio } = limiar { $threshold }

language-label = Idioma
language-en = English
language-pt-BR = Português
language-ko = 한국어

theme-label = Tema
theme-system = Sistema
theme-light = Claro
theme-dark = Escuro

## Headings

heading-window = A janela
heading-log = Log
heading-in-window = Na janela agora
heading-archive = Mensagens arquivadas
heading-notes = NOTES.md
heading-answer = Resposta final

## Meters

meter-accumulated = O contador da aula
meter-accumulated-name = acumulado
meter-occupancy = De fato na janela
meter-occupancy-name = ocupação
meter-spend = Gasto ao todo
meter-spend-name = gasto
meter-triggers = dispara a compactação
meter-watches = para comparar
meter-of-threshold = de { $threshold }
meter-share = { $share } da janela
meter-reset = { $from } → 0
meter-label = { $name }: { $value } de { $limit } tokens

threshold-fires = dispara em { $threshold }
threshold-would = dispararia em { $threshold }
limit = limite { $limit }
rest-over = mais { $tokens }, sem desenho

estimated = estimado

tokens = { $tokens ->
    [one] { $tokens } token
   *[other] { $tokens } tokens
}
token-input = { $tokens } de entrada
token-output = { $tokens } de saída

why-heading = Por que dois?
why-lead = Cada chamada envia todo o histórico de novo.
why-body = O contador da aula soma cada requisição e cada resposta; conta as mesmas mensagens várias vezes e, por isso, atinge o limiar cedo. A ocupação olha só para o que a janela contém agora.

## What is in the window

slice-call = chamada { $call }
brief-call = ch. { $call }
kind-fixed = sistema e ferramentas
kind-task = tarefa
kind-user = mensagem do usuário
kind-reply = resposta
kind-results = resultados de ferramenta
kind-restart = mensagem de reinício
kind-block = resumo do provedor
kind-notes = notas
brief-fixed = sistema
brief-task = tarefa
brief-user = usuário
brief-reply = resposta
brief-results = result.
brief-restart = reinício
brief-block = provedor
brief-notes = notas

part-text = texto
part-call = chamada de ferramenta
part-result = resultado de ferramenta
part-summary = resumo de repasse
part-notes = notas
part-error = erro

message-call = chamada { $call }
message-before = antes da primeira chamada
messages-empty = Nenhuma mensagem ainda.

archive-empty = Nenhuma ainda. A compactação traz as mensagens para cá.
archive-note = Fora da janela. O modelo já não vê estas mensagens.

notes-missing = Ainda não foi gravado.
notes-outside = fora da janela
notes-written = versão{"\u00A0"}{ $version }, gravada na chamada{"\u00A0"}{ $call }
notes-removed = removido

shelf-heading = Fora da janela
shelf-summary-none = Ainda não foi pedido.
shelf-summary-asked = Pedido na chamada { $call }.
shelf-summary-held = { $tokens ->
    [one] { $tokens } token, ainda fora da janela.
   *[other] { $tokens } tokens, ainda fora da janela.
}
shelf-summary-in = Na janela, na mensagem de reinício.
shelf-notes-read = Lido de volta, a caminho da janela.
shelf-archive-empty = Vazio.
stages-label = Etapas da compactação
messages-note = O que o modelo vê, do mais antigo ao mais novo, depois da parte fixa.

log-empty = Nada foi enviado ainda.

totals-calls = Chamadas ao modelo
totals-compaction-calls = das quais, de compactação
totals-compactions = Compactações

## Transport

transport-label = Reprodução
to-start = Ir para o início
back = Voltar
step = Avançar
play = Reproduzir
pause = Pausar
to-end = Ir para o fim
next-compaction = Próxima compactação
speed = Velocidade
speed-value = { $speed }×
step-counter = passo { $step } de { $last }

curve-label = Passo da execução
curve-point = { $call } · { $value }
curve-fog = ainda não visto
curve-valuetext = Passo { $step } de { $last }, { $title }: contador { $accumulated }, ocupação { $occupancy }, limiar { $threshold }

help-label = Ajuda
help-words = Termos
help-keys = Teclas
help-licences = Licenças do que compõe esta página
help-close = Fechar
help-ends = Ir para o início ou para o fim
help-play = Reproduzir ou pausar
help-compaction = Próxima compactação
help-help = Mostrar ou ocultar esta lista
help-letters = Teclas de letra ativas
key-space = Espaço
key-shift = Shift
key-home = Home
key-end = End

help-word-window = Janela de contexto
help-text-window = Tudo o que cabe em uma requisição: instruções, mensagens e a resposta.
help-word-harness = Harness
help-text-harness = O programa em volta do modelo: envia as requisições e executa as ferramentas.
help-word-counter = Contador
help-text-counter = Entrada e saída de cada chamada desde o último reinício, somadas.
help-word-occupancy = Ocupação
help-text-occupancy = Os tokens que a janela contém agora.
help-word-threshold = Limiar
help-text-threshold = Onde a compactação dispara: o tamanho da janela vezes a razão.
help-word-compaction = Compactação
help-text-compaction = Põe um resumo e as notas no lugar de todas as mensagens e segue em frente.
help-word-summary = Resumo de repasse
help-text-summary = O que o modelo escreve para a janela nova quando a compactação pede.
help-word-notes = NOTES.md
help-text-notes = Um arquivo fora da janela: o agente o grava, o harness o lê de volta.

## Faults

error-scenario-heading = Não é possível reproduzir este cenário
error-scenario-body = Escolha outro cenário ou corrija o arquivo:
error-issue = { $file }, linha { $line }, coluna { $column }: { $message }
error-issue-file = { $file }: { $message }
error-wasm-heading = O player não iniciou
error-wasm-body = A página precisa de WebAssembly, que não pôde ser carregado aqui. Recarregue a página ou tente um navegador atual.
error-reload = Recarregar
engine-loading = Carregando o player…
engine-missing = Não foi possível carregar o player. Verifique a conexão e tente de novo. Se não adiantar, recarregue a página.
engine-missing-part = Esta parte da página não pôde ser carregada. A execução que você vê continua funcionando. Verifique a conexão e tente de novo.
engine-retry = Tentar de novo

## For screen readers

## The current step: a title and a sentence

title-start = Antes da primeira chamada
title-called = A chamada é enviada
title-refused = O provedor recusa
title-replied = A resposta chega
title-ran = Uma ferramenta é executada
title-noted = As notas são gravadas
title-appended = Resultados anexados
title-checked = Abaixo do limiar
title-crossed = O limiar é atingido
title-asked = Um resumo é pedido
title-summarized = O resumo chega
title-reread = As notas são lidas de volta
title-replaced = Uma janela nova
title-reset = O contador é zerado
title-finished = Fim da execução

step-start = A tarefa está na janela. Nada foi enviado ainda.
step-called = A chamada { $call } leva tudo o que a janela contém.
step-refused = { $ending ->
    [overflowed] O provedor responde 400. A chamada { $call } leva { $tokens } tokens e, com a resposta, isso passa da janela de { $window }.
   *[refused] O provedor responde 400. A chamada { $call } leva mensagens que nenhum provedor aceita: um resultado de ferramenta sem a chamada a que responde.
}
step-replied = A chamada { $call } volta com `{ $stop }`: { $input } de entrada, { $output } de saída. { $cacheRead ->
    [0] O contador está em { $accumulated }.
   *[other] O contador está em { $accumulated }; ele não vê os { $cacheRead } lidos do cache.
}
step-ran = O harness executa `{ $tool }`. O resultado ainda não está na janela.
step-noted = O agente sobrescreve o NOTES.md com a versão { $version }. O arquivo fica fora da janela.
step-appended = { $count ->
    [one] O resultado de ferramenta é anexado.
   *[other] { $count } resultados de ferramenta são anexados.
} A ocupação agora é { $occupancy }.
step-checked = O harness verifica: { $value } está abaixo de { $threshold }. O loop continua.
step-crossed = O harness verifica: { $value } atingiu o limiar de { $threshold }. A compactação dispara antes da próxima requisição.
step-asked = A chamada { $call } é uma chamada à parte. Envia o histórico como texto e pede um resumo de repasse.
step-summarized = O resumo de repasse tem { $tokens } tokens. Nada foi substituído ainda.
step-reread = { $version ->
    [0] O harness lê o NOTES.md de volta. Ele ainda está vazio.
   *[other] O harness lê o NOTES.md de volta, na versão { $version }, tal como está neste momento.
}
step-replaced = { $removed ->
    [0] Nada é arquivado. A mensagem de reinício fica atrás de tudo o que já estava lá. A ocupação agora é { $occupancy }.
    [one] A mensagem é arquivada. Uma só entra em seu lugar: o resumo, depois as notas. A ocupação agora é { $occupancy }.
   *[other] { $removed } mensagens são arquivadas. Uma só entra em seu lugar: o resumo, depois as notas. A ocupação agora é { $occupancy }.
}
step-reset = O contador vai de { $from } de volta a 0. A janela nova é contada a partir daqui.
step-finished = { $ending ->
    [refused] O provedor recusou uma requisição, e o loop não tem como continuar. A execução termina sem resposta
    [overflowed] A janela estava cheia demais para mais uma requisição. A execução termina sem resposta
    [budgetSpent] O orçamento de tokens está gasto. A execução termina sem resposta
    [scriptEnded] Não há resposta preparada para o que esta execução ainda pede. Ela termina aqui
    [stopped] A execução termina sem resposta
   *[answered] A resposta está aqui
}, depois de { $calls ->
    [one] { $calls } chamada
   *[other] { $calls } chamadas
} e { $compactions ->
    [0] nenhuma compactação.
    [one] { $compactions } compactação.
   *[other] { $compactions } compactações.
}
