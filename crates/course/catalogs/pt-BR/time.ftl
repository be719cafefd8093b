# Moving through a run, and the window as a list. Numbers arrive as numbers and are formatted for the language.

## Zoom and jumps

time-zoom-label = Zoom
time-zoom-turn = Turno
time-zoom-call = Chamada
time-zoom-line = Linha
time-zoom-turn-hint = De uma rodada à próxima
time-zoom-call-hint = Cada passo de uma chamada
time-zoom-line-hint = Cada linha de código que um passo executa
time-line = linha { $line }, { $at } de { $count }
time-next-check = Próxima verificação do limiar
time-next-break = Avançar até o próximo ponto de parada
time-word-compaction = Compactação
time-word-check = Verificação
time-word-break = Parada
time-more = Mais controles

time-stop-break = Parou em um ponto de parada: { $what }
time-stop-compaction = Em pausa: uma compactação é disparada
time-stop-none = Nenhum ponto de parada à frente

## Breakpoints

time-break-heading = Pontos de parada
time-break-empty = Nenhum ainda. A reprodução para em um ponto de parada e diz por quê.
time-break-share = { $meter } ≥ { $value }% do limiar
time-break-occupancy = ocupação ≥ { $value }
time-break-call = a chamada { $value } é enviada
time-break-on = Parar em
time-break-on-kind = um tipo de passo
time-break-on-share = uma parte do limiar
time-break-on-occupancy = uma ocupação
time-break-on-call = uma chamada
time-break-kind = Tipo de passo
time-break-value-share = Porcentagem do limiar
time-break-value-occupancy = Tokens na janela
time-break-value-call = Número da chamada
time-break-invalid = Digite um número inteiro de 1 a { $most }.
time-break-add = Adicionar
time-break-drop = Remover: { $what }
time-break-here = ponto de parada
time-pauses = Pausar quando uma compactação é disparada

## The list of steps

time-steps-heading = Passos
time-types-label = Mostrar apenas
time-type-calls = chamadas
time-type-tools = ferramentas
time-type-notes = notas
time-type-checks = verificações
time-type-compaction = compactação
time-fog = Ocultar os passos à frente
time-ahead = { $count ->
    [one] { $count } passo à frente
   *[other] { $count } passos à frente
}
time-ahead-none = A execução termina aqui.

## The window as a list

time-view-label = Mostrar a janela como
time-view-picture = Desenho
time-view-list = Lista
time-table-window = Na janela no passo { $step }, do mais antigo ao mais novo. A soma é a ocupação.
time-table-counter = O contador da aula no passo { $step }, chamada a chamada desde o último reinício. A soma é o que o contador mostra.
time-table-threshold = Limiar { $threshold }; o harness o compara com: { $meter }
time-col-number = Nº
time-col-kind = Tipo
time-col-who = Quem
time-col-tokens = Tokens
time-col-total = Soma até aqui
time-col-share = Do limiar
time-col-in = Na janela
time-col-call = Chamada
time-col-input = Entrada
time-col-output = Saída
time-who-harness = harness
time-who-user = usuário
time-who-model = modelo
time-who-tools = ferramentas
time-yes = sim
time-no = não
time-sum-occupancy = Soma: ocupação
time-sum-accumulated = Soma: acumulado
time-counter-empty = Nenhuma chamada contada ainda.
time-reserve = reserva de { $tokens }, vazia
time-reserve-note = { $tokens ->
    [one] { $tokens } token fica livre para a resposta. Está vazio e não é contado.
   *[other] { $tokens } tokens ficam livres para a resposta. Estão vazios e não são contados.
}

## In the vessels

time-short-messages = { $count } mensagens curtas
time-short-calls = { $count } chamadas curtas
time-short-brief = { $count } curtas
time-open-list = { $what }, { $tokens ->
    [one] { $tokens } token
   *[other] { $tokens } tokens
}. Mostrar na lista

## What a restart message was made from

time-made-from = { $count ->
    [one] Feita a partir de { $count } mensagem arquivada
   *[other] Feita a partir de { $count } mensagens arquivadas
}
time-went-into = Entrou na mensagem de reinício
time-archive-short = Arquivadas
time-archive-earlier = { $count ->
    [one] { $count } anterior
   *[other] { $count } anteriores
}
time-earlier-show = Mostrar anteriores: { $count }

## Keys

time-help-step = Voltar ou avançar, no zoom escolhido
time-help-turn = Um turno para trás ou para a frente
time-help-check = Próxima verificação do limiar
time-help-break = Avançar até o próximo ponto de parada
time-help-list = Janela como desenho ou lista
