# A aula ao lado do player: as seções, os exercícios e as tarefas.

course-toggle = Curso
course-close = Fechar o curso
course-loading = Carregando o curso…
course-missing = Não foi possível carregar o curso. O player continua funcionando.
course-faulty = O curso tem falhas e não pode ser mostrado:
course-language = Em { $language }

## Sections

course-sections = Seções
course-progress = { $done } de { $count } tarefas
course-section-none = sem tarefas
course-all-done = tudo concluído
course-previous = Anterior
course-next = Próxima
course-exercises = Exercícios
course-elsewhere = O player mostra outra execução, e não a deste texto.
course-elsewhere-task = O player mostra outra execução, e não a desta tarefa.
course-show-run = Mostrar a execução

## What a narrow page shows

course-panels = O que aparece
course-panel-lesson = Aula
course-panel-window = Janela
course-panel-code = Código
course-panel-more = Mais

## Completion criteria

course-criteria = Critérios de conclusão
course-criteria-met = { $met } de { $count }
course-criteria-lead = Os que têm exercício são marcados automaticamente quando ele é concluído. Os outros, quem marca é você. Tudo fica neste dispositivo.
course-criterion-open = Abrir o exercício

## An exercise

course-to-text = Voltar ao texto
course-restart = Recomeçar este exercício
course-restarted = O que foi feito neste exercício foi apagado.
course-tasks = Tarefas deste exercício
course-task = Tarefa { $number } de { $count }
course-next-task = Próxima tarefa
course-state-open = sem resposta
course-state-passed = passou
course-state-not-yet = ainda não
course-state-did-not-finish = não terminou
course-state-could-not-run = não foi executada
course-state-could-not-check = não foi verificada
course-state-kept = guardada
course-state-shown = solução mostrada

## A task

course-gated = O que vem depois deste passo fica oculto até você responder.
course-asked = O que você quer ver contém a resposta. Responda primeiro.
course-answer = Sua resposta
course-commit = Verificar
course-keep = Guardar
course-empty = Dê uma resposta primeiro.
course-no-answer = Isso fica fora do que se pode ajustar aqui.
course-key = Isso parece uma chave. Nada disso fica guardado: tire a chave e responda de novo.
course-code-long = É longo demais: a parte que você escreve tem no máximo { $most } caracteres. Ela ficou como estava.
course-pick-one = Marque uma.
course-pick-all = Marque todas as corretas.
course-pick-blocks = Marque todas as que ficam.
course-pick-facts = Marque todos os que fazem parte.
course-pick-line = Marque uma linha: com um clique ou com as setas do teclado.
course-code-covered = Enquanto esta tarefa está aberta, o código aparece só na tarefa.
course-line = Linha { $line }
course-block = Mensagem { $number }: { $kind }
course-order = Ponha em ordem com os botões, ou com as setas do teclado sobre um botão.
course-move-up = Mover para cima: { $item }
course-move-down = Mover para baixo: { $item }
course-moved = { $item }: posição { $place } de { $count }
course-goals = Objetivos
course-goal-met = atingido
course-goal-open = não atingido
course-threshold-at = O limiar está em { $threshold }.
course-explain = Com suas palavras
course-explain-note = Fica neste dispositivo e nunca é avaliado.
course-hint-key = Próxima dica da tarefa

course-value-tokens = { $value ->
    [one] { $value } token
   *[other] { $value } tokens
}
course-value-calls = { $value ->
    [one] { $value } chamada
   *[other] { $value } chamadas
}
course-value-messages = { $value ->
    [one] { $value } mensagem
   *[other] { $value } mensagens
}
course-value-turns = { $value ->
    [one] { $value } turno
   *[other] { $value } turnos
}
course-value-percent = { $value }%
course-unit-tokens = tokens
course-unit-calls = chamadas
course-unit-messages = mensagens
course-unit-turns = turnos
course-unit-percent = %

## Hints and the solution

course-hint = Dica { $number } de { $count }
course-hint-show = Mostrar a dica { $number } de { $count }
course-solution-ask = Mostrar a solução
course-solution-sure = A tarefa passa a contar como mostrada, não como concluída.
course-solution-yes = Mostrar
course-solution-no = Continuar tentando

## What came of an answer

course-head-passed = Certo
course-head-not-yet = Ainda não
course-head-did-not-finish = Não terminou
course-head-could-not-run = Não foi possível executar
course-head-could-not-check = Não foi possível verificar
course-head-kept = Guardado
course-head-shown = A solução
course-tries = { $count ->
    [0] Na primeira resposta.
    [one] Primeira resposta: { $first }. { $count } tentativa depois dela.
   *[other] Primeira resposta: { $first }. { $count } tentativas depois dela.
}
course-jump = Mostrar onde
course-world = Abrir esse mundo
course-world-lead = Há um harness em que esta resposta estaria certa.

## Código

course-code = Seu código
course-code-legend = { $count ->
    [1] A linha { $first } do harness é sua
   *[other] As linhas de { $first } a { $last } do harness são suas
}
course-code-around = O resto do programa
course-code-here = suas linhas
course-code-keys = Tab recua a linha; para sair, pressione Esc e depois Tab. Control ou Command com Enter executa.
course-code-reset = Voltar ao início
course-code-running = Executando…
course-code-stop = Parar
course-run = Executar
