# Two runs of a scenario side by side.

worlds-compare = Comparar
worlds-compare-title = Comparar esta execução com outro mundo
worlds-heading = Dois mundos
worlds-lead = O mesmo cenário, executado por dois harnesses. Os dois estão na mesma rodada do trabalho, seja qual for o que precisa de mais chamadas para chegar lá.
worlds-close = Fechar a comparação
worlds-here = Esta execução
worlds-there = O outro mundo
worlds-sound = O harness da aula, sem nenhum erro
worlds-pick = Erros no outro mundo
worlds-choose = Escolha um erro: o outro mundo vai cometê-lo.
worlds-none = Este cenário não pode ser executado com: { $bugs }.
worlds-scrub = Momento dos dois mundos
worlds-back = Um momento para trás
worlds-on = Um momento para a frente
worlds-moment = momento { $moment } de { $last }
worlds-valuetext = Momento { $moment } de { $last }. Esta execução: { $here }, contador { $hereCounter }, ocupação { $hereOccupancy }. O outro mundo: { $there }, contador { $thereCounter }, ocupação { $thereOccupancy }.
worlds-waits = espera aqui
worlds-differs = diferente:

## The first difference

worlds-first = Primeira diferença
worlds-never = Neste cenário, os dois mundos não diferem.
worlds-held = Se os dois mundos se separam mais adiante, só se vê depois de responder à pergunta.
worlds-at = Primeira diferença no passo { $step } desta execução.
worlds-kinds = Esta execução: “{ $here }”. O outro mundo: “{ $there }”.
worlds-only-here = Só esta execução tem o passo “{ $here }”.
worlds-only-there = Só o outro mundo tem o passo “{ $there }”.
worlds-figure-accumulated = O contador: { $here } aqui, { $there } lá.
worlds-figure-occupancy = Na janela: { $here } tokens aqui, { $there } lá.
worlds-figure-spend = Gasto: { $here } aqui, { $there } lá.
worlds-figure-request = A requisição: { $here } tokens aqui, { $there } lá.
worlds-figure-messages = Mensagens na janela: { $here } aqui, { $there } lá.
worlds-figure-text = O texto de uma mensagem é outro: { $here } caracteres aqui, { $there } lá.
worlds-figure-notes = NOTES.md: { $here } caracteres aqui, { $there } lá.
worlds-figure-log = Só o log difere. Ele mostra { $here } aqui, { $there } lá.
worlds-log = Só o log difere.

## How far a world has come

worlds-ending = Fim
worlds-running = ainda em execução
worlds-ending-answered = com uma resposta
worlds-ending-refused = uma requisição foi recusada
worlds-ending-overflowed = uma requisição não coube
worlds-ending-budgetSpent = o orçamento está gasto
worlds-ending-scriptEnded = não havia resposta preparada
worlds-ending-stopped = sem resposta

## The two valves

worlds-valves = Duas válvulas: o limiar compacta (linha vermelha), o orçamento de tokens freia (linha dupla). O orçamento é verificado antes de cada requisição, e a chamada em andamento não é cortada.
worlds-budget = Orçamento de tokens
worlds-budget-hint = Para os dois mundos. Vazio: sem orçamento.
worlds-budget-bad = Digite um número inteiro a partir de 0.
worlds-budget-none = Nenhum orçamento de tokens foi definido.
worlds-note-tokensUsed = volta a 0 na compactação
worlds-note-tokensSpent = nunca volta a 0
worlds-valve-threshold = O limiar olha para tokensUsed: { $value } de { $threshold }.
worlds-valve-occupancy = O limiar olha para a ocupação: { $value } de { $threshold }.
worlds-valve-budget = O orçamento olha para { $name }: { $value } de { $budget }.
worlds-stops-next = A próxima requisição não sai.
worlds-stopped = { $over ->
    [0] O orçamento foi atingido, e a execução parou.
   *[other] { $over } além do orçamento, e a execução parou.
}
worlds-beyond = { $over ->
    [0] O orçamento foi atingido, e a execução continua.
   *[other] { $over } além do orçamento, e a execução continua.
}
worlds-beyond-end = { $over ->
    [0] A execução terminou no orçamento; a válvula não a freou.
   *[other] A execução terminou { $over } além do orçamento; a válvula não a freou.
}
